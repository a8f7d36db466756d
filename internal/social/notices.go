package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Kinds of notices, with the names that document 2 §2 gives their icons.
const (
	likeKind    = "like"
	replyKind   = "comment"
	arrivalKind = "feature"
)

// noticeEvery is the least time between two notices about the same act of the
// same person on the same object (security 2.5).
const noticeEvery = 24 * time.Hour

// notice is one notification. Its address is of our own site and begins with a
// single slash.
type notice struct {
	userID     string
	kind       string
	actorID    string // empty when nobody did it
	objectID   string
	title      string
	message    string
	actionURL  string
	actionText string
}

func likeNotice(actor core.Actor, c Comment, ch Character) notice {
	n := commentNotice(actor, c, ch)
	n.kind, n.title, n.message = likeKind, "Your comment was liked", actor.Name+" likes your comment on "+ch.Name+"."
	return n
}

func replyNotice(actor core.Actor, parent Comment, ch Character) notice {
	n := commentNotice(actor, parent, ch)
	n.kind, n.title, n.message = replyKind, "New reply", actor.Name+" replied to your comment on "+ch.Name+"."
	return n
}

// commentNotice is what the author of a comment is told of.
func commentNotice(actor core.Actor, c Comment, ch Character) notice {
	return notice{
		userID: c.UserID, actorID: actor.UserID, objectID: c.ID,
		actionURL: core.ProfilePath(ch.Slug), actionText: "View",
	}
}

// notify writes a notice unless it is about one's own act, or there is one of
// the same actor and object within a day. A reply takes the place of a like:
// it says more. The caller holds the row of the object.
func (s *Service) notify(ctx context.Context, tx storage.Querier, n notice) error {
	if n.userID == "" || n.userID == n.actorID {
		return nil
	}
	now := s.Clock.Now()
	id, kind, err := s.store.recentNotice(ctx, tx, n, now.Add(-noticeEvery))
	switch {
	case err != nil:
		return err
	case id == "":
		return s.store.insertNotice(ctx, tx, n, now)
	case kind == likeKind && n.kind == replyKind:
		return s.store.replaceNotice(ctx, tx, id, n, now)
	}
	return nil
}
