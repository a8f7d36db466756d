package app

import (
	"colloquy/internal/httpx"
	"colloquy/internal/storage"
)

// Routes is the route table, for the tests that are made from it.
var Routes = routes

// DB is the database, for tests of what happens when it changes or ends.
func (a *App) DB() *storage.DB { return a.db }

// Limiter counts calls, for tests that begin near a limit.
func (a *App) Limiter() *httpx.Limiter { return a.api.Limiter() }
