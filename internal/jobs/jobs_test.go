package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func newClock() *clocktest.Clock { return clocktest.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)) }

// fixture is a queue on a database, with a clock and a readable log.
type fixture struct {
	*jobs.Queue
	db    *storage.DB
	clock *clocktest.Clock
	log   *syncBuffer
}

type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func newFixture(db *storage.DB) *fixture {
	b := &fixture{db: db, clock: newClock(), log: &syncBuffer{}}
	b.Queue = b.newQueue()
	return b
}

// newQueue returns another queue on the same database.
func (b *fixture) newQueue() *jobs.Queue {
	return jobs.New(b.db, b.clock, slog.New(slog.NewTextHandler(b.log, nil)))
}

func (b *fixture) enqueue(t *testing.T, list ...jobs.Job) {
	t.Helper()
	err := b.db.Write(t.Context(), func(tx storage.Querier) error {
		for _, j := range list {
			if err := b.Enqueue(t.Context(), tx, j); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (b *fixture) runDue(t *testing.T, want int) {
	t.Helper()
	runDue(t, b.Queue, want)
}

func runDue(t *testing.T, q *jobs.Queue, want int) {
	t.Helper()
	if n, err := q.RunDue(t.Context()); n != want || err != nil {
		t.Fatalf("RunDue = %d, %v; want %d attempts", n, err, want)
	}
}

type storedJob struct {
	runAt        time.Time
	attemptCount int
	lastError    string
}

// rows returns the rows of the table, by kind and key.
func (b *fixture) rows(t *testing.T) map[string]storedJob {
	t.Helper()
	out := map[string]storedJob{}
	_, err := storage.QueryAll(t.Context(), b.db.Reader(), func(r storage.Row) (struct{}, error) {
		var kind, key string
		var at int64
		var s storedJob
		err := r.Scan(&kind, &key, &at, &s.attemptCount, &s.lastError)
		s.runAt = core.FromMillis(at)
		out[kind+"/"+key] = s
		return struct{}{}, err
	}, `SELECT kind, key, run_at, attempts, last_error FROM jobs`)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func eachEngine(t *testing.T, fn func(t *testing.T, b *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) { fn(t, newFixture(db)) })
}

func TestJobRunsOnceAndIsRemoved(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		var got []string
		b.Handle("mail", func(_ context.Context, payload []byte) error {
			got = append(got, string(payload))
			return nil
		})
		b.enqueue(t, jobs.Job{Kind: "mail", UniqueKey: "1", Payload: map[string]int{"n": 1}})
		b.runDue(t, 1)
		b.runDue(t, 0)
		if len(got) != 1 || got[0] != `{"n":1}` {
			t.Errorf("the handler got %q, want the payload once", got)
		}
		if rows := b.rows(t); len(rows) != 0 {
			t.Errorf("rows left: %v", rows)
		}
	})
}

func TestJobWaitsForItsTime(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		b.Handle("k", func(context.Context, []byte) error { return nil })
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "later", RunAt: b.clock.Now().Add(time.Minute)})
		b.clock.Advance(time.Minute - time.Millisecond)
		b.runDue(t, 0)
		b.clock.Advance(time.Millisecond)
		b.runDue(t, 1)
	})
}

func TestSameKeyIsQueuedOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		var got []string
		b.Handle("k", func(_ context.Context, p []byte) error { got = append(got, string(p)); return nil })
		b.Handle("other", func(context.Context, []byte) error { return nil })
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a", Payload: "first"})
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a", Payload: "second"}, jobs.Job{Kind: "other", UniqueKey: "a"})
		b.runDue(t, 2)
		if len(got) != 1 || got[0] != `"first"` {
			t.Errorf("ran %q, want the first only", got)
		}
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a", Payload: "third"})
		b.runDue(t, 1)
	})
}

func TestRolledBackEnqueueRunsNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		b.Handle("k", func(context.Context, []byte) error { return nil })
		errStop := errors.New("stop")
		err := b.db.Write(t.Context(), func(tx storage.Querier) error {
			if err := b.Enqueue(t.Context(), tx, jobs.Job{Kind: "k", UniqueKey: "a"}); err != nil {
				return err
			}
			return errStop
		})
		if !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		b.runDue(t, 0)
		if err := b.Enqueue(t.Context(), b.db.Reader(), jobs.Job{Kind: "k", UniqueKey: "a", Payload: make(chan int)}); err == nil {
			t.Error("a payload that is no JSON was queued")
		}
	})
}

func TestUnknownKindsAreNotClaimed(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		for i := range 9 {
			b.enqueue(t, jobs.Job{Kind: "of another version", UniqueKey: strings.Repeat("x", i+1)})
		}
		b.runDue(t, 0)
		b.Handle("k", func(context.Context, []byte) error { return nil })
		b.clock.Advance(time.Second)
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		b.runDue(t, 1)
		rows := b.rows(t)
		if len(rows) != 9 {
			t.Errorf("%d rows left, want the 9 of the unknown kind", len(rows))
		}
		for name, r := range rows {
			if r.attemptCount != 0 {
				t.Errorf("%s was claimed", name)
			}
		}
	})
}

func TestInvalidRegistrationPanics(t *testing.T) {
	doNothing := func(context.Context) error { return nil }
	for name, register := range map[string]func(q *jobs.Queue){
		"twice":       func(q *jobs.Queue) { q.Every("k", time.Second, doNothing); q.Every("k", time.Second, doNothing) },
		"no interval": func(q *jobs.Queue) { q.Every("k", 0, doNothing) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			register(jobs.New(nil, newClock(), slog.New(slog.DiscardHandler)))
		})
	}
}
