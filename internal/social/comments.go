package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// How often a user may comment. An account younger than newAccountAge has the lower limit
// newAccountCommentsPerHour. Rules comments-rate, comments-repeated.
const (
	commentsPerMinute         = 5
	commentsPerHour           = 60
	newAccountCommentsPerHour = 10
	newAccountAge             = 24 * time.Hour
	sameTextInterval          = 10 * time.Minute // time until the same text is accepted again
)

// CommentDraft is a comment to post. ParentID is the comment that it replies to, or empty.
type CommentDraft struct {
	Text     string
	ParentID string
}

// PostComment stores a comment on the character that ref names, or a reply to a comment. Errors:
//   - core.NotFound: the parent is deleted, belongs to another character or is a reply itself.
//   - core.Conflict: the user posted the same text within the last ten minutes.
//   - errRateLimited: a limit is reached.
//   - errUnverified: the actor is not verified (rule accounts-verified).
func (s *Service) PostComment(ctx context.Context, actor core.Actor, ref string, d CommentDraft) (Comment, error) {
	if !actor.IsVerified {
		return Comment{}, errUnverified
	}
	text, err := commentTextLimits.cleanAndCheck(d.Text)
	if err != nil {
		return Comment{}, err
	}
	ch, err := s.shownCharacter(ctx, ref)
	if err != nil {
		return Comment{}, err
	}
	people, err := s.deps.People.People(ctx, []string{actor.UserID})
	if err != nil {
		return Comment{}, err
	}
	author := people[actor.UserID]
	now := s.deps.Clock.Now()
	c := Comment{
		ID: core.NewID(now), CharacterID: ch.CharacterID, UserID: actor.UserID, ParentID: d.ParentID, Body: text, CreatedAt: now,
		Author: author, IsOwn: true,
	}
	return c, s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.storeComment(ctx, tx, actor, ch, c) })
}

// countAgainstLimits counts an action of a user, or returns errRateLimited if a limit is reached.
// It runs in the transaction of the action. So an action that is refused for another reason does
// not count.
func (s *Service) countAgainstLimits(ctx context.Context, tx storage.Querier, list ...limits.Limit) error {
	_, err := s.deps.Limits.TakeInTx(ctx, tx, list...)
	if wait, full := limits.WaitOfFullError(err); full {
		return errRateLimited.WithRetryAfter(wait)
	}
	return err
}

// commentLimits returns the limits of a user whose account has the given age.
func commentLimits(userID string, age time.Duration) []limits.Limit {
	hourlyLimit := commentsPerHour
	if age < newAccountAge {
		hourlyLimit = newAccountCommentsPerHour
	}
	return []limits.Limit{
		{Key: "comment " + userID, N: commentsPerMinute, Period: time.Minute},
		{Key: "comment " + userID, N: hourlyLimit, Period: time.Hour},
	}
}

// storeComment stores a comment. It changes the counts first. This locks the row of the counts, so
// changes to the comments of one character do not run concurrently.
func (s *Service) storeComment(ctx context.Context, tx storage.Querier, actor core.Actor, ch Character, c Comment) error {
	if _, err := s.store.addCounts(ctx, tx, ch.CharacterID, counts{comments: 1}); err != nil {
		return err
	}
	repeated, err := s.store.hasPostedSince(ctx, tx, c.UserID, c.Body, c.CreatedAt.Add(-sameTextInterval))
	if err != nil {
		return err
	}
	if repeated {
		return errRepeatedComment
	}
	if err := s.countAgainstLimits(ctx, tx, commentLimits(c.UserID, c.CreatedAt.Sub(c.Author.RegisteredAt))...); err != nil {
		return err
	}
	if c.ParentID != "" {
		parent, err := s.store.increaseReplyCount(ctx, tx, c.ParentID, ch.CharacterID)
		if err != nil {
			return err
		}
		if err := s.deps.Notices.NotifyReply(ctx, tx, newCommentAct(parent, actor, ch)); err != nil {
			return err
		}
	}
	return s.store.insertComment(ctx, tx, c)
}

// DeleteComment deletes a comment of the actor. A comment with replies remains, without text and
// author, until its last reply is deleted. A comment of another user gives core.NotFound. Rule
// comments-delete-own.
func (s *Service) DeleteComment(ctx context.Context, actor core.Actor, id string) error {
	c, err := s.store.undeletedComment(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return err
	}
	if c.UserID != actor.UserID {
		return errNoComment
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.removeComment(ctx, tx, c, s.deps.Clock.Now())
	})
}

// LikeComment likes a comment, or removes the like. want means the same as in Like. A deleted
// comment, or one on a hidden character, gives an error of kind core.NotFound. Rule
// marks-stated-wish.
func (s *Service) LikeComment(ctx context.Context, actor core.Actor, id string, want *bool) (ToggleResult, error) {
	_, ch, err := s.shownComment(ctx, id)
	if err != nil {
		return ToggleResult{}, err
	}
	var out ToggleResult
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		c, err := s.store.lockComment(ctx, tx, id)
		if err != nil {
			return err
		}
		liked, err := s.store.isCommentLikedBy(ctx, tx, actor.UserID, id)
		wantsLike := !liked
		if want != nil {
			wantsLike = *want
		}
		out = ToggleResult{wantsLike, c.LikeCount}
		if err != nil || wantsLike == liked {
			return err
		}
		if err := s.countAgainstLimits(ctx, tx, likeAndFollowToggleLimit(actor.UserID)); err != nil {
			return err
		}
		if out.MarkCount, err = s.store.setCommentLike(ctx, tx, actor.UserID, id, wantsLike, s.deps.Clock.Now()); err != nil || !wantsLike {
			return err
		}
		return s.deps.Notices.NotifyLike(ctx, tx, newCommentAct(c, actor, ch))
	})
	return out, err
}

// newCommentAct returns the CommentAct of an actor who liked the comment c or replied to it.
func newCommentAct(c Comment, actor core.Actor, ch Character) CommentAct {
	return CommentAct{
		AuthorID: c.UserID, ActorID: actor.UserID, ActorName: actor.Name, CommentID: c.ID,
		CharacterID: ch.CharacterID, CharacterName: ch.Name, CharacterSlug: ch.Slug,
	}
}

// shownComment finds a comment and its character. It returns errNoComment if the comment is
// deleted or the character is hidden.
func (s *Service) shownComment(ctx context.Context, id string) (Comment, Character, error) {
	c, err := s.store.undeletedComment(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return c, Character{}, err
	}
	ch, err := s.characterOfComment(ctx, c)
	return c, ch, err
}

// characterOfComment finds the character of a comment. It returns errNoComment if the
// character is hidden.
func (s *Service) characterOfComment(ctx context.Context, c Comment) (Character, error) {
	ch, err := s.shownCharacter(ctx, characterRef(c.CharacterID))
	if core.KindOf(err) == core.NotFound {
		err = errNoComment
	}
	return ch, err
}
