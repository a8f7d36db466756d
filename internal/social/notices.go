package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Kinds of notices. The app chooses the icon by them.
const (
	likeKind         = "like"
	replyKind        = "comment" // a reply to a comment of the user
	newCharacterKind = "feature"
)

// noticeGroup is a group of notices that users can switch off: a column of
// user_settings. Rule settings-notices.
type noticeGroup string

const (
	interactions     noticeGroup = "interactions"
	characterUpdates noticeGroup = "character_updates"
)

// noticeInterval is the least time between two notices about the same actor and object.
const noticeInterval = 24 * time.Hour

// notice is one notification. actionURL is a path on this site.
type notice struct {
	userID     string
	kind       string
	actorID    string // empty if no user caused it
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

// commentNotice returns the fields that all notices to the author of a comment have.
func commentNotice(actor core.Actor, c Comment, ch Character) notice {
	return notice{
		userID: c.UserID, actorID: actor.UserID, objectID: c.ID,
		actionURL: core.ProfilePath(ch.Slug), actionText: "View",
	}
}

// notifyAuthor writes a notice to the author of a comment, unless the author is the
// actor, has switched interactions off, or already has a notice about the same actor
// and comment from the last noticeInterval. A notice about a reply replaces one about a
// like. The caller has locked the row of the comment.
func (s *Service) notifyAuthor(ctx context.Context, tx storage.Querier, actor core.Actor, c Comment, ch Character, build func(core.Actor, Comment, Character) notice) error {
	if c.UserID == "" || c.UserID == actor.UserID {
		return nil
	}
	wanted, actorHidden, err := s.store.noticeSettings(ctx, tx, interactions, c.UserID, actor.UserID)
	if err != nil || !wanted {
		return err
	}
	if actorHidden {
		actor.Name = memberName
	}
	n, now := build(actor, c, ch), s.deps.Clock.Now()
	id, kind, err := s.store.recentNotice(ctx, tx, n, now.Add(-noticeInterval))
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
