package obs

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// checkTimeout bounds each health check.
const checkTimeout = 2 * time.Second

// ErrDraining says that the process is shutting down and takes no new work.
var ErrDraining = errors.New("obs: the process is shutting down")

// Status is the result of a check or of all of them.
type Status string

// The results. Degraded still serves: something optional does not work.
const (
	OK       Status = "ok"
	Degraded Status = "degraded"
	Failed   Status = "failed"
)

// Result is what one check found. Err is for the log: it may name hosts, so it
// is not part of the answer.
type Result struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Millis int64  `json:"ms"`
	Err    error  `json:"-"`
}

// Report is what all checks found, in the order they were added.
type Report struct {
	Status Status   `json:"status"`
	Checks []Result `json:"checks,omitempty"`
}

// Serving reports whether the process should get requests.
func (r Report) Serving() bool { return r.Status != Failed }

// Health holds named checks. They are added before the first report; after
// that it is safe for concurrent use.
type Health struct {
	checks   []check
	draining atomic.Bool
}

// NewHealth returns a Health without checks.
func NewHealth() *Health { return &Health{} }

type check struct {
	name    string
	run     func(context.Context) error
	failure Status
}

// Add adds a check without which the process is not ready, such as the
// database's.
func (h *Health) Add(name string, run func(context.Context) error) {
	h.checks = append(h.checks, check{name, run, Failed})
}

// AddOptional adds a check whose failure is degraded service, such as a model
// provider's.
func (h *Health) AddOptional(name string, run func(context.Context) error) {
	h.checks = append(h.checks, check{name, run, Degraded})
}

// Drain makes the process unready from now on, so that a balancer sends new
// requests elsewhere.
func (h *Health) Drain() { h.draining.Store(true) }

// Check runs all checks at once, each for at most two seconds. A check that
// does not heed its context is not waited for.
func (h *Health) Check(ctx context.Context) Report {
	report := Report{Status: OK, Checks: make([]Result, len(h.checks))}
	var wg Group
	for i, c := range h.checks {
		wg.Go(ctx, nil, "health check", func() { report.Checks[i] = c.result(ctx) })
	}
	wg.Wait()
	for _, r := range report.Checks {
		report.Status = worse(report.Status, r.Status)
	}
	if h.draining.Load() {
		report.Status = Failed
		report.Checks = append(report.Checks, Result{Name: "draining", Status: Failed, Err: ErrDraining})
	}
	return report
}

func (c check) result(ctx context.Context) Result {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	start := time.Now()
	done := make(chan error, 1)
	Go(ctx, nil, "health check", func() { done <- safely(ctx, c.run) })
	r := Result{Name: c.name, Status: OK}
	select {
	case r.Err = <-done:
	case <-ctx.Done():
		r.Err = ctx.Err()
	}
	if r.Err != nil {
		r.Status = c.failure
	}
	r.Millis = time.Since(start).Milliseconds()
	return r
}

func safely(ctx context.Context, run func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("obs: the check panicked: %v", v)
		}
	}()
	return run(ctx)
}

func worse(a, b Status) Status {
	if a == Failed || b == Failed {
		return Failed
	}
	if a == Degraded || b == Degraded {
		return Degraded
	}
	return OK
}
