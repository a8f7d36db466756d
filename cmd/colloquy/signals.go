package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"colloquy/internal/obs"
)

const (
	// privateUmask is the umask of the process: other users cannot access its files.
	privateUmask = 0o077
	// secondSignalExit is the exit code after the second signal.
	secondSignalExit = 3
)

// untilSignal returns a context that ends at the first SIGTERM or interrupt. At the
// second signal it calls exit, without waiting for running replies.
func untilSignal(parent context.Context, exit func(code int)) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	obs.Go(ctx, nil, "signals", func() {
		<-signals
		cancel()
		<-signals
		exit(secondSignalExit)
	})
	return ctx, cancel
}
