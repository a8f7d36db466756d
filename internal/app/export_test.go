package app

import "colloquy/internal/httpx"

// Routes is the route table, for the tests that are made from it.
var Routes = routes

// Limiter counts calls, for tests that begin near a limit.
func (a *App) Limiter() *httpx.Limiter { return a.api.Limiter() }
