package app

import (
	"context"

	"colloquy/internal/httpx"
	"colloquy/internal/obs"
)

// newServer makes the server with its bounds. When it is told to end it says
// so to balancers first, and answers for a while yet.
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

// stopped writes the last security events of the process.
func (a *App) stopped(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	a.security.Flush(ctx)
	a.security.Event(ctx, obs.EventStopped, "", "")
}

// Warnings says what is unsafe about the data directory, in sentences for
// whoever runs the program.
func (a *App) Warnings() []string { return a.db.Warnings() }
