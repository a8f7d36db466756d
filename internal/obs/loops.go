package obs

import (
	"context"
	"log/slog"
	"time"
)

const (
	// firstLoopPause is the pause before a loop that has panicked is started again. Each
	// further panic doubles the pause. Rule process-loops.
	firstLoopPause = time.Second
	// maxLoopPause is the longest pause.
	maxLoopPause = time.Minute
	// minStableRun is the running time of a loop after which its next pause is
	// firstLoopPause again.
	minStableRun = time.Minute
)

// Loops runs the loops that last as long as the process, such as the queue of jobs. It restarts a
// loop that panics. It is safe for concurrent use.
type Loops struct {
	log     *slog.Logger
	metrics *Metrics // nil: not counted
	group   Group
}

// NewLoops returns Loops without a loop. A nil logger means slog.Default; nil metrics are
// allowed.
func NewLoops(log *slog.Logger, metrics *Metrics) *Loops { return &Loops{log: log, metrics: metrics} }

// Go runs loop in a goroutine until loop returns. If loop panics, Go logs and counts the panic, and
// calls loop again after a pause. If ctx ends during the pause, Go calls loop at once for the last
// time, so that loop can wait for its goroutines. loop must return when ctx ends. When it panics,
// it must not keep a lock or another resource. Rule process-loops.
func (l *Loops) Go(ctx context.Context, name string, loop func(ctx context.Context)) {
	l.metrics.LoopStarted(name)
	l.group.Go(ctx, l.log, name, func() {
		for pause := firstLoopPause; ; pause = min(2*pause, maxLoopPause) {
			isLast, started := ctx.Err() != nil, time.Now()
			if !l.runRecovered(ctx, name, loop) || isLast {
				return
			}
			if time.Since(started) >= minStableRun {
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

// runRecovered runs loop, logs its panic and reports whether it has panicked.
func (l *Loops) runRecovered(ctx context.Context, name string, loop func(ctx context.Context)) (hasPanicked bool) {
	defer func() {
		if v := recover(); v != nil {
			hasPanicked = true
			logPanic(ctx, l.log, name, v)
		}
	}()
	loop(ctx)
	return false
}

// Wait blocks until all loops have ended.
func (l *Loops) Wait() { l.group.Wait() }
