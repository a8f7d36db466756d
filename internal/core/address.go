package core

import "net/url"

// ProfilePath returns the path of a character's profile. It is in core because the
// catalogue's answers and social's notices both link to it.
func ProfilePath(slug string) string { return "/character/profile/" + url.PathEscape(slug) }
