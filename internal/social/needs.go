package social

import (
	"context"
	"time"

	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// Character is a character with the fields that this package uses.
type Character struct {
	CharacterID int
	Slug        string
	Name        string
	Category    string
	Hidden      bool // inactive or deleted
}

// Characters finds a character by id, slug or character_id, hidden or not. For an
// unknown character the error is core.NotFound.
type Characters interface {
	Find(ctx context.Context, ref string) (Character, error)
}

// Person is the public part of an account.
type Person struct {
	Name   string
	Avatar string    // empty for none
	Since  time.Time // registration
	Hidden bool      // has switched the public profile off
}

// shownTo returns the person as others see them: without name and avatar if they are
// Hidden. own is true for the person's own view. Rule settings-public-profile.
func (p Person) shownTo(own bool) Person {
	if p.Hidden && !own {
		return Person{Name: memberName, Since: p.Since}
	}
	return p
}

// People returns persons by user ID, in one query. Deleted accounts are missing in the
// result.
type People interface {
	People(ctx context.Context, userIDs []string) (map[string]Person, error)
}

// Jobs is the queue of durable jobs.
type Jobs interface {
	Handle(kind string, fn func(ctx context.Context, payload []byte) error)
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
	Enqueue(ctx context.Context, q storage.Querier, job jobs.Job) error
}
