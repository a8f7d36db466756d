package chat_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/live"
	"colloquy/internal/obs"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// bed is the room alone, in two processes on one database: without the calls'
// own limits, so that what it refuses is its own doing.
type bed struct {
	t     *testing.T
	db    *storage.DB
	rooms [2]*chat.Service
	model *apptest.Model
	clock *apptest.Clock
	jobs  *faultyJobs
	user  core.Actor
}

// eachBed runs fn on both engines. On SQLite, where one process holds the data
// directory, the two share a pool; all that they know of each other is in rows.
func eachBed(t *testing.T, fn func(t *testing.T, b *bed)) {
	t.Helper()
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		fn(t, newBed(t, o))
	})
}

func newBed(t *testing.T, o storage.Options) *bed {
	t.Helper()
	b := &bed{
		t: t, db: dbtest.Open(t, o), model: apptest.NewModel(), clock: apptest.NewClock(time.Now()), jobs: &faultyJobs{},
		user: core.Actor{UserID: "user-1", Name: "Mirela"},
	}
	dbs := [2]*storage.DB{b.db, b.db}
	if o.URL != "" {
		dbs[1] = dbtest.Open(t, storage.Options{URL: o.URL, DataDir: t.TempDir(), LockWait: o.LockWait})
	}
	for i, db := range dbs {
		b.rooms[i] = b.room(db)
	}
	t.Cleanup(b.model.Release)
	return b
}

func (b *bed) room(db *storage.DB) *chat.Service {
	b.t.Helper()
	log := slog.New(slog.DiscardHandler)
	queue := jobs.New(db, b.clock, log)
	counter, err := limits.New(b.t.Context(), db, b.clock, queue)
	if err != nil {
		b.t.Fatal(err)
	}
	b.jobs.Queue = queue
	s := chat.New(chat.Deps{
		DB: db, Live: live.NewMemory(live.Options{Clock: b.clock}), Jobs: b.jobs, Model: b.model, Characters: people{}, Access: open{},
		Limits: counter, Budget: unlimited{}, Demo: func() bool { return false }, Metrics: obs.NewMetrics(), Clock: b.clock, Log: log, MaxReplies: 100,
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	b.t.Cleanup(func() {
		stop()
		<-ended
		done, cancel := context.WithCancel(context.Background())
		cancel()
		s.Close(done)
	})
	return s
}

// faultyJobs panics in the last transaction of a reply while it is told to.
type faultyJobs struct {
	*jobs.Queue
	mu     sync.Mutex
	broken bool
}

func (j *faultyJobs) breakDown(broken bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.broken = broken
}

// Enqueue panics or queues.
func (j *faultyJobs) Enqueue(ctx context.Context, q storage.Querier, job jobs.Job) error {
	j.mu.Lock()
	broken := j.broken
	j.mu.Unlock()
	if broken {
		panic("a fault in the end of a reply")
	}
	return j.Queue.Enqueue(ctx, q, job)
}

// people are characters of any number.
type people struct{}

func (people) Find(_ context.Context, ref string) (chat.Character, error) {
	n, err := strconv.Atoi(ref)
	return chat.Character{Persona: &core.Persona{CharacterID: n, Name: "Somebody", Slug: ref, Greeting: "Who is there?"}}, err
}

func (p people) Many(ctx context.Context, ids []int) (map[int]chat.Character, error) {
	out := map[int]chat.Character{}
	for _, id := range ids {
		out[id], _ = p.Find(ctx, strconv.Itoa(id))
	}
	return out, nil
}

func (p people) Cards(ctx context.Context, ids []int) (map[int]chat.Character, error) {
	return p.Many(ctx, ids)
}

// open is a rule that locks nobody out.
// unlimited is a budget without caps.
type unlimited struct{}

func (unlimited) Reserve(context.Context, string, spend.Cost) (spend.Reservation, error) {
	return spend.Reservation{}, nil
}
func (unlimited) Settle(context.Context, spend.Reservation, spend.Cost) error { return nil }
func (unlimited) Charge(context.Context, spend.Reservation, spend.Cost) error { return nil }
func (unlimited) Low(context.Context, spend.Reservation) (bool, error)        { return false, nil }

type open struct{}

func (open) Grants(_ context.Context, _ string, list []chat.Character) (map[int]chat.Grant, error) {
	out := map[int]chat.Grant{}
	for _, c := range list {
		out[c.Persona.CharacterID] = chat.Grant{}
	}
	return out, nil
}

// talks opens n conversations and returns their ids.
func (b *bed) talks(n int) []string {
	b.t.Helper()
	out := make([]string, n)
	for i := range out {
		s, err := b.rooms[i%2].Open(b.t.Context(), b.user, strconv.Itoa(i+1))
		if err != nil {
			b.t.Fatal(err)
		}
		out[i] = s.ID
	}
	return out
}

// parallel makes n calls at once and counts their results by error code; ""
// counts the ones without an error.
func (b *bed) parallel(n int, call func(i int, room *chat.Service) error) map[string]int {
	b.t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	out := map[string]int{}
	for i := range n {
		wg.Go(func() {
			err := call(i, b.rooms[i%2])
			code := ""
			if e, ok := errors.AsType[*core.Error](err); ok {
				code = e.Code
			} else if err != nil {
				code = err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			out[code]++
		})
	}
	wg.Wait()
	return out
}

func (b *bed) count(query string, args ...any) (n int) {
	b.t.Helper()
	if err := b.db.Read().QueryRowContext(b.t.Context(), query, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// sink reads a stream to its end.
type sink struct{ names []string }

func (*sink) Ready(int) bool                         { return false }
func (s *sink) Event(_ int64, name string, _ []byte) { s.names = append(s.names, name) }
func (*sink) Comment()                               {}
func (*sink) Flush() error                           { return nil }

// finish waits until a reply has ended for its readers.
func (b *bed) finish(room *chat.Service, t chat.Turn) {
	b.t.Helper()
	if err := room.Follow(b.t.Context(), t, 0, &sink{}); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bed) exec(query string, args ...any) {
	b.t.Helper()
	err := b.db.Write(b.t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(b.t.Context(), query, args...)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}
