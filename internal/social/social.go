// Package social stores the likes, follows, comments and reports of users, and creates milestones
// from them. It owns the tables character_likes, character_follows, social_counts, comments,
// comment_likes, reports and milestones.
//
// Invariants:
//   - A stored count always equals the number of rows that it counts. A transaction that adds or
//     deletes a counted row first locks the row of the count. It then changes the counted row and
//     the count.
//   - No answer contains an email address.
//   - Likes and comments of a hidden character are not found.
package social

import (
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Deps are the dependencies of the Service.
type Deps struct {
	DB         *storage.DB
	Characters Characters
	People     People
	Notices    Notices
	Limits     *limits.Counter
	Jobs       Jobs
	Clock      core.Clock
}

// Service implements the calls about likes, follows, comments and reports. It is safe
// for concurrent use.
type Service struct {
	deps  Deps
	store store
}

// New returns a Service and registers its jobs. Chat milestones appear up to ten minutes
// late. Rule profile-activity.
func New(d Deps) *Service {
	s := &Service{deps: d, store: store{db: d.DB}}
	d.Jobs.Every("social.chat-milestones", 10*time.Minute, s.recordChatMilestones)
	return s
}

// Comment is a comment or a reply. Replies are one level deep and oldest first. A
// deleted comment with replies remains, without text and author.
type Comment struct {
	ID          string
	CharacterID int
	UserID      string // empty when deleted
	ParentID    string // empty for a comment that is not a reply
	Body        string
	LikeCount   int
	ReplyCount  int
	IsDeleted   bool
	CreatedAt   time.Time

	// Comments, Replies and PostComment set the fields below.
	Author  Person    // empty if the comment or the account is deleted
	Liked   bool      // by the requesting user
	IsOwn   bool      // written by the requesting user
	Replies []Comment // the newest replies, oldest first
	// EarlierRepliesCursor is the cursor of the replies before those in Replies; empty if there
	// are no earlier replies.
	EarlierRepliesCursor string
}
