// Package notices shows users their notices, keeps which are read, streams the number of
// unread ones, and mails notices to users who have chosen that.
package notices

import (
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps are the dependencies of the Service.
type Deps struct {
	DB    *storage.DB
	Clock core.Clock
}

// Service implements the calls about notices. It is safe for concurrent use.
type Service struct {
	deps Deps
}

// New returns a Service.
func New(d Deps) *Service { return &Service{deps: d} }
