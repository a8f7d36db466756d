package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"colloquy/internal/obs"
)

const (
	// ownerOnlyUmask is the umask of the process, so that other users of the machine cannot
	// access its files.
	ownerOnlyUmask = 0o077
	// secondSignalExitCode is the exit code of the program after a second signal.
	secondSignalExitCode = 3
)

// withSignals returns a context that ends at the first SIGTERM or interrupt. At the second
// signal it calls exit at once, without waiting for running replies. Rule operations-stop.
func withSignals(parent context.Context, exit func(code int)) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	obs.Go(ctx, nil, "signals", func() {
		<-signals
		cancel()
		<-signals
		exit(secondSignalExitCode)
	})
	return ctx, cancel
}
