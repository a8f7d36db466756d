package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/httpx"
	"colloquy/internal/obs"
	"colloquy/web"
)

type serveCmd struct{ config.Config }

// Run serves until ctx ends.
func (c *serveCmd) Run(ctx context.Context, file config.File) error {
	setGCPercent()
	out, err := openLogOutput(c.Config)
	if err != nil {
		return err
	}
	defer out.Close()
	log := obs.NewLogger(out, c.LogFormat, c.LogLevel)
	l, socketWarning, err := openListener(c.Config)
	if err != nil {
		return err
	}
	a, err := app.New(ctx, app.Options{Config: c.Config, Version: version, Dist: web.Dist(), Log: log})
	if err != nil {
		l.Close()
		return err
	}
	defer a.Close()
	debug.FreeOSMemory() // app.New has parsed the whole seed, whose memory is garbage now
	if socketWarning != "" {
		log.WarnContext(ctx, socketWarning)
	}
	for _, warning := range slices.Concat(c.Warnings(os.Environ()), file.Warnings(), a.Warnings()) {
		log.WarnContext(ctx, warning)
	}
	if c.MetricsAddr != "" {
		a.NewLoops().Go(ctx, "metrics server", func(ctx context.Context) { serveMetrics(ctx, c.MetricsAddr, a.MetricsHandler()) })
	}
	return a.Run(ctx, l, func() {
		if c.LogFormat == "json" {
			a.LogReady(ctx, serviceURL(c.Config, l))
		} else {
			a.WriteStartReport(os.Stdout, serviceURL(c.Config, l))
		}
	})
}

// serveMetrics serves h and Go's profiles at addr until ctx ends. At a loopback address it
// answers only requests for local host names.
func serveMetrics(ctx context.Context, addr string, h http.Handler) {
	handler := withProfiles(h)
	if config.IsLoopbackAddr(addr) {
		handler = httpx.OnlyLocalHosts(nil)(handler)
	}
	srv := &http.Server{Addr: addr, Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { srv.Close() })
	if err := srv.ListenAndServe(); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "colloquy: metrics:", err)
	}
}

// withProfiles returns a handler that also serves Go's profiles, under /debug/pprof/.
func withProfiles(metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", metrics)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// serviceURL returns the URL of the service for the log: the public URL, or the address of the
// listener, because the configured port may be 0.
func serviceURL(c config.Config, l net.Listener) string {
	c.Addr = l.Addr().String()
	return c.BaseURL()
}
