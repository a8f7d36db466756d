package upstream

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// Timeouts are the timeouts of a call. Only pieces, the text or reasoning of the model, count as
// activity. If a model hangs, its server may still send headers, comments and empty events. Zero
// fields get the values of DefaultTimeouts.
type Timeouts struct {
	// FirstPieceTimeout is the longest time from sending the request to the first piece.
	FirstPieceTimeout time.Duration
	// IdleTimeout is the longest time between two pieces. Between reasoning and the first text
	// every byte counts as a piece, because some servers send only comments during long
	// reasoning.
	IdleTimeout        time.Duration
	AfterFinishTimeout time.Duration // longest time between two bytes after the finish of the model
	TotalTimeout       time.Duration // longest time of the whole call
}

// DefaultTimeouts returns the timeouts of hosted and local servers. A server that loads its model
// gets MaxLoadTime as FirstPieceTimeout (Endpoint.WithMinFirstPieceTimeout). Rule replies-timeouts.
func DefaultTimeouts() Timeouts {
	return Timeouts{
		FirstPieceTimeout:  15 * time.Second,
		IdleTimeout:        20 * time.Second,
		AfterFinishTimeout: 2 * time.Second,
		TotalTimeout:       5 * time.Minute,
	}
}

// MaxLoadTime is the longest time to load a model. Rule replies-timeouts.
const MaxLoadTime = 5 * time.Minute

// withDefaults returns l with its zero fields set to those of d.
func (l Timeouts) withDefaults(d Timeouts) Timeouts {
	for _, f := range []struct{ value, fallback *time.Duration }{
		{&l.FirstPieceTimeout, &d.FirstPieceTimeout}, {&l.IdleTimeout, &d.IdleTimeout}, {&l.AfterFinishTimeout, &d.AfterFinishTimeout}, {&l.TotalTimeout, &d.TotalTimeout},
	} {
		if *f.value == 0 {
			*f.value = *f.fallback
		}
	}
	return l
}

// The causes with which a watchdog cancels a call.
var (
	errNoFirstPiece    = errors.New("no answer in time")
	errIdleTimeout     = errors.New("the answer stopped coming")
	errTotalTimeout    = errors.New("the answer took too long")
	errOpenAfterFinish = errors.New("the server keeps a finished answer open")
)

// watchdog cancels a call after a timeout without activity. Recording activity is one
// atomic store: the timer is not reset but checks the time when it fires.
type watchdog struct {
	cancel       context.CancelCauseFunc
	timer        *time.Timer
	startTime    time.Time
	totalTimeout time.Duration
	lastActivity atomic.Int64 // time of the last activity, in nanoseconds since startTime
	timeout      atomic.Int64 // longest allowed time without activity, in nanoseconds
	countsBytes  atomic.Bool  // every byte counts as activity
	reason       atomic.Pointer[error]
	isStopped    atomic.Bool
}

func startWatchdog(cancel context.CancelCauseFunc, l Timeouts) *watchdog {
	w := &watchdog{cancel: cancel, startTime: time.Now(), totalTimeout: l.TotalTimeout}
	w.timeout.Store(int64(l.FirstPieceTimeout))
	w.reason.Store(&errNoFirstPiece)
	w.timer = time.AfterFunc(min(l.FirstPieceTimeout, l.TotalTimeout), w.cancelIfOverdue)
	return w
}

// touch records activity.
func (w *watchdog) touch() { w.lastActivity.Store(int64(time.Since(w.startTime))) }

// setTimeout sets the longest time without activity, from now on. After this time the watchdog
// cancels the call. The cause of the cancellation is the error that `reason` points to. If
// countsBytes is true, every byte is activity.
func (w *watchdog) setTimeout(timeout time.Duration, countsBytes bool, reason *error) {
	w.touch()
	w.countsBytes.Store(countsBytes)
	w.reason.Store(reason)
	w.timeout.Store(int64(timeout))
	w.timer.Reset(max(min(timeout, w.totalTimeout-time.Since(w.startTime)), 0))
}

func (w *watchdog) cancelIfOverdue() {
	if w.isStopped.Load() {
		return
	}
	now := time.Since(w.startTime)
	deadline := time.Duration(w.lastActivity.Load() + w.timeout.Load())
	switch {
	case now >= w.totalTimeout:
		w.cancel(errTotalTimeout)
	case now >= deadline:
		w.cancel(*w.reason.Load())
	default:
		w.timer.Reset(min(deadline, w.totalTimeout) - now)
	}
}

func (w *watchdog) stop() {
	w.isStopped.Store(true)
	w.timer.Stop()
}
