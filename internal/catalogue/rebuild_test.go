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

func (b *harness) newest() *snapshot {
	b.t.Helper()
	v, err := b.latest(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return v.snapshot
}

func TestEveryChangeCausesARebuild(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.load(manyPersonas(3)...)
		x := b.newest()
		if b.newest() != x {
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
			b.exec(change)
			next := b.newest()
			if next == x || next.version == x.version {
				t.Errorf("no rebuild after %s", change)
			}
			x = next
		}
		b.load(person(9, "New", "Rulers"))
		if b.newest() == x {
			t.Error("no rebuild after loading")
		}
	})
}

// A process that starts does not make the others rebuild.
func TestLoadingTheSameSeedKeepsTheSnapshot(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.load(manyPersonas(3)...)
		x := b.newest()
		b.loadCategories(twoCategories...)
		b.load(manyPersonas(3)...)
		if b.newest() != x {
			t.Error("the same seed caused a rebuild")
		}
	})
}

func TestOtherProcessesSeeCommittedChanges(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.load(manyPersonas(3)...)
		other := New(b.deps) // another process on the same database
		if _, err := other.List(t.Context(), "", Query{}); err != nil {
			t.Fatal(err)
		}
		b.exec(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 1`)
		if list, err := other.List(t.Context(), "", Query{}); err != nil || list.Total != 2 {
			t.Errorf("the other process lists %d, %v", list.Total, err)
		}
	})
}

// slowReader blocks reads until the gate closes, except for the next few.
type slowReader struct {
	*storage.DB
	mu   sync.Mutex
	free int
	gate chan struct{}
}

func (r *slowReader) Reader() storage.Querier {
	r.mu.Lock()
	wait := r.free == 0
	if !wait {
		r.free--
	}
	r.mu.Unlock()
	if wait {
		<-r.gate
	}
	return r.DB.Reader()
}

func (r *slowReader) letThrough(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free = n
}

// During a long rebuild the old snapshot decides which characters an answer has and in
// what order. Their rows are read from the database, so that hidden ones are left out.
func TestLongRebuildIsNotWaitedFor(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.load(manyPersonas(3)...)
		slow := &slowReader{DB: b.deps.DB, free: 1 << 30, gate: make(chan struct{})}
		b.store.db = slow
		before := names(b.list(Query{}))
		b.exec(`UPDATE characters SET is_active = FALSE WHERE name = $1`, before[0])
		b.exec(`UPDATE characters SET designation = 'Edited' WHERE name = $1`, before[1])
		b.snapshots.wait = time.Millisecond
		slow.letThrough(1) // the version; the rebuild waits
		v, err := b.latest(t.Context())
		if err != nil || v.index.Size() != 3 {
			t.Fatalf("during the rebuild the index has %d, %v", v.index.Size(), err)
		}
		slow.letThrough(1)
		rows, err := b.cards(t.Context(), v, v.index.Search(index.Query{}).IDs(0, 3))
		if err != nil || len(rows) != 2 || rows[0].Name != before[1] || rows[0].Designation != "Edited" {
			t.Errorf("during the rebuild the rows are %+v, %v", rows, err)
		}
		b.snapshots.wait = time.Minute
		close(slow.gate)
		slow.letThrough(1 << 30)
		if list := b.list(Query{}); !slices.Equal(names(list), before[1:]) || list.Total != 2 {
			t.Errorf("then the list is %v", names(list))
		}
	})
}

type brokenReader struct{ *storage.DB }

var errBroken = errors.New("the database is away")

func (r brokenReader) Reader() storage.Querier { return brokenQuerier{r.DB.Reader()} }

func TestFailedFirstBuildIsReturnedAndRetried(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.load(manyPersonas(3)...)
		good := b.store.db
		b.store.db = brokenReader{b.deps.DB}
		if _, err := b.List(t.Context(), "", Query{}); !errors.Is(err, errBroken) {
			t.Errorf("the error is %v", err)
		}
		b.store.db = good
		if list := b.list(Query{}); list.Total != 3 {
			t.Errorf("then it lists %d", list.Total)
		}
	})
}

func TestFailedRebuildIsLoggedAndKeepsTheSnapshot(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.load(manyPersonas(3)...)
		old := b.newest()
		var logged strings.Builder
		b.deps.Log = slog.New(slog.NewTextHandler(&logged, nil))
		b.exec(`UPDATE characters SET is_active = FALSE WHERE character_id = 1`)
		good := b.store.db
		b.store.db = brokenReader{b.deps.DB}
		if b.newest() != old || !strings.Contains(logged.String(), errBroken.Error()) {
			t.Errorf("a failed rebuild replaced the snapshot, or logged %q", logged.String())
		}
		b.store.db = good
		if list := b.list(Query{}); list.Total != 2 {
			t.Errorf("then it lists %d", list.Total)
		}
	})
}

// faultyReader answers the first read, the version. The next ones panic or stall.
type faultyReader struct {
	*storage.DB
	panics bool
	asked  atomic.Int64
}

func (r *faultyReader) Reader() storage.Querier {
	if r.asked.Add(1) == 1 {
		return r.DB.Reader()
	}
	if r.panics {
		panic("an index out of its mind")
	}
	return stuck{r.DB.Reader()}
}

type stuck struct{ storage.Querier }

func (q stuck) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	<-ctx.Done()
	return q.Querier.QueryRowContext(ctx, query, args...)
}

// A panic or a stalled database ends the rebuild, not the process or the next call.
func TestPanicOrStallEndsOnlyTheRebuild(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.load(manyPersonas(3)...)
		b.snapshots.timeout = 20 * time.Millisecond
		good := b.store.db
		for _, panics := range []bool{true, false} {
			b.store.db = &faultyReader{DB: b.deps.DB, panics: panics}
			if _, err := b.List(t.Context(), "", Query{}); err == nil || strings.Contains(err.Error(), "mind") {
				t.Errorf("panics %v: the error is %v", panics, err)
			}
		}
		b.store.db, b.snapshots.timeout = good, rebuildTimeout
		if list := b.list(Query{}); list.Total != 3 {
			t.Errorf("then it lists %d", list.Total)
		}
	})
}

func TestConcurrentReadsAndEdits(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.load(manyPersonas(60)...)
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
			b.exec(`UPDATE characters SET is_active = FALSE WHERE character_id = $1`, id+1)
		}
		readers.Wait()
		if got := b.list(Query{}); got.Total != 30 {
			t.Errorf("at the end %d are listed", got.Total)
		}
	})
}
