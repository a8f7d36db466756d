package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/storage"
)

func (b *harness) newestSnapshot() *snapshot {
	b.t.Helper()
	v, err := b.latestView(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return v.snapshot
}

func TestEveryChangeCausesARebuild(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.loadPersonas(manyPersonas(3)...)
		x := b.newestSnapshot()
		if b.newestSnapshot() != x {
			t.Error("a rebuild without a change")
		}
		for _, change := range []string{
			`UPDATE characters SET is_active = FALSE WHERE character_id = 1`,
			`UPDATE characters SET name = 'Other' WHERE character_id = 2`,
			`DELETE FROM characters WHERE character_id = 3`,
			`UPDATE categories SET is_active = FALSE WHERE id = 'rulers'`,
			`DELETE FROM categories WHERE id = 'rulers'`,
			`INSERT INTO categories (id, name, icon, description, display_order, created_at, updated_at) VALUES ('a', 'A', 'b', 'c', 1, 1, 1)`,
		} {
			b.execSQL(change)
			nextSnapshot := b.newestSnapshot()
			if nextSnapshot == x || nextSnapshot.catalogueVersion == x.catalogueVersion {
				t.Errorf("no rebuild after %s", change)
			}
			x = nextSnapshot
		}
		b.loadPersonas(newPersona(9, "New", "Rulers"))
		if b.newestSnapshot() == x {
			t.Error("no rebuild after loading")
		}
	})
}

// Each process loads the seed when it starts. If the seed has not changed, the other processes
// need not rebuild their snapshots.
func TestLoadingTheSameSeedKeepsTheSnapshot(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.loadPersonas(manyPersonas(3)...)
		x := b.newestSnapshot()
		b.loadCategories(twoCategories...)
		b.loadPersonas(manyPersonas(3)...)
		if b.newestSnapshot() != x {
			t.Error("the same seed caused a rebuild")
		}
	})
}

func TestOtherProcessesSeeCommittedChanges(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(3)...)
		otherService := New(b.deps) // another process on the same database
		if _, err := otherService.List(t.Context(), "", Query{}); err != nil {
			t.Fatal(err)
		}
		b.execSQL(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 1`)
		if list, err := otherService.List(t.Context(), "", Query{}); err != nil || list.Total != 2 {
			t.Errorf("the other process lists %d, %v", list.Total, err)
		}
	})
}

// blockingReader is a reader whose reads block until gate is closed. allowReads sets how many
// of the next reads do not block.
type blockingReader struct {
	*storage.DB
	mu           sync.Mutex
	allowedReads int
	gate         chan struct{}
}

func (r *blockingReader) Reader() storage.Querier {
	r.mu.Lock()
	mustWait := r.allowedReads == 0
	if !mustWait {
		r.allowedReads--
	}
	r.mu.Unlock()
	if mustWait {
		<-r.gate
	}
	return r.DB.Reader()
}

func (r *blockingReader) allowReads(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.allowedReads = n
}

// During a long rebuild the old snapshot determines the characters of a list and their
// order. Their rows come from the database, so that hidden characters are left out.
func TestCallsDoNotWaitForALongRebuild(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(3)...)
		slowReader := &blockingReader{DB: b.deps.DB, allowedReads: 1 << 30, gate: make(chan struct{})}
		b.store.db = slowReader
		oldNames := namesOf(b.getList(Query{}))
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE name = $1`, oldNames[0])
		b.execSQL(`UPDATE characters SET designation = 'Edited' WHERE name = $1`, oldNames[1])
		b.snapshots.maxWait = time.Millisecond
		slowReader.allowReads(1) // only the read of the version may pass; the reads of the rebuild wait
		v, err := b.latestView(t.Context())
		if err != nil || v.index.CharacterCount() != 3 {
			t.Fatalf("during the rebuild the index has %d, %v", v.index.CharacterCount(), err)
		}
		slowReader.allowReads(1)
		rows, err := b.shownCharacters(t.Context(), v, v.index.Search(index.Query{}).IDs(0, 3))
		if err != nil || len(rows) != 2 || rows[0].Name != oldNames[1] || rows[0].Designation != "Edited" {
			t.Errorf("during the rebuild the rows are %+v, %v", rows, err)
		}
		b.snapshots.maxWait = time.Minute
		close(slowReader.gate)
		slowReader.allowReads(1 << 30)
		if list := b.getList(Query{}); !slices.Equal(namesOf(list), oldNames[1:]) || list.Total != 2 {
			t.Errorf("then the list is %v", namesOf(list))
		}
	})
}

type brokenReader struct{ *storage.DB }

var errDatabaseAway = errors.New("the database is away")

func (r brokenReader) Reader() storage.Querier { return brokenQuerier{r.DB.Reader()} }

func TestFailedFirstBuildIsReturnedAndRetried(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(3)...)
		workingDB := b.store.db
		b.store.db = brokenReader{b.deps.DB}
		if _, err := b.List(t.Context(), "", Query{}); !errors.Is(err, errDatabaseAway) {
			t.Errorf("the error is %v", err)
		}
		b.store.db = workingDB
		if list := b.getList(Query{}); list.Total != 3 {
			t.Errorf("then it lists %d", list.Total)
		}
	})
}

func TestFailedRebuildIsLoggedAndKeepsTheSnapshot(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(3)...)
		oldSnapshot := b.newestSnapshot()
		var logOutput strings.Builder
		b.deps.Log = slog.New(slog.NewTextHandler(&logOutput, nil))
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 1`)
		workingDB := b.store.db
		b.store.db = brokenReader{b.deps.DB}
		if b.newestSnapshot() != oldSnapshot || !strings.Contains(logOutput.String(), errDatabaseAway.Error()) {
			t.Errorf("a failed rebuild replaced the snapshot, or logged %q", logOutput.String())
		}
		b.store.db = workingDB
		if list := b.getList(Query{}); list.Total != 2 {
			t.Errorf("then it lists %d", list.Total)
		}
	})
}

// brokenAfterFirstReader is a reader whose first read, of the version, succeeds. All later reads panic
// or stall.
type brokenAfterFirstReader struct {
	*storage.DB
	shouldPanic bool
	readCount   atomic.Int64
}

func (r *brokenAfterFirstReader) Reader() storage.Querier {
	if r.readCount.Add(1) == 1 {
		return r.DB.Reader()
	}
	if r.shouldPanic {
		panic("an index out of its mind")
	}
	return stallingQuerier{r.DB.Reader()}
}

type stallingQuerier struct{ storage.Querier }

func (q stallingQuerier) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	<-ctx.Done()
	return q.Querier.QueryRowContext(ctx, query, args...)
}

// A panic or a stalled database ends the rebuild; the process and the next call work.
func TestPanicOrStallEndsOnlyTheRebuild(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(3)...)
		b.snapshots.timeout = 20 * time.Millisecond
		workingDB := b.store.db
		for _, panics := range []bool{true, false} {
			b.store.db = &brokenAfterFirstReader{DB: b.deps.DB, shouldPanic: panics}
			if _, err := b.List(t.Context(), "", Query{}); err == nil || strings.Contains(err.Error(), "mind") {
				t.Errorf("panics %v: the error is %v", panics, err)
			}
		}
		b.store.db, b.snapshots.timeout = workingDB, rebuildTimeout
		if list := b.getList(Query{}); list.Total != 3 {
			t.Errorf("then it lists %d", list.Total)
		}
	})
}

func TestListsAreConsistentDuringConcurrentEdits(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(60)...)
		var readers sync.WaitGroup
		for range 8 {
			readers.Go(func() {
				for range 20 {
					list, err := b.List(t.Context(), "", Query{Search: "mari"})
					if err != nil || list.Total < len(list.Characters) {
						t.Errorf("%d of %d, %v", len(list.Characters), list.Total, err)
					}
				}
			})
		}
		for id := range 30 {
			b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = $1`, id+1)
		}
		readers.Wait()
		if got := b.getList(Query{}); got.Total != 30 {
			t.Errorf("at the end %d are listed", got.Total)
		}
	})
}
