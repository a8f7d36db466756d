package obs

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
)

// Go runs fn in a goroutine. If fn panics, Go logs the panic with its stack and the given name.
// Only the goroutine ends, not the process. A nil logger means slog.Default.
//
// Every goroutine of the program is started with Go, in a Group or with Loops. Loops is for
// goroutines that last as long as the process.
func Go(ctx context.Context, log *slog.Logger, name string, fn func()) {
	go func() {
		defer Recover(ctx, log, name)
		fn()
	}()
}

// Group is a sync.WaitGroup whose goroutines recover like those of Go. The zero
// value is ready for use.
type Group struct{ wg sync.WaitGroup }

// Go runs fn in a goroutine of the group, like the function Go.
func (g *Group) Go(ctx context.Context, log *slog.Logger, name string, fn func()) {
	g.wg.Go(func() {
		defer Recover(ctx, log, name)
		fn()
	})
}

// Wait blocks until all goroutines of the group have ended.
func (g *Group) Wait() { g.wg.Wait() }

// Recover logs a panic and stops it. It must be deferred directly.
func Recover(ctx context.Context, log *slog.Logger, name string) {
	if v := recover(); v != nil {
		logPanic(ctx, log, name, v)
	}
}

// logPanic logs a recovered panic. The deferred function that recovers the panic must call
// logPanic itself, so that the logged stack contains the place of the panic.
func logPanic(ctx context.Context, log *slog.Logger, name string, v any) {
	if log == nil {
		log = slog.Default()
	}
	log.ErrorContext(ctx, "panic in a goroutine", "name", name, "value", PanicText(v), "stack", string(debug.Stack()))
}
