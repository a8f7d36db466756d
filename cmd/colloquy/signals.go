package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"colloquy/internal/obs"
)

const (
	// ownerOnly is the umask of the process: no file that it makes is for others.
	ownerOnly = 0o077
	// hurried is the exit code after a second signal.
	hurried = 3
)

// untilSignal returns a context that ends at the first SIGTERM or Ctrl-C. The
// second one calls exit at once: somebody does not want to wait for replies.
func untilSignal(parent context.Context, exit func(code int)) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	obs.Go(ctx, nil, "signals", func() {
		<-signals
		cancel()
		<-signals
		exit(hurried)
	})
	return ctx, cancel
}
