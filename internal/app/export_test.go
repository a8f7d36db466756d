package app

import "colloquy/internal/storage"

// Routes is the route table, for the tests that are made from it.
var Routes = routes

// DB is the database, for tests of what happens when it changes or ends.
func (a *App) DB() *storage.DB { return a.db }
