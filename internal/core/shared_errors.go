package core

// Errors that several packages return with the same text. Rules api-cross-site, api-cursors.
var (
	ErrNotSignedIn = E(Unauthenticated, "not_signed_in", "Please log in to continue.")
	ErrRateLimited = E(Limited, "rate_limited", "That was a lot at once. Please wait a moment and try again.")
	ErrCrossSite   = E(Forbidden, "cross_site", "This call must come from our own pages.")
	ErrBadCursor   = E(Malformed, "bad_cursor", "This list cannot be continued. Please load it again.")
	// rule profile-not-found
	ErrNoCharacter = E(NotFound, "character_not_found", "Character not found")
)
