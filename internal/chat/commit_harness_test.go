package chat_test

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"
	"testing"

	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/jobs"
	"colloquy/internal/live"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// userTokenCap is the cap of each user in commitHarness.
const userTokenCap = 1 << 20

// commitHarness is a harness with a real ledger and a record of what is shown. A test can delay its
// commits, or make them fail.
type commitHarness struct {
	*harness
	log         *countingLogs
	holdCommits func() (release func(ok bool)) // delays the commits that store a reply, and fails them if ok is false
}

// eachCommitHarness runs fn on both engines.
func eachCommitHarness(t *testing.T, fn func(t *testing.T, h *commitHarness)) {
	t.Helper()
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) { fn(t, newCommitHarness(t, o)) })
}

func newCommitHarness(t *testing.T, o storage.Options) *commitHarness {
	t.Helper()
	c := &commitHarness{log: &countingLogs{eventCounts: map[string]int{}}}
	if o.URL == "" {
		c.holdCommits = newSQLiteCommitHolder(t, o)
	} else {
		c.holdCommits = newPostgresCommitHolder(t, o)
	}
	c.harness = newHarness(t, o, func(d *chat.Deps) {
		ledger, err := spend.New(t.Context(), d.DB, d.Clock, spend.Options{UserTokenCap: userTokenCap}, jobs.New(d.DB, d.Clock, d.Log))
		if err != nil {
			t.Fatal(err)
		}
		c.log.Logs = d.Live
		d.Live, d.Budget = c.log, ledgerBudget{ledger}
	})
	return c
}

// ledgerBudget implements chat.Budget with a ledger. It passes "" as the network of the caller.
type ledgerBudget struct{ *spend.Ledger }

func (b ledgerBudget) Check(ctx context.Context, userID string, estimate spend.Cost) error {
	return b.Ledger.Check(ctx, userID, "", estimate)
}

func (b ledgerBudget) Reserve(ctx context.Context, tx storage.Querier, userID string, estimate spend.Cost) (spend.Reservation, error) {
	return b.Ledger.Reserve(ctx, tx, userID, "", estimate)
}

func (b ledgerBudget) RemainingReplies(ctx context.Context, userID string, estimate spend.Cost) (spend.Allowance, bool, error) {
	return b.Ledger.RemainingCalls(ctx, userID, "", estimate)
}

// countingLogs counts the events of each live log by the log's key. The two services of a harness
// share one countingLogs.
type countingLogs struct {
	live.Logs
	mu          sync.Mutex
	eventCounts map[string]int
}

func (l *countingLogs) Create(ctx context.Context, key string) (live.Writer, error) {
	w, err := l.Logs.Create(ctx, key)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.eventCounts[key] = 0
	return &countingWriter{w, l, key}, err
}

type countingWriter struct {
	live.Writer
	log    *countingLogs
	logKey string
}

func (w *countingWriter) Append(name string, data []byte) (int64, error) {
	w.log.mu.Lock()
	w.log.eventCounts[w.logKey]++
	w.log.mu.Unlock()
	return w.Writer.Append(name, data)
}

// keysAndEventCount returns the keys of all logs, and the number of their events.
func (l *countingLogs) keysAndEventCount() (keys []string, events int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, n := range l.eventCounts {
		keys, events = append(keys, key), events+n
	}
	return keys, events
}

// newSQLiteCommitHolder delays commits in a hook that waits for the release.
func newSQLiteCommitHolder(t *testing.T, o storage.Options) func() func(bool) {
	var gate atomic.Pointer[chan bool]
	dbtest.OnCommit(t, o, func() bool {
		if g := gate.Load(); g != nil {
			return <-*g
		}
		return true
	})
	return func() func(bool) {
		g := make(chan bool)
		gate.Store(&g)
		return func(ok bool) {
			gate.Store(nil)
			g <- ok
		}
	}
}

// newPostgresCommitHolder creates a deferred trigger that delays each commit until a lock is free.
// If the table "commits" has a row when the lock is free, the trigger makes the commit fail.
func newPostgresCommitHolder(t *testing.T, o storage.Options) func() func(bool) {
	pool := dbtest.OpenSQL(t, o)
	execSQL(t, pool, `CREATE TABLE commits (ok BOOLEAN)`)
	addReplyCommitTrigger(t, pool, "hold", `PERFORM pg_advisory_xact_lock_shared(7); IF EXISTS (SELECT 1 FROM commits) THEN RAISE EXCEPTION 'refused'; END IF`)
	return func() func(bool) {
		conn, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.ExecContext(t.Context(), `SELECT pg_advisory_lock(7)`); err != nil {
			t.Fatal(err)
		}
		return func(ok bool) {
			if !ok {
				execSQL(t, pool, `INSERT INTO commits VALUES (FALSE)`)
			}
			if _, err := conn.ExecContext(t.Context(), `SELECT pg_advisory_unlock(7)`); err != nil {
				t.Error(err)
			}
			conn.Close()
		}
	}
}

// addReplyCommitTrigger adds a trigger that runs statements in each commit that stores the row
// of a reply, on PostgreSQL.
func addReplyCommitTrigger(t *testing.T, pool *sql.DB, name, statements string) {
	t.Helper()
	execSQL(t, pool, `CREATE FUNCTION `+name+`() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN `+statements+`; RETURN NULL; END $$`)
	execSQL(t, pool, `CREATE CONSTRAINT TRIGGER `+name+` AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED
		FOR EACH ROW WHEN (NEW.status = 'generating') EXECUTE FUNCTION `+name+`()`)
}

// failCommitsOfBadUsers makes the commits of replies fail for users whose id begins with "bad". The
// statements of their transactions succeed.
func (h *commitHarness) failCommitsOfBadUsers() {
	h.t.Helper()
	if h.db.Engine() == storage.Postgres {
		h.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`)
		h.exec(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW WHEN (NEW.status = 'generating' AND substr(NEW.user_slot, 1, 3) = 'bad') EXECUTE FUNCTION refuse()`)
		return
	}
	h.exec(`CREATE TABLE parents (id TEXT PRIMARY KEY)`)
	h.exec(`CREATE TABLE children (parent TEXT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`)
	h.exec(`CREATE TRIGGER refuse AFTER INSERT ON messages WHEN NEW.status = 'generating' AND substr(NEW.user_slot, 1, 3) = 'bad'
		BEGIN INSERT INTO children VALUES ('nobody'); END`)
}

// sendResult is the result of a send in the background.
type sendResult struct {
	turn message.Turn
	err  error
}
