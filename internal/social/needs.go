package social

import (
	"context"
	"time"

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

// CommentAct is what a user did with a comment of another one. AuthorID is empty if the
// comment has no author any more.
type CommentAct struct {
	AuthorID, ActorID, ActorName string
	CommentID                    string
	CharacterID                  int
	CharacterName, CharacterSlug string
}

// Notices tells the author of a comment what others do with it, in the caller's
// transaction, which has locked the row of the comment. It tells nobody of own acts.
type Notices interface {
	Liked(ctx context.Context, tx storage.Querier, a CommentAct) error
	Replied(ctx context.Context, tx storage.Querier, a CommentAct) error
}

// Jobs runs functions at intervals, in one process at a time.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}
