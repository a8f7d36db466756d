// Package accounts knows who people are: it registers them, signs them in and
// out, and tells whose token a request carries. It owns the tables users,
// auth_sessions and known_networks.
//
// Invariants: a mailbox belongs to one account, whatever the case of its
// letters and the spelling of its domain; passwords are stored as argon2id and
// tokens as SHA-256, never as they are; the bearer token and the cookie of one
// sign-in are different secrets. Every try is counted before a password is
// hashed, and no try from elsewhere keeps an owner from a device or network
// that signed in before.
package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps is what the room is built from.
type Deps struct {
	DB     *storage.DB
	Limits Limits
	Jobs   Jobs
	Clock  core.Clock
	Events Events // nil records nothing
	// HashMemory is argon2id's memory in KiB; 0 means 19 MiB. Tests lower it.
	HashMemory uint32
	// RefusalPause is how long a refusal waits before it is answered; 0 means half
	// a second. Tests lower it.
	RefusalPause time.Duration
}

// Service knows who people are.
type Service struct {
	Deps
	store      store
	hasher     *hasher
	recogniser recogniser
}

// New makes the room on a migrated database, brings the keys of addresses up to
// date and schedules its upkeep.
func New(ctx context.Context, d Deps) (*Service, error) {
	secret, err := d.DB.Secret(ctx, "known devices")
	if err != nil {
		return nil, err
	}
	if d.Events == nil {
		d.Events = noEvents{}
	}
	s := &Service{Deps: d, store: store{db: d.DB}, hasher: newHasher(d.HashMemory), recogniser: recogniser{secret}}
	if err := s.rekey(ctx); err != nil {
		return nil, err
	}
	d.Jobs.Every("accounts.expired-sessions", time.Hour, s.dropExpired)
	return s, nil
}

// User is an account.
type User struct {
	ID           string
	Email        string
	Username     string
	PasswordHash string
	Image        string
	IsAdmin      bool
	CreatedAt    time.Time
}

// Session is one sign-in on one device.
type Session struct {
	ID         string
	UserID     string
	BearerHash string
	CookieHash string
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time // idle or absolute, whichever comes first
}

// Lifetimes of a session.
const (
	idleFor    = 14 * 24 * time.Hour
	atMost     = 90 * 24 * time.Hour
	renewAfter = time.Hour // how stale last_seen may be before it is written again

	// maxSessions is how many sign-ins of one account last at once. A further one
	// ends the oldest.
	maxSessions = 50
)
