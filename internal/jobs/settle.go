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

// errDied: the lease of the last attempt ran out without a result.
var errDied = errors.New("the process ended during the last attempt")

// panicError is a handler's panic.
type panicError struct {
	value any
	place string
}

// Error tells the value and the place.
func (e *panicError) Error() string { return fmt.Sprintf("panic at %s: %v", e.place, e.value) }

// call runs the handler. A panic counts as a failure.
func call(ctx context.Context, h handler, j row) (err error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, panicPlace()}
		}
	}()
	return h.fn(ctx, []byte(j.payload))
}

// panicPlace names the function and line that panicked: the first frame that
// is not the runtime's, above the deferred function that calls it.
func panicPlace() string {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") || !more {
			return fmt.Sprintf("%s:%d", f.Function, f.Line)
		}
	}
}

// outcome is what becomes of a job's row after an attempt. The zero value
// removes it.
type outcome struct {
	runAt    int64  // when it runs next; 0: never, the row goes
	attempts int64  // the count to start from
	failure  string // what went wrong, fit for a log
}

// decide is the table of outcomes. stopping says that the worker is shutting
// down: a failure then is given back as if the attempt had not been.
func decide(h handler, j row, err error, stopping bool, now time.Time) outcome {
	in := func(d time.Duration) int64 { return core.Millis(now.Add(d)) }
	switch {
	case err == nil && h.every == 0:
		return outcome{}
	case err == nil:
		return outcome{runAt: in(h.every)}
	case stopping && !errors.Is(err, errDied):
		return outcome{runAt: in(0), attempts: j.attempts - 1}
	case h.every > 0:
		return outcome{runAt: in(min(h.patience.wait(j), h.every)), attempts: j.attempts, failure: describe(err, j.payload)}
	case j.attempts >= h.patience.Attempts:
		return outcome{runAt: setAside, attempts: h.patience.Attempts, failure: describe(err, j.payload)}
	default:
		return outcome{runAt: in(h.patience.wait(j)), attempts: j.attempts, failure: describe(err, j.payload)}
	}
}

func (o outcome) write(ctx context.Context, tx storage.Querier, j row) error {
	if o.runAt == 0 {
		return remove(ctx, tx, j)
	}
	return reschedule(ctx, tx, j, o)
}
