package app

import (
	"context"

	"colloquy/internal/httpx"
	"colloquy/internal/obs"
)

// newServer returns the HTTP server with its limits. During a drain /readyz returns 503, so
// that load balancers send requests elsewhere before the server stops answering.
func (a *App) newServer(front *tlsFrontend) *httpx.Server {
	c := a.opts.Config
	server := httpx.NewServer(a.Handler(), a.opts.Log)
	server.DrainDuration, server.TLS = c.DrainDuration(), front.tls()
	server.ConnLimit = httpx.ConnLimit{
		MaxConnsPerNetwork: c.MaxConnections, ExemptNetworks: c.Proxies(),
		OnRefused: func(ctx context.Context, network string) {
			a.securityLog.RecordRepeated(ctx, obs.EventConnsRefused, network, "")
		},
	}
	server.OnDrain(a.health.Drain)
	return server
}

// logStopped writes the security events that are not logged yet, and the event that the process
// has stopped.
func (a *App) logStopped(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	a.securityLog.Flush(ctx)
	a.securityLog.RecordEvent(ctx, obs.EventStopped, "", "")
}

// Warnings returns a sentence for the operator about each unsafe property of the data
// directory.
func (a *App) Warnings() []string { return a.db.Warnings() }
