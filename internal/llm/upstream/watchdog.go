package upstream

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// Limits are how long a call may go without a piece, and how long it may take
// at all. A piece is text or reasoning of the model: headers, comments and empty
// events show only that the server is alive, which a hung model's server is too.
// Zero fields take the defaults of DefaultLimits.
type Limits struct {
	// FirstPiece is the time from sending to the first piece.
	FirstPiece time.Duration
	// Idle is the time between two pieces. While a model has shown reasoning and
	// no text yet, every byte counts as a piece: some servers announce long
	// thinking with comments only.
	Idle  time.Duration
	Grace time.Duration // between two bytes after the model said it ended
	Total time.Duration // the whole call
}

// DefaultLimits are those of hosted and local servers alike. A server that
// loads its model gets LoadTime instead of FirstPiece (Endpoint.Patient).
func DefaultLimits() Limits {
	return Limits{
		FirstPiece: 15 * time.Second,
		Idle:       20 * time.Second,
		Grace:      2 * time.Second,
		Total:      5 * time.Minute,
	}
}

// LoadTime is how long a server may take to load a model.
const LoadTime = 5 * time.Minute

// or fills the zero fields of l.
func (l Limits) or(d Limits) Limits {
	for _, f := range []struct{ mine, its *time.Duration }{
		{&l.FirstPiece, &d.FirstPiece}, {&l.Idle, &d.Idle}, {&l.Grace, &d.Grace}, {&l.Total, &d.Total},
	} {
		if *f.mine == 0 {
			*f.mine = *f.its
		}
	}
	return l
}

// The reasons a watchdog ends a call for.
var (
	errFirst = errors.New("no answer in time")
	errIdle  = errors.New("the answer stopped coming")
	errTotal = errors.New("the answer took too long")
	errGrace = errors.New("the server keeps a finished answer open")
)

// watchdog cancels a call that goes without a sign of life for too long. A sign
// costs one atomic store: the timer is not reset, it looks when it fires.
type watchdog struct {
	cancel context.CancelCauseFunc
	timer  *time.Timer
	begun  time.Time
	total  time.Duration
	last   atomic.Int64 // when the last sign of life came, since begun
	quiet  atomic.Int64 // how long silence may last now
	bytes  atomic.Bool  // every byte is a sign of life now
	reason atomic.Pointer[error]
	done   atomic.Bool
}

func watch(cancel context.CancelCauseFunc, l Limits) *watchdog {
	w := &watchdog{cancel: cancel, begun: time.Now(), total: l.Total}
	w.quiet.Store(int64(l.FirstPiece))
	w.reason.Store(&errFirst)
	w.timer = time.AfterFunc(min(l.FirstPiece, l.Total), w.look)
	return w
}

// touch notes a sign of life.
func (w *watchdog) touch() { w.last.Store(int64(time.Since(w.begun))) }

// allow changes how long silence may last, from now on, and whether every byte
// ends it.
func (w *watchdog) allow(quiet time.Duration, bytes bool, reason *error) {
	w.touch()
	w.bytes.Store(bytes)
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
