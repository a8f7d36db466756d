package app

import (
	"context"

	"colloquy/internal/httpx"
	"colloquy/internal/obs"
)

// newServer makes the server with its limits. On shutdown it reports not ready to
// load balancers before it stops answering.
func (a *App) newServer() *httpx.Server {
	c := a.opts.Config
	server := httpx.NewServer(a.Handler(), a.opts.Log)
	server.LameDuck = c.LameDuck()
	server.Conns = httpx.ConnLimit{
		PerNetwork: c.MaxConnections, Exempt: c.Proxies(),
		Refused: func(ctx context.Context, network string) {
			a.security.Repeated(ctx, obs.EventConnsRefused, network, "")
		},
	}
	server.OnDrain(a.health.Drain)
	return server
}

// stopped logs the last security events of the process.
func (a *App) stopped(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	a.security.Flush(ctx)
	a.security.Event(ctx, obs.EventStopped, "", "")
}

// Warnings lists what is unsafe about the data directory, in sentences for the
// operator.
func (a *App) Warnings() []string { return a.db.Warnings() }
