// Package jobs does work that must not be lost: a room enqueues a job in the
// transaction that made it necessary, and a worker of any replica runs it. It
// owns the table jobs.
//
// A job runs at least once: handlers must bear a second run. Of several workers
// only one runs a job at a time, because it is claimed by a conditional update
// that moves run_at forward as a lease. A worker that dies leaves the lease to
// run out; the next one takes over.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// Lease is how long a claimed job belongs to its worker.
	Lease = 5 * time.Minute
	// Timeout ends a handler's context. It is shorter than the lease, so that a
	// handler that heeds its context never runs beside its own second run.
	Timeout = Lease - 30*time.Second

	poll    = time.Second
	workers = 4
	batch   = workers
	// settleTimeout bounds writing down how a job ended, also at shutdown.
	settleTimeout = 10 * time.Second
)

// ErrRunning says that Run was called a second time.
var ErrRunning = errors.New("jobs: the queue runs already")

// Job is one piece of work. Kind names the handler; Kind and Key together name
// the work, so that it is queued once. Payload is stored as JSON. A zero RunAt
// means now.
type Job struct {
	Kind    string
	Key     string
	Payload any
	RunAt   time.Time
}

type handler struct {
	fn       func(ctx context.Context, payload []byte) error
	patience Patience
	every    time.Duration // above 0 for recurring work
}

// Queue is the list of jobs in the database, and the worker of this process.
type Queue struct {
	db    *storage.DB
	clock core.Clock
	log   *slog.Logger
	kick  chan struct{}

	mu       sync.Mutex
	handlers map[string]handler
	failed   func(kind string)
	running  bool
}

// New makes a queue. Run must be called for its jobs to run.
func New(db *storage.DB, clock core.Clock, logger *slog.Logger) *Queue {
	return &Queue{db: db, clock: clock, log: logger, kick: make(chan struct{}, 1), handlers: map[string]handler{}}
}

// Handle says what runs the jobs of a kind, with Usual patience. Jobs of a kind
// without a handler are left alone: another version of the program may know
// them. It panics when the kind is taken.
func (q *Queue) Handle(kind string, fn func(ctx context.Context, payload []byte) error) {
	q.HandleWith(kind, Usual, fn)
}

// HandleWith is Handle for work that waits for something outside, and so is
// tried for longer or shorter than usual.
func (q *Queue) HandleWith(kind string, p Patience, fn func(ctx context.Context, payload []byte) error) {
	q.register(kind, handler{fn: fn, patience: p})
}

// Every has fn run once per interval by one of all replicas, first as soon as
// a queue runs. A failure is tried again sooner, and for ever. It panics when
// the kind is taken or the interval is not positive.
func (q *Queue) Every(kind string, interval time.Duration, fn func(ctx context.Context) error) {
	if interval <= 0 {
		panic("jobs: the interval of " + kind + " must be positive")
	}
	q.register(kind, handler{fn: func(ctx context.Context, _ []byte) error { return fn(ctx) }, patience: Usual, every: interval})
}

func (q *Queue) register(kind string, h handler) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, ok := q.handlers[kind]; ok {
		panic("jobs: two handlers for " + kind)
	}
	q.handlers[kind] = h
}

// OnFailure has fn called after each failed attempt, to count it.
func (q *Queue) OnFailure(fn func(kind string)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.failed = fn
}

// Enqueue adds a job within the caller's transaction. It does nothing when the
// kind and key are there already, waiting, running or set aside. Call Kick
// after the commit for work that should not wait for the next poll.
func (q *Queue) Enqueue(ctx context.Context, tx storage.Querier, j Job) error {
	payload, err := storage.JSON(j.Payload)
	if err != nil {
		return fmt.Errorf("jobs: payload of %s: %w", j.Kind, err)
	}
	now := q.clock.Now()
	if j.RunAt.IsZero() {
		j.RunAt = now
	}
	return insert(ctx, tx, row{
		id: core.NewID(now), kind: j.Kind, key: j.Key, payload: payload, runAt: core.Millis(j.RunAt),
	}, core.Millis(now))
}

// Done removes a job within the caller's transaction: the work it was the
// safety net of was done without it.
func (q *Queue) Done(ctx context.Context, tx storage.Querier, kind, key string) error {
	return removeByKey(ctx, tx, kind, key)
}

// Kick makes a running queue look for due jobs now. It never blocks.
func (q *Queue) Kick() {
	select {
	case q.kick <- struct{}{}:
	default:
	}
}

func (q *Queue) handlerOf(kind string) handler {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.handlers[kind]
}

// kinds returns the names of all handlers, and of those that recur.
func (q *Queue) kinds() (all, recurring []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	all = slices.Sorted(maps.Keys(q.handlers))
	for _, kind := range all {
		if q.handlers[kind].every > 0 {
			recurring = append(recurring, kind)
		}
	}
	return all, recurring
}
