package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Character is a character with the fields that this package uses.
type Character struct {
	CharacterID int
	Slug        string
	Name        string
	Category    string
	IsHidden    bool // inactive or deleted
}

// Characters finds characters. ref is the character's id, slug or character_id. Find also
// returns hidden characters. For an unknown character the error is of kind core.NotFound.
type Characters interface {
	Find(ctx context.Context, ref string) (Character, error)
}

// Person is the public part of an account.
type Person struct {
	Name            string
	Avatar          string    // address of the picture, or empty
	RegisteredAt    time.Time // time of the registration
	IsProfileHidden bool      // the user has switched the public profile off
}

// visiblePart returns the person as a viewer sees them. If IsProfileHidden is set, name and avatar are left
// out. If isOwn is true, the viewer is the person and sees everything. Rules
// settings-public-profile, media-shown.
func (p Person) visiblePart(isOwn bool) Person {
	if p.IsProfileHidden && !isOwn {
		return Person{Name: core.HiddenUserName, RegisteredAt: p.RegisteredAt}
	}
	return p
}

// People returns persons by user id, in one query. Deleted accounts are missing in the result.
type People interface {
	People(ctx context.Context, userIDs []string) (map[string]Person, error)
}

// CommentAct is a like of a comment or a reply to it. ActorID is the user who liked or replied.
// AuthorID is the comment's author, or empty if the author's account is deleted.
type CommentAct struct {
	AuthorID, ActorID, ActorName string
	CommentID                    string
	CharacterID                  int
	CharacterName, CharacterSlug string
}

// Notices tells the author of a comment about likes and replies. It does not tell authors about
// their own likes and replies. The methods run in the caller's transaction, which has locked the
// row of the comment.
type Notices interface {
	NotifyLike(ctx context.Context, tx storage.Querier, a CommentAct) error
	NotifyReply(ctx context.Context, tx storage.Querier, a CommentAct) error
}

// Jobs runs functions at intervals. Each run is in one process only.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}
