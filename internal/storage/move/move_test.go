package move_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
	"colloquy/internal/storage/move"
)

// databasePair is a filled SQLite database and an empty PostgreSQL database.
type databasePair struct {
	t             *testing.T
	source        *storage.DB
	targetOptions storage.Options
	targetDB      *sql.DB // of the target
}

func newDatabasePair(t *testing.T) *databasePair {
	targetOptions := dbtest.Postgres(t) // skips the test if tests on PostgreSQL are switched off
	source, err := storage.OpenForMove(t.Context(), dbtest.SQLite(t).DataDir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { source.Close() })
	return &databasePair{t, source, targetOptions, dbtest.OpenSQL(t, targetOptions)}
}

// runMove moves the rows. progress may be nil.
func (p *databasePair) runMove(ctx context.Context, progress func(string, int64)) ([]move.MovedTable, error) {
	if progress == nil {
		progress = func(string, int64) {}
	}
	return move.Run(ctx, move.Options{Source: p.source, URL: p.targetOptions.URL, Progress: progress, Finish: func(context.Context, storage.Querier) error { return nil }})
}

func (p *databasePair) mustMove() []move.MovedTable {
	p.t.Helper()
	out, err := p.runMove(p.t.Context(), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

// queryTarget returns the texts that a query of the target returns.
func (p *databasePair) queryTarget(query string) []string {
	p.t.Helper()
	out, err := storage.QueryAll(p.t.Context(), p.targetDB, func(r storage.Row) (s string, err error) { return s, r.Scan(&s) }, query)
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

// targetSchema returns all indexes, constraints and triggers of the target.
func (p *databasePair) targetSchema() []string {
	return p.queryTarget(`SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
		UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
		UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`)
}

// rule operations-move-database
func TestEveryTableIsMoved(t *testing.T) {
	p := newDatabasePair(t)
	schemaBeforeMove := p.targetSchema()
	names := fillTables(t, p.source)
	var movedNames []string
	for _, table := range p.mustMove() {
		movedNames = append(movedNames, table.Name)
		if n := p.queryTarget(fmt.Sprintf(`SELECT COUNT(*)::text FROM %q`, table.Name))[0]; table.RowCount != rowsPerTable || n != fmt.Sprint(rowsPerTable) {
			t.Errorf("%s: %d rows are reported, %s are there", table.Name, table.RowCount, n)
		}
	}
	if !slices.Equal(movedNames, names) || len(names) < 60 {
		t.Errorf("moved %v, filled %v", movedNames, names)
	}
	if after := p.targetSchema(); !slices.Equal(schemaBeforeMove, after) {
		t.Errorf("the schema was\n%s\nand is\n%s", strings.Join(schemaBeforeMove, "\n"), strings.Join(after, "\n"))
	}
	want := "messages content 1: Ünï „cøde“ 李白 🎭\n\t'\\"
	if got := p.queryTarget(`SELECT content FROM messages ORDER BY id`)[1]; got != want {
		t.Errorf("a text is %q, want %q", got, want)
	}
	db := dbtest.Open(t, p.targetOptions)
	if n, err := db.Migrate(t.Context()); n != 0 || err != nil {
		t.Errorf("the server migrates %d steps, %v", n, err)
	}
}

// The move copies types and sequences that no table of the schema has yet.
// rule operations-move-database
func TestUnusedColumnTypesAndSequencesAreMoved(t *testing.T) {
	p := newDatabasePair(t)
	dbtest.Exec(t, p.source, `CREATE TABLE extra (no INTEGER PRIMARY KEY, large BIGINT NOT NULL, blob BLOB, number REAL, twice BIGINT GENERATED ALWAYS AS (large * 2) STORED)`)
	if _, err := p.targetDB.Exec(`CREATE TABLE extra (no INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, large BIGSERIAL, blob BYTEA, number DOUBLE PRECISION, twice BIGINT GENERATED ALWAYS AS (large * 2) STORED)`); err != nil {
		t.Fatal(err)
	}
	dbtest.Exec(t, p.source, `INSERT INTO extra (no, large, blob, number) VALUES (7, 5000000000, x'00ff', 1.5), (3, 2, NULL, 2)`)
	p.mustMove()
	p.queryTarget(`INSERT INTO extra (blob) VALUES ('a') RETURNING 'x'`)
	got := p.queryTarget(`SELECT concat_ws(' ', no, large, encode(blob, 'hex'), number, twice) FROM extra ORDER BY no`)
	if want := []string{"3 2 2 4", "7 5000000000 00ff 1.5 10000000000", "8 5000000001 61 10000000002"}; !slices.Equal(got, want) {
		t.Errorf("the rows are %q, want %q", got, want)
	}
}

// rule operations-move-database
func TestSchemasThatDifferAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ source, target, want string }{
		"a table of SQLite":     {`CREATE TABLE extra (id TEXT)`, ``, "PostgreSQL lacks [extra]"},
		"a table of PostgreSQL": {``, `CREATE TABLE extra (id TEXT)`, "extra has the columns [id] in PostgreSQL and [] in SQLite"},
		"a column":              {`ALTER TABLE users ADD COLUMN extra TEXT`, ``, "users has the columns"},
		"a type":                {`CREATE TABLE extra (id TEXT)`, `CREATE TABLE extra (id NUMERIC)`, "extra.id has the type numeric"},
		"a view is not a table": {``, `CREATE VIEW extra AS SELECT 1 AS id`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := newDatabasePair(t)
			dbtest.Exec(t, p.source, c.source)
			if _, err := p.targetDB.Exec(c.target); err != nil {
				t.Fatal(err)
			}
			if _, err := p.runMove(t.Context(), nil); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
		})
	}
}

// rule operations-move-database
func TestTargetWithRowsIsRefusedAndKept(t *testing.T) {
	for name, c := range map[string]struct{ statement, want string }{
		"a row of ours":           {`INSERT INTO notice_versions (user_id, version) VALUES ('a', 1)`, "it has rows in notice_versions"},
		"a table of others":       {`DROP TABLE goose_db_version`, "of another program"},
		"a table of others, full": {`CREATE TABLE theirs AS SELECT 1 AS a`, "it has rows in theirs"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newDatabasePair(t)
			fillTables(t, p.source)
			if _, err := p.targetDB.Exec(c.statement); err != nil {
				t.Fatal(err)
			}
			schemaBeforeMove := p.targetSchema()
			if _, err := p.runMove(t.Context(), nil); !errors.Is(err, move.ErrNotEmpty) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
			if !slices.Equal(schemaBeforeMove, p.targetSchema()) {
				t.Error("the schema has changed")
			}
		})
	}
}

// The move completes the schema of an interrupted migration. It refuses a target with a newer
// schema.
// rule operations-move-database
func TestOnlyOlderTargetIsMigrated(t *testing.T) {
	p := newDatabasePair(t)
	fillTables(t, p.source)
	for _, table := range []string{"users", "conversations", "purchases", "plans", "comments", "messages", "sandbox_payments"} {
		p.queryTarget(`DROP TABLE ` + table + ` CASCADE`)
	}
	names := p.queryTarget(`SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`)
	for _, name := range names {
		p.queryTarget(`DROP TABLE ` + name + ` CASCADE`)
	}
	p.queryTarget(`DROP FUNCTION catalogue_changed, refuse_audit_change`)
	p.mustMove() // into a database without a schema
	pairWithNewerSchema := newDatabasePair(t)
	pairWithNewerSchema.queryTarget(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`)
	if _, err := pairWithNewerSchema.runMove(t.Context(), nil); !errors.Is(err, storage.ErrNewerDatabase) {
		t.Errorf("a newer schema: %v", err)
	}
}

// A value that PostgreSQL does not store ends the move; the error names the row without its
// text, and the target stays empty.
// rule operations-move-database
func TestValueThatPostgreSQLDoesNotStoreIsNamed(t *testing.T) {
	for name, c := range map[string]struct{ statement, want string }{
		"NUL":     {`UPDATE jobs SET last_error = 'canary' || char(0) WHERE run_at = 140000000000001`, "move: jobs (id = jobs id 1: "},
		"UTF-8":   {`UPDATE jobs SET payload = CAST(x'63616e617279ff' AS TEXT) WHERE run_at = 140000000000001`, "payload is not UTF-8"},
		"type":    {`UPDATE notice_versions SET version = 'canary' WHERE version = 140000000000001`, "version has a value of another type"},
		"blob":    {`UPDATE jobs SET payload = x'63616e617279' WHERE run_at = 140000000000001`, "payload has a value of another type"},
		"int4":    {`UPDATE users SET reset_failures = 2147483648 WHERE created_at = 140000000000001`, "reset_failures has a number that is too large"},
		"boolean": {`UPDATE users SET is_admin = 2 WHERE created_at = 140000000000001`, "is_admin has a value of another type"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newDatabasePair(t)
			fillTables(t, p.source)
			dbtest.Exec(t, p.source, c.statement)
			_, err := p.runMove(t.Context(), nil)
			if _, ok := errors.AsType[*move.ValueError](err); !ok || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "canary") {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
			p.wantEmptyTarget()
		})
	}
}

// wantEmptyTarget checks that the target has no rows.
func (p *databasePair) wantEmptyTarget() {
	p.t.Helper()
	for _, name := range p.queryTarget(`SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT IN ('goose_db_version', 'catalogue_version')`) {
		if n := p.queryTarget(`SELECT COUNT(*)::text FROM ` + name)[0]; n != "0" {
			p.t.Errorf("%s has %s rows", name, n)
		}
	}
}

// rule operations-move-database
func TestRowsWithoutTheirParentAreRefused(t *testing.T) {
	p := newDatabasePair(t)
	fillTables(t, p.source)
	if _, err := dbtest.OpenSQL(t, storage.Options{DataDir: p.source.DataDir()}).Exec(`DELETE FROM conversations`); err != nil {
		t.Fatal(err)
	}
	_, err := p.runMove(t.Context(), nil)
	if !errors.Is(err, move.ErrOrphans) || !strings.Contains(err.Error(), "3 rows of messages without their row of conversations") {
		t.Errorf("the error is %v", err)
	}
	p.wantEmptyTarget()
}

// rule operations-move-database
func TestInterruptedMoveBeginsAgain(t *testing.T) {
	p := newDatabasePair(t)
	fillTables(t, p.source)
	schemaBeforeMove := p.targetSchema()
	for _, at := range []string{"checking the rows of SQLite", "messages", "voice_usage", "building the indexes", "committing"} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := p.runMove(ctx, func(step string, _ int64) {
			if step == at {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %s: %v", at, err)
		}
		p.wantEmptyTarget()
		if !slices.Equal(schemaBeforeMove, p.targetSchema()) {
			t.Errorf("cancelled at %s: the schema has changed", at)
		}
	}
	p.mustMove()
	if _, err := p.runMove(t.Context(), nil); !errors.Is(err, move.ErrNotEmpty) {
		t.Errorf("a second move: %v", err)
	}
}

// rule operations-move-database
func TestOneOfTwoMovesIntoADatabaseWins(t *testing.T) {
	firstPair := newDatabasePair(t)
	secondPair := newDatabasePair(t)
	secondPair.targetOptions, secondPair.targetDB = firstPair.targetOptions, firstPair.targetDB
	fillTables(t, firstPair.source)
	fillTables(t, secondPair.source)
	moveErrs := make(chan error)
	for _, p := range []*databasePair{firstPair, secondPair} {
		go func() {
			_, err := p.runMove(t.Context(), nil)
			moveErrs <- err
		}()
	}
	a, b := <-moveErrs, <-moveErrs
	if b == nil {
		a, b = b, a
	}
	if a != nil || !errors.Is(b, move.ErrNotEmpty) {
		t.Errorf("the moves ended with %v and %v", a, b)
	}
}

// The move reads the rows back before the commit, so it finds a row that a trigger has changed.
// rule operations-move-database
func TestRowThatChangesOnItsWayIsFound(t *testing.T) {
	p := newDatabasePair(t)
	fillTables(t, p.source)
	if _, err := p.targetDB.Exec(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.amount := NEW.amount + 1; RETURN NEW; END $$;
		CREATE TRIGGER spoil BEFORE INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION spoil()`); err != nil {
		t.Fatal(err)
	}
	if _, err := p.runMove(t.Context(), nil); !errors.Is(err, move.ErrRowsDiffer) || !strings.Contains(err.Error(), "purchases had 3 rows") {
		t.Errorf("the error is %v", err)
	}
	p.wantEmptyTarget()
}

// Commands of the operator do not lock the data directory. What they would write during a move
// would be lost.
// rule operations-move-database
func TestNobodyWritesToTheSourceDuringTheMove(t *testing.T) {
	p := newDatabasePair(t)
	otherDB, err := storage.OpenWithoutLock(t.Context(), storage.Options{DataDir: p.source.DataDir(), LockWait: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer otherDB.Close()
	write := func() error {
		return otherDB.Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO notice_versions (user_id, version) VALUES ('a', 1)`)
			return err
		})
	}
	var errDuringMove error
	if _, err := p.runMove(t.Context(), func(step string, _ int64) {
		if step == "messages" {
			errDuringMove = write()
		}
	}); err != nil {
		t.Fatal(err)
	}
	if after := write(); !storage.IsUnavailable(errDuringMove) || after != nil {
		t.Errorf("a write during the move: %v, after it: %v", errDuringMove, after)
	}
}

// maxMoveMemory is the most bytes by which the heap may grow during a move. The test moves 100,000
// messages, which are 60 MB.
const maxMoveMemory = 4 << 20

// rule operations-move-database
func TestMoveUsesConstantMemory(t *testing.T) {
	p := newDatabasePair(t)
	fillMessages(t, p.source, 100_000)
	start, most := heapBytes(), uint64(0)
	if _, err := p.runMove(t.Context(), func(string, int64) { most = max(most, heapBytes()) }); err != nil {
		t.Fatal(err)
	}
	if most > start+maxMoveMemory {
		t.Errorf("the heap has grown by %d KiB", (most-start)>>10)
	}
	t.Logf("%d KiB at the start, %d KiB at most", start>>10, most>>10)
}

// heapBytes returns the bytes of reachable objects.
func heapBytes() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
