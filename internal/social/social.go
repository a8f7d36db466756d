// Package social is what people do in public around a character: they like,
// follow, comment, answer and report. It owns the tables character_likes,
// character_follows, social_counts, comments, comment_likes, reports,
// notifications, milestones and announced_characters.
//
// Invariants: a count always equals its rows, because both change in one
// transaction that begins by taking the row of the count; no answer holds
// anybody's e-mail address; what hangs on a hidden character is not found;
// nobody is notified of their own acts (decisions §5, security 2.5).
package social

import (
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Deps is what the room is built from.
type Deps struct {
	DB         *storage.DB
	Characters Characters
	People     People
	Limits     *limits.Counter
	Jobs       Jobs
	Clock      core.Clock
}

// Service keeps likes, follows, comments and what follows from them.
type Service struct {
	Deps
	store store
}

// New makes the room and says what its jobs do.
func New(d Deps) *Service {
	s := &Service{Deps: d, store: store{db: d.DB}}
	d.Jobs.Handle(arrivalsJob, s.announce)
	d.Jobs.Every("social.chat-milestones", 10*time.Minute, s.markChats)
	return s
}

// Numbers are the public counts of a character, and what the user who asks did.
// Comments counts replies too, and no deleted ones.
type Numbers struct {
	Likes, Followers, Comments int
	Liked, Following           bool
}

// Comment is one comment or reply. Replies are one level deep and oldest first.
// A deleted comment that has replies stays without text and author.
type Comment struct {
	ID          string
	CharacterID int
	UserID      string // empty when deleted
	ParentID    string // empty for a comment on the profile itself
	Body        string
	LikeCount   int
	ReplyCount  int
	Deleted     bool
	CreatedAt   time.Time

	Author  Person // for the caller: empty when deleted or gone
	Liked   bool   // by the caller
	Own     bool   // the caller's
	Replies []Comment
}
