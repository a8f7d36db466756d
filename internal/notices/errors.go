package notices

import "colloquy/internal/core"

// Errors of this package. Rule notifications-unsubscribe.
var (
	errNoNotice  = core.E(core.NotFound, "notification_not_found", "This notification does not exist.")
	errBadLink   = core.E(core.NotFound, "unsubscribe_link_unknown", "This link does not work. You can switch mail off in your settings.")
	errBadCursor = core.ErrBadCursor
)
