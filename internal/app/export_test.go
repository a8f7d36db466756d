package app

import "colloquy/internal/httpx"

// Routes is the route table, for tests that run for each row.
var Routes = routeTable

// Limiter returns the limiter that counts calls, for tests that begin near a limit.
func (a *App) Limiter() *httpx.Limiter { return a.api.Limiter() }
