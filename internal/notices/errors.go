package notices

import "colloquy/internal/core"

// Errors of this package.
var (
	errNoNotice  = core.E(core.NotFound, "notification_not_found", "This notification does not exist.")
	errBadCursor = core.ErrBadCursor
)
