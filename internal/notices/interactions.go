package notices

import (
	"context"
	"fmt"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// actNoticeInterval is the shortest time between two notices about the same actor and
	// comment.
	actNoticeInterval = 24 * time.Hour

	likesText = " likes your comment"
)

// CommentAct is a like of a comment, or a reply to it. The actor is the user who likes or replies.
// The author is the user who wrote the comment. AuthorID is empty if the author's account is
// deleted.
type CommentAct struct {
	AuthorID, ActorID, ActorName string
	CommentID                    string
	CharacterID                  int
	CharacterName, CharacterSlug string
}

func (a CommentAct) likeNotice() storedNotice {
	n := a.noticeToAuthor()
	n.kind, n.title, n.message = likeType, "Your comment was liked", a.ActorName+likesText+" on "+a.CharacterName+"."
	return n
}

func (a CommentAct) replyNotice() storedNotice {
	n := a.noticeToAuthor()
	n.kind, n.title, n.message = replyType, "New reply", a.ActorName+" replied to your comment on "+a.CharacterName+"."
	return n
}

// noticeToAuthor returns the fields that all notices to the author of a comment have.
func (a CommentAct) noticeToAuthor() storedNotice {
	return storedNotice{
		userID: a.AuthorID, actorID: a.ActorID, actorName: a.ActorName, objectID: a.CommentID, characterID: a.CharacterID,
		actionURL: core.ProfilePath(a.CharacterSlug), actionText: viewText,
	}
}

// groupedLikesText returns the message about several likes of a comment. name is the name of the
// latest like's actor. latestLikeText is the text about the latest like alone. otherLikeCount is the
// number of the other likes. Rule notifications-likes-grouped.
func groupedLikesText(name string, otherLikeCount int, latestLikeText string) string {
	textEnd := strings.TrimPrefix(latestLikeText, name+likesText)
	if otherLikeCount == 1 {
		return name + " and 1 other like your comment" + textEnd
	}
	return fmt.Sprintf("%s and %d others like your comment%s", name, otherLikeCount, textEnd)
}

// NotifyLike tells the author of a comment that somebody likes it. The caller has locked the
// row of the comment. Rule notifications-replies-and-likes.
func (w Writer) NotifyLike(ctx context.Context, tx storage.Querier, a CommentAct) error {
	return w.notifyAuthor(ctx, tx, a, CommentAct.likeNotice)
}

// NotifyReply tells the author of a comment that somebody replied to it. The caller has locked
// the row of the comment. Rule notifications-replies-and-likes.
func (w Writer) NotifyReply(ctx context.Context, tx storage.Querier, a CommentAct) error {
	return w.notifyAuthor(ctx, tx, a, CommentAct.replyNotice)
}

// notifyAuthor writes a notice and a mail to the author of a comment, as the author has chosen. If
// the author is the actor, it does nothing. Rules notifications-not-own-acts,
// settings-public-profile.
func (w Writer) notifyAuthor(ctx context.Context, tx storage.Querier, a CommentAct, build func(CommentAct) storedNotice) error {
	if a.AuthorID == "" || a.AuthorID == a.ActorID {
		return nil
	}
	choice, err := w.deliverableChoice(ctx, tx, Interactions, a.AuthorID)
	if err != nil || !choice.shown && !choice.mailed {
		return err
	}
	isActorHidden, err := w.store.isProfileHidden(ctx, tx, a.ActorID)
	if err != nil {
		return err
	}
	if isActorHidden {
		a.ActorName = core.HiddenUserName
	}
	if err := w.lockNotices(ctx, tx, a.AuthorID); err != nil {
		return err
	}
	n := build(a)
	n.createdAt = w.clock.Now()
	n.id = core.NewID(n.createdAt)
	isNew := true
	if choice.shown {
		if isNew, err = w.writeActNotice(ctx, tx, n); err != nil {
			return err
		}
	}
	if !isNew || !choice.mailed || w.mails == nil {
		return nil
	}
	return w.mailActNotice(ctx, tx, n)
}

// writeActNotice writes the notice n about a like or reply. If the user got a notice about the same
// actor and comment within actNoticeInterval, it does not write n. Exception: a notice about a reply
// replaces one about a like. isNew is true if n was written. Rule notifications-once-a-day.
func (w Writer) writeActNotice(ctx context.Context, tx storage.Querier, n storedNotice) (isNew bool, err error) {
	id, kind, err := w.store.recentNotice(ctx, tx, n, n.createdAt.Add(-actNoticeInterval))
	switch {
	case err != nil:
		return false, err
	case id == "":
		return true, w.insertActNotice(ctx, tx, n)
	case kind == likeType && n.kind == replyType:
		if err := w.store.replaceNotice(ctx, tx, id, n); err != nil {
			return false, err
		}
		return true, w.store.regroupLikes(ctx, tx, n.userID, n.objectID)
	}
	return false, nil
}

// insertActNotice inserts a notice about a reply or a like. A like becomes the latest like of
// its comment, and replaces an older like by the same actor.
func (w Writer) insertActNotice(ctx context.Context, tx storage.Querier, n storedNotice) error {
	if n.kind == likeType {
		var err error
		if n.otherLikeCount, err = w.store.makeRoomForLike(ctx, tx, n); err != nil {
			return err
		}
	}
	return w.store.insertNotice(ctx, tx, n)
}
