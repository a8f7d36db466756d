// Package jobs is a durable queue in the database. A caller enqueues a job in its own transaction,
// and a worker in any process runs the job after the commit. The package owns the table jobs.
//
// A job may run more than once, so handlers must be idempotent. One worker runs a job at a time: a
// conditional update claims the job and sets run_at to the end of a lease. If the worker crashes,
// the lease expires and another worker claims the job.
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
	"colloquy/internal/obs"
	"colloquy/internal/storage"
)

const (
	// Lease is how long a claimed job belongs to its worker.
	Lease = 5 * time.Minute
	// HandlerTimeout ends a handler's context. It is shorter than the lease, so a
	// handler that respects its context never overlaps with the next attempt.
	HandlerTimeout = Lease - 30*time.Second

	pollInterval   = time.Second
	workerCount    = 4
	claimBatchSize = workerCount
	// storeOutcomeTimeout is the time limit for storing the outcome of an attempt, also during a
	// shutdown.
	storeOutcomeTimeout = 10 * time.Second
)

// ErrAlreadyRunning is the error of a call of Run while another call of Run has not returned.
var ErrAlreadyRunning = errors.New("jobs: the queue runs already")

// Job is one piece of work. Kind names the handler. At most one job has a given Kind and
// UniqueKey. Payload is stored as JSON. A zero RunAt means now.
type Job struct {
	Kind      string
	UniqueKey string
	Payload   any
	RunAt     time.Time
}

type handler struct {
	fn       func(ctx context.Context, payload []byte) error
	retry    RetryPolicy
	interval time.Duration // interval of a recurring job, else 0
}

// Queue adds jobs to the table and is the worker of this process. It is safe for
// concurrent use.
type Queue struct {
	db    *storage.DB
	clock core.Clock
	log   *slog.Logger
	wake  chan struct{}

	busyWorkers     chan struct{} // has an element for each running job
	runningAttempts obs.Group     // the running attempts that Run has started
	mu              sync.Mutex
	handlers        map[string]handler
	onFailure       func(kind string)
	isRunning       bool
}

// New returns a queue, which does nothing until a call of Run or RunDue.
func New(db *storage.DB, clock core.Clock, logger *slog.Logger) *Queue {
	return &Queue{db: db, clock: clock, log: logger, wake: make(chan struct{}, 1), busyWorkers: make(chan struct{}, workerCount), handlers: map[string]handler{}}
}

// Handle registers the handler of a kind, with DefaultRetry for failed jobs. It panics if the kind
// already has a handler. The queue leaves jobs of a kind without a handler in the table, because
// another version of the program may handle them.
func (q *Queue) Handle(kind string, fn func(ctx context.Context, payload []byte) error) {
	q.HandleWith(kind, DefaultRetry, fn)
}

// HandleWith is Handle with a retry policy, for work that depends on an external
// service.
func (q *Queue) HandleWith(kind string, p RetryPolicy, fn func(ctx context.Context, payload []byte) error) {
	q.addHandler(kind, handler{fn: fn, retry: p})
}

// Every registers a recurring job: one process runs fn once in each interval. The first run is as
// soon as a queue runs. A failed run is retried without end, with the waits of DefaultRetry up to
// the interval. Every panics if the kind already has a handler or the interval is not positive.
func (q *Queue) Every(kind string, interval time.Duration, fn func(ctx context.Context) error) {
	if interval <= 0 {
		panic("jobs: the interval of " + kind + " must be positive")
	}
	q.addHandler(kind, handler{fn: func(ctx context.Context, _ []byte) error { return fn(ctx) }, retry: DefaultRetry, interval: interval})
}

func (q *Queue) addHandler(kind string, h handler) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, ok := q.handlers[kind]; ok {
		panic("jobs: two handlers for " + kind)
	}
	q.handlers[kind] = h
}

// OnFailure sets the function that is called with the kind of a job after each failed
// attempt.
func (q *Queue) OnFailure(fn func(kind string)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.onFailure = fn
}

// Enqueue adds a job in the caller's transaction. If a job with the kind and key is stored already,
// Enqueue does nothing; that job may even have failed permanently. A call of Wake after the commit
// skips the wait for the next poll.
func (q *Queue) Enqueue(ctx context.Context, tx storage.Querier, j Job) error {
	payload, err := storage.ToJSON(j.Payload)
	if err != nil {
		return fmt.Errorf("jobs: payload of %s: %w", j.Kind, err)
	}
	now := q.clock.Now()
	if j.RunAt.IsZero() {
		j.RunAt = now
	}
	return insertJob(ctx, tx, row{
		id: core.NewID(now), kind: j.Kind, key: j.UniqueKey, payload: payload, runAtMillis: core.Millis(j.RunAt),
	}, core.Millis(now))
}

// Wake makes a running queue poll at once. It never blocks.
func (q *Queue) Wake() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *Queue) handlerOf(kind string) handler {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.handlers[kind]
}

// kinds returns all kinds with a handler, and the recurring ones among them.
func (q *Queue) kinds() (allKinds, recurringKinds []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	allKinds = slices.Sorted(maps.Keys(q.handlers))
	for _, kind := range allKinds {
		if q.handlers[kind].interval > 0 {
			recurringKinds = append(recurringKinds, kind)
		}
	}
	return allKinds, recurringKinds
}
