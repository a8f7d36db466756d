// Package social keeps the likes, follows, comments and reports of users, and the
// notices and milestones that follow from them. It owns the tables character_likes,
// character_follows, social_counts, comments, comment_likes, reports, notifications,
// milestones and announced_characters.
//
// Invariants: a count always equals its rows, because both change in one transaction
// that locks the row of the count first; no answer holds an e-mail address; likes and
// comments of a hidden character are not found; nobody is notified of their own acts.
package social

import (
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Deps is what the package needs.
type Deps struct {
	DB         *storage.DB
	Characters Characters
	People     People
	Limits     *limits.Counter
	Jobs       Jobs
	Clock      core.Clock
}

// Service keeps likes, follows, comments and reports. Its methods may be called
// concurrently.
type Service struct {
	deps  Deps
	store store
}

// New returns the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{deps: d, store: store{db: d.DB}}
	d.Jobs.Handle(newCharactersJob, s.announce)
	d.Jobs.Every("social.chat-milestones", 10*time.Minute, s.recordChatMilestones)
	return s
}

// Comment is a comment or a reply. Replies are one level deep and oldest first. A
// deleted comment with replies remains, without text and author.
type Comment struct {
	ID          string
	CharacterID int
	UserID      string // empty when deleted
	ParentID    string // empty for a comment that is no reply
	Body        string
	LikeCount   int
	ReplyCount  int
	Deleted     bool
	CreatedAt   time.Time

	Author  Person // set for the caller; empty when the comment or account is deleted
	Liked   bool   // by the caller
	Own     bool   // written by the caller
	Replies []Comment
}
