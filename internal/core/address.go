package core

import "net/url"

// ProfilePath is the address of a character's profile on our own site (document
// 2 §2).
func ProfilePath(slug string) string { return "/character/profile/" + url.PathEscape(slug) }
