// Package accounts knows who people are: it registers them, signs them in and
// out, and tells whose token a request carries. It owns the tables users and
// auth_sessions.
//
// Invariants: an address belongs to one account, whatever its letters' case;
// passwords are stored as argon2id and tokens as SHA-256, never as they are;
// the bearer token and the cookie of one sign-in are different secrets.
package accounts

import (
	"context"

	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Limiter counts events per key in a sliding window.
type Limiter interface {
	Allow(key string, n int, per time.Duration) (wait time.Duration, ok bool)
	Full(key string, n int, per time.Duration) (wait time.Duration, full bool)
	Add(key string, per time.Duration)
}

// Jobs runs upkeep at intervals, on one replica at a time.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Deps is what the room is built from.
type Deps struct {
	DB      *storage.DB
	Limiter Limiter
	Jobs    Jobs
	Clock   core.Clock
	// AdminEmail is made administrator when it registers; empty for nobody.
	AdminEmail string
	// HashMemory is argon2id's memory in KiB; 0 means 19 MiB. Tests lower it.
	HashMemory uint32
}

// Service knows who people are.
type Service struct {
	Deps
	store  store
	hasher *hasher
}

// New makes the room and schedules its upkeep.
func New(d Deps) *Service {
	s := &Service{Deps: d, store: store{db: d.DB}, hasher: newHasher(d.HashMemory)}
	d.Jobs.Every("accounts.expired-sessions", time.Hour, s.dropExpired)
	return s
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

// Lifetimes of a session (decisions §2).
const (
	idleFor    = 14 * 24 * time.Hour
	atMost     = 90 * 24 * time.Hour
	renewAfter = time.Hour // how stale last_seen may be before it is written again
)
