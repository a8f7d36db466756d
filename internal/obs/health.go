package obs

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// checkTimeout is the timeout of each health check.
const checkTimeout = 2 * time.Second

// ErrDraining reports that the process is shutting down.
var ErrDraining = errors.New("obs: the process is shutting down")

// Status is the result of one check or of all checks.
type Status string

// The results. A degraded process serves requests without an optional part.
const (
	StatusOK       Status = "ok"
	StatusDegraded Status = "degraded"
	StatusFailed   Status = "failed"
)

// CheckResult is the result of one check. Err may contain host names, so it is not part of
// the JSON.
type CheckResult struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Millis int64  `json:"ms"`
	Err    error  `json:"-"`
}

// HealthReport has the results of all checks, in the order in which they were added.
type HealthReport struct {
	Status Status        `json:"status"`
	Checks []CheckResult `json:"checks,omitempty"`
}

// IsReady reports whether a load balancer should send requests to this process.
func (r HealthReport) IsReady() bool { return r.Status != StatusFailed }

// Health is a list of named checks. After all checks have been added it is safe for
// concurrent use.
type Health struct {
	checks     []check
	isDraining atomic.Bool
}

// NewHealth returns a Health without checks.
func NewHealth() *Health { return &Health{} }

type check struct {
	name            string
	run             func(context.Context) error
	statusOnFailure Status
}

// Add adds a check that the process needs to be ready, such as the database.
func (h *Health) Add(name string, run func(context.Context) error) {
	h.checks = append(h.checks, check{name, run, StatusFailed})
}

// AddOptionalCheck adds a check whose failure makes the report StatusDegraded, such as a model
// provider.
func (h *Health) AddOptionalCheck(name string, run func(context.Context) error) {
	h.checks = append(h.checks, check{name, run, StatusDegraded})
}

// Drain makes all later reports StatusFailed, so that a load balancer sends new requests to other
// processes. Rule operations-stop.
func (h *Health) Drain() { h.isDraining.Store(true) }

// Check runs all checks in parallel, each with a timeout of two seconds. It does not
// wait for a check that ignores its context. Rule operations-ready.
func (h *Health) Check(ctx context.Context) HealthReport {
	report := HealthReport{Status: StatusOK, Checks: make([]CheckResult, len(h.checks))}
	var wg Group
	for i, c := range h.checks {
		wg.Go(ctx, nil, "health check", func() { report.Checks[i] = c.runWithTimeout(ctx) })
	}
	wg.Wait()
	for _, r := range report.Checks {
		report.Status = worseStatus(report.Status, r.Status)
	}
	if h.isDraining.Load() {
		report.Status = StatusFailed
		report.Checks = append(report.Checks, CheckResult{Name: "draining", Status: StatusFailed, Err: ErrDraining})
	}
	return report
}

func (c check) runWithTimeout(ctx context.Context) CheckResult {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	start := time.Now()
	done := make(chan error, 1)
	Go(ctx, nil, "health check", func() { done <- callSafely(ctx, c.run) })
	r := CheckResult{Name: c.name, Status: StatusOK}
	select {
	case r.Err = <-done:
	case <-ctx.Done():
		r.Err = ctx.Err()
	}
	if r.Err != nil {
		r.Status = c.statusOnFailure
	}
	r.Millis = time.Since(start).Milliseconds()
	return r
}

// callSafely calls run and returns a panic as an error.
func callSafely(ctx context.Context, run func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("obs: the check panicked: %v", v)
		}
	}()
	return run(ctx)
}

func worseStatus(a, b Status) Status {
	if a == StatusFailed || b == StatusFailed {
		return StatusFailed
	}
	if a == StatusDegraded || b == StatusDegraded {
		return StatusDegraded
	}
	return StatusOK
}
