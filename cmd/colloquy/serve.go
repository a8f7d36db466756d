package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/httpx"
	"colloquy/internal/obs"
	"colloquy/web"
)

type serveCmd struct{ config.Config }

// Run serves until ctx ends.
func (c *serveCmd) Run(ctx context.Context) error {
	setGCPercent()
	log := obs.NewLogger(os.Stderr, c.LogFormat, c.LogLevel)
	l, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; choose another address with --addr", c.Addr, err)
	}
	a, err := app.New(ctx, app.Options{Config: c.Config, Version: version, Dist: web.Dist(), Log: log})
	if err != nil {
		l.Close()
		return err
	}
	defer a.Close()
	for _, warning := range append(c.Warnings(os.Environ()), a.Warnings()...) {
		log.WarnContext(ctx, warning)
	}
	if c.MetricsAddr != "" {
		a.NewLoops().Go(ctx, "metrics server", func(ctx context.Context) { serveMetrics(ctx, c.MetricsAddr, a.MetricsHandler()) })
	}
	if c.LogFormat == "json" {
		a.LogReady(ctx, address(c.Config, l))
	} else {
		a.Report(os.Stdout, address(c.Config, l))
	}
	return a.Run(ctx, l)
}

// serveMetrics serves the metrics on a private address until ctx ends.
func serveMetrics(ctx context.Context, addr string, h http.Handler) {
	handler := withProfiles(h)
	if config.OnLoopback(addr) {
		handler = httpx.OnlyLocalHosts(nil)(handler)
	}
	srv := &http.Server{Addr: addr, Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { srv.Close() })
	if err := srv.ListenAndServe(); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "colloquy: metrics:", err)
	}
}

// withProfiles adds Go's profiles under /debug/pprof/.
func withProfiles(metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", metrics)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// address returns the URL for the log. Without a public URL it has the port of the
// listener, because the configured port may be 0.
func address(c config.Config, l net.Listener) string {
	c.Addr = l.Addr().String()
	return c.BaseURL()
}
