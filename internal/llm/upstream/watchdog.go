package upstream

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// Limits are how long a call may be silent, and how long it may take at all.
// Zero fields take the defaults of DefaultLimits.
type Limits struct {
	FirstByte time.Duration // from sending to the first byte of the answer's body
	Idle      time.Duration // between two bytes of it
	Grace     time.Duration // between two bytes after the model said it ended
	Total     time.Duration // the whole call
}

// DefaultLimits suit a model server: many send their headers with the first
// token only, so the wait for the first byte covers queue and prompt. A local
// server may have to load the model first.
func DefaultLimits(local bool) Limits {
	l := Limits{
		FirstByte: 90 * time.Second,
		Idle:      45 * time.Second,
		Grace:     2 * time.Second,
		Total:     5 * time.Minute,
	}
	if local {
		l.FirstByte = 300 * time.Second
	}
	return l
}

// or fills the zero fields of l.
func (l Limits) or(d Limits) Limits {
	for _, f := range []struct{ mine, its *time.Duration }{
		{&l.FirstByte, &d.FirstByte}, {&l.Idle, &d.Idle}, {&l.Grace, &d.Grace}, {&l.Total, &d.Total},
	} {
		if *f.mine == 0 {
			*f.mine = *f.its
		}
	}
	return l
}

// The reasons a watchdog ends a call for.
var (
	errFirstByte = errors.New("no answer in time")
	errIdle      = errors.New("the answer stopped coming")
	errTotal     = errors.New("the answer took too long")
	errGrace     = errors.New("the server keeps a finished answer open")
)

// watchdog cancels a call that is silent for too long. A byte costs it one
// atomic store: the timer is not reset, it looks when it fires.
type watchdog struct {
	cancel context.CancelCauseFunc
	timer  *time.Timer
	begun  time.Time
	total  time.Duration
	last   atomic.Int64 // when the last byte came, since begun
	quiet  atomic.Int64 // how long silence may last now
	reason atomic.Pointer[error]
	done   atomic.Bool
}

func watch(cancel context.CancelCauseFunc, l Limits) *watchdog {
	w := &watchdog{cancel: cancel, begun: time.Now(), total: l.Total}
	w.quiet.Store(int64(l.FirstByte))
	w.reason.Store(&errFirstByte)
	w.timer = time.AfterFunc(min(l.FirstByte, l.Total), w.look)
	return w
}

// touch notes that a byte came.
func (w *watchdog) touch() { w.last.Store(int64(time.Since(w.begun))) }

// allow changes how long silence may last, from now on.
func (w *watchdog) allow(quiet time.Duration, reason *error) {
	w.touch()
	w.reason.Store(reason)
	w.quiet.Store(int64(quiet))
	w.timer.Reset(max(min(quiet, w.total-time.Since(w.begun)), 0))
}

func (w *watchdog) look() {
	if w.done.Load() {
		return
	}
	now := time.Since(w.begun)
	silent := time.Duration(w.last.Load() + w.quiet.Load())
	switch {
	case now >= w.total:
		w.cancel(errTotal)
	case now >= silent:
		w.cancel(*w.reason.Load())
	default:
		w.timer.Reset(min(silent, w.total) - now)
	}
}

func (w *watchdog) stop() {
	w.done.Store(true)
	w.timer.Stop()
}
