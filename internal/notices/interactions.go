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
	// noticeInterval is the least time between two notices about the same actor and
	// comment.
	noticeInterval = 24 * time.Hour

	memberName = "A member" // of a user with a hidden profile
	likesText  = " likes your comment"
)

// CommentAct is what a user did with a comment of another one. AuthorID is empty if the
// comment has no author any more.
type CommentAct struct {
	AuthorID, ActorID, ActorName string
	CommentID                    string
	CharacterID                  int
	CharacterName, CharacterSlug string
}

func (a CommentAct) like() storedNotice {
	n := a.notice()
	n.kind, n.title, n.message = likeType, "Your comment was liked", a.ActorName+likesText+" on "+a.CharacterName+"."
	return n
}

func (a CommentAct) reply() storedNotice {
	n := a.notice()
	n.kind, n.title, n.message = replyType, "New reply", a.ActorName+" replied to your comment on "+a.CharacterName+"."
	return n
}

// notice returns the fields that all notices to the author of a comment have.
func (a CommentAct) notice() storedNotice {
	return storedNotice{
		userID: a.AuthorID, actorID: a.ActorID, actorName: a.ActorName, objectID: a.CommentID, characterID: a.CharacterID,
		actionURL: core.ProfilePath(a.CharacterSlug), actionText: viewText,
	}
}

// likesMessage returns the message about several likes of a comment, from the message of
// the latest. Rule notifications-likes-grouped.
func likesMessage(name string, others int, message string) string {
	rest := strings.TrimPrefix(message, name+likesText)
	if others == 1 {
		return name + " and 1 other like your comment" + rest
	}
	return fmt.Sprintf("%s and %d others like your comment%s", name, others, rest)
}

// Liked tells the author of a comment that somebody likes it. The caller has locked the
// row of the comment. Rule notifications-replies-and-likes.
func (w Writer) Liked(ctx context.Context, tx storage.Querier, a CommentAct) error {
	return w.tellAuthor(ctx, tx, a, CommentAct.like)
}

// Replied tells the author of a comment that somebody replied to it. The caller has locked
// the row of the comment. Rule notifications-replies-and-likes.
func (w Writer) Replied(ctx context.Context, tx storage.Querier, a CommentAct) error {
	return w.tellAuthor(ctx, tx, a, CommentAct.reply)
}

// tellAuthor tells the author of a comment by a notice and by mail, as far as the author
// wants them, unless the author is the actor. Rule notifications-not-own-acts.
func (w Writer) tellAuthor(ctx context.Context, tx storage.Querier, a CommentAct, build func(CommentAct) storedNotice) error {
	if a.AuthorID == "" || a.AuthorID == a.ActorID {
		return nil
	}
	chosen, err := w.choices(ctx, tx, Interactions, a.AuthorID)
	if err != nil || !chosen.shown && !chosen.mailed {
		return err
	}
	hidden, err := w.store.profileHidden(ctx, tx, a.ActorID)
	if err != nil {
		return err
	}
	if hidden {
		a.ActorName = memberName
	}
	if err := w.lockUser(ctx, tx, a.AuthorID); err != nil {
		return err
	}
	n := build(a)
	n.createdAt = w.clock.Now()
	n.id = core.NewID(n.createdAt)
	fresh := true
	if chosen.shown {
		if fresh, err = w.writeAct(ctx, tx, n); err != nil {
			return err
		}
	}
	if !fresh || !chosen.mailed || w.mails == nil {
		return nil
	}
	return w.mailAct(ctx, tx, n)
}

// writeAct writes a notice about an act, unless the user already has one about the same
// actor and comment from the last noticeInterval. A notice about a reply replaces one about
// a like. fresh reports whether it wrote one. Rule notifications-once-a-day.
func (w Writer) writeAct(ctx context.Context, tx storage.Querier, n storedNotice) (fresh bool, err error) {
	id, kind, err := w.store.recentNotice(ctx, tx, n, n.createdAt.Add(-noticeInterval))
	switch {
	case err != nil:
		return false, err
	case id == "":
		return true, w.insertAct(ctx, tx, n)
	case kind == likeType && n.kind == replyType:
		if err := w.store.replaceNotice(ctx, tx, id, n); err != nil {
			return false, err
		}
		return true, w.store.regroupLikes(ctx, tx, n.userID, n.objectID)
	}
	return false, nil
}

// insertAct inserts a notice about a reply or a like. A like becomes the latest of its
// comment, and replaces an older one by the same actor.
func (w Writer) insertAct(ctx context.Context, tx storage.Querier, n storedNotice) error {
	if n.kind == likeType {
		var err error
		if n.others, err = w.store.makeRoomForLike(ctx, tx, n); err != nil {
			return err
		}
	}
	return w.store.insertNotice(ctx, tx, n)
}
