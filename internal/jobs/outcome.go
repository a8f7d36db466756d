package jobs

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// errProcessEnded is the error of an attempt whose lease expired before an outcome was
// stored.
var errProcessEnded = errors.New("the process ended during the last attempt")

// panicError is the error of a handler that panicked.
type panicError struct {
	panicValue     any
	sourceLocation string
}

// Error returns the location and the value of the panic.
func (e *panicError) Error() string {
	return fmt.Sprintf("panic at %s: %v", e.sourceLocation, e.panicValue)
}

// runHandler runs the handler. A panic counts as a failure.
func runHandler(ctx context.Context, h handler, j row) (err error) {
	ctx, cancel := context.WithTimeout(ctx, HandlerTimeout)
	defer cancel()
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, panicLocation()}
		}
	}()
	return h.fn(ctx, []byte(j.payload))
}

// panicLocation returns the function and line that panicked: the first frame outside
// package runtime. A deferred function must call it.
func panicLocation() string {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") || !more {
			return fmt.Sprintf("%s:%d", f.Function, f.Line)
		}
	}
}

// outcome is the change of a job's row after an attempt. The zero value deletes
// the row.
type outcome struct {
	runAtMillis  int64  // next run in Unix milliseconds; 0: delete the row
	attemptCount int64  // new value of the column
	errorText    string // error text without private values
}

// outcomeOf returns the outcome of an attempt that ended with err. stopping means that the worker
// shuts down: then a failure of the handler does not count as an attempt.
func outcomeOf(h handler, j row, err error, stopping bool, now time.Time) outcome {
	in := func(d time.Duration) int64 { return core.Millis(now.Add(d)) }
	switch {
	case err == nil && h.interval == 0:
		return outcome{}
	case err == nil:
		return outcome{runAtMillis: in(h.interval)}
	case stopping && !errors.Is(err, errProcessEnded):
		return outcome{runAtMillis: in(0), attemptCount: j.attemptCount - 1}
	case h.interval > 0:
		return outcome{runAtMillis: in(min(h.retry.backoff(j), h.interval)), attemptCount: j.attemptCount, errorText: safeErrorText(err, j.payload)}
	case j.attemptCount >= h.retry.MaxAttempts:
		return outcome{runAtMillis: neverRunMillis, attemptCount: h.retry.MaxAttempts, errorText: safeErrorText(err, j.payload)}
	default:
		return outcome{runAtMillis: in(h.retry.backoff(j)), attemptCount: j.attemptCount, errorText: safeErrorText(err, j.payload)}
	}
}

func (o outcome) write(ctx context.Context, tx storage.Querier, j row) error {
	if o.runAtMillis == 0 {
		return deleteRow(ctx, tx, j)
	}
	return rescheduleJob(ctx, tx, j, o)
}
