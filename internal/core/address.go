package core

import "net/url"

// ProfilePath returns the path of a character's profile page. It is in core because
// packages catalogue and social both use it. Rule look-addresses.
func ProfilePath(slug string) string { return "/character/profile/" + url.PathEscape(slug) }

// ArticlePath returns the path of an article's page.
func ArticlePath(slug string) string { return "/blog/" + url.PathEscape(slug) }
