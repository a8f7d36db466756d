package obs

import (
	"context"
	"log/slog"
	"time"
)

const (
	// A loop that has panicked is started again after firstLoopPause, which doubles with
	// each further panic up to maxLoopPause.
	firstLoopPause = time.Second
	maxLoopPause   = time.Minute
	// goodLoopRun is how long a loop must run for the next pause to be the first again.
	goodLoopRun = time.Minute
)

// Loops runs the loops that last as long as the process, such as the queue of jobs. A loop
// that panics is started again. It is safe for concurrent use.
type Loops struct {
	log     *slog.Logger
	metrics *Metrics // nil: not counted
	group   Group
}

// NewLoops returns a Loops. A nil logger means slog.Default.
func NewLoops(log *slog.Logger, metrics *Metrics) *Loops { return &Loops{log: log, metrics: metrics} }

// Go runs loop in a goroutine until it returns. If it panics, the panic is logged and
// counted, and after a pause loop is called again. If ctx ends before that, loop is called
// with the ended ctx, so that it can wait for what it has started. loop must not keep a lock
// or another resource when it panics, and must end when ctx ends.
func (l *Loops) Go(ctx context.Context, name string, loop func(ctx context.Context)) {
	l.metrics.LoopStarted(name)
	l.group.Go(ctx, l.log, name, func() {
		for pause := firstLoopPause; ; pause = min(2*pause, maxLoopPause) {
			isLast, started := ctx.Err() != nil, time.Now()
			if !l.panics(ctx, name, loop) || isLast {
				return
			}
			if time.Since(started) >= goodLoopRun {
				pause = firstLoopPause
			}
			l.metrics.LoopRestarted(name)
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
		}
	})
}

// panics runs loop and reports whether it has panicked.
func (l *Loops) panics(ctx context.Context, name string, loop func(ctx context.Context)) (panicked bool) {
	defer func() {
		if v := recover(); v != nil {
			panicked = true
			logPanic(ctx, l.log, name, v)
		}
	}()
	loop(ctx)
	return false
}

// Wait blocks until all loops have ended.
func (l *Loops) Wait() { l.group.Wait() }
