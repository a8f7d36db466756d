package accounts

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Session is one sign-in on one device.
type Session struct {
	ID              string
	UserID          string
	BearerHash      string
	CookieHash      string
	CreatedAt       time.Time
	LastSeenAt      time.Time
	Browser         string    // such as "Firefox", without a version; empty if unknown
	OperatingSystem string    // such as "Linux", without a version; empty if unknown
	ExpiresAt       time.Time // at the idle limit or the maximum age, whichever is earlier
}

// Bounds of sessions. Rules accounts-session-idle, accounts-session-longest,
// accounts-sessions-list.
const (
	maxSessionIdleTime    = 14 * 24 * time.Hour
	maxSessionAge         = 90 * 24 * time.Hour
	lastSeenWriteInterval = time.Hour // last_seen_at is written at most once in this time

	// maxSessions is the largest number of sessions of an account. A further sign-in deletes
	// the oldest session. Rule limits-sessions.
	maxSessions = 50
)

// tokenHash returns the form in which a token is stored. A token has 256 random
// bits, so a fast hash is enough. Rule accounts-secrets-hashed.
func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
