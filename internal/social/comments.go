package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// How often a user may comment. New accounts may comment less often.
const (
	commentsPerMinute  = 5
	commentsPerHour    = 60
	commentsPerHourNew = 10
	newAccountAge      = 24 * time.Hour
	sameTextInterval   = 10 * time.Minute // time until the same text is accepted again
)

// Draft is a comment to post. ParentID is the comment that it replies to, or empty.
type Draft struct {
	Text     string
	ParentID string
}

// Post stores a comment or reply. The error is core.NotFound if the parent is deleted,
// belongs to another character or is itself a reply, and core.Conflict if the user
// posted the same text within the last ten minutes. An unverified
// actor gets errUnverified (rule accounts-verified).
func (s *Service) Post(ctx context.Context, actor core.Actor, ref string, d Draft) (Comment, error) {
	if !actor.Verified {
		return Comment{}, errUnverified
	}
	text, err := commentRules.clean(d.Text)
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
		Author: author, Own: true,
	}
	return c, s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.post(ctx, tx, actor, ch, c) })
}

// takeLimits counts an action of a user in the transaction of the action, so that an
// action that is refused for another reason does not count.
func (s *Service) takeLimits(ctx context.Context, tx storage.Querier, list ...limits.Limit) error {
	_, err := s.deps.Limits.TakeIn(ctx, tx, list...)
	if wait, full := limits.Full(err); full {
		return errRateLimited.After(wait)
	}
	return err
}

// commentLimits returns the limits of a user whose account has the given age.
func commentLimits(userID string, age time.Duration) []limits.Limit {
	hourly := commentsPerHour
	if age < newAccountAge {
		hourly = commentsPerHourNew
	}
	return []limits.Limit{
		{Key: "comment " + userID, N: commentsPerMinute, Per: time.Minute},
		{Key: "comment " + userID, N: hourly, Per: time.Hour},
	}
}

// post stores a comment. It changes the counts first, which locks their row, so that
// changes to the comments of one character do not run concurrently.
func (s *Service) post(ctx context.Context, tx storage.Querier, actor core.Actor, ch Character, c Comment) error {
	if _, err := s.store.addCounts(ctx, tx, ch.CharacterID, counts{comments: 1}); err != nil {
		return err
	}
	repeated, err := s.store.postedSince(ctx, tx, c.UserID, c.Body, c.CreatedAt.Add(-sameTextInterval))
	if err != nil {
		return err
	}
	if repeated {
		return errRepeated
	}
	if err := s.takeLimits(ctx, tx, commentLimits(c.UserID, c.CreatedAt.Sub(c.Author.Since))...); err != nil {
		return err
	}
	if c.ParentID != "" {
		parent, err := s.store.countReply(ctx, tx, c.ParentID, ch.CharacterID)
		if err != nil {
			return err
		}
		if err := s.deps.Notices.Replied(ctx, tx, actOn(parent, actor, ch)); err != nil {
			return err
		}
	}
	return s.store.insertComment(ctx, tx, c)
}

// Delete deletes a comment of the actor. A comment with replies remains, without text
// and author, until its last reply is deleted. For a comment of another user the error
// is core.NotFound.
func (s *Service) Delete(ctx context.Context, actor core.Actor, id string) error {
	c, err := s.store.liveComment(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return err
	}
	if c.UserID != actor.UserID {
		return errNoComment
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if _, err := s.store.lockCounts(ctx, tx, c.CharacterID); err != nil {
			return err
		}
		locked, err := s.store.liveComment(ctx, tx, id)
		if err != nil {
			return err
		}
		if _, err := s.store.addCounts(ctx, tx, c.CharacterID, counts{comments: -1}); err != nil {
			return err
		}
		if locked.ReplyCount > 0 {
			return s.store.clearComment(ctx, tx, id, s.deps.Clock.Now())
		}
		if err := s.store.deleteComment(ctx, tx, id); err != nil || locked.ParentID == "" {
			return err
		}
		return s.store.uncountReply(ctx, tx, locked.ParentID)
	})
}

// LikeComment likes a comment, or removes the like, as Like does. The error is
// core.NotFound for deleted comments and for comments on hidden characters.
func (s *Service) LikeComment(ctx context.Context, actor core.Actor, id string, want *bool) (Toggled, error) {
	_, ch, err := s.shownComment(ctx, id)
	if err != nil {
		return Toggled{}, err
	}
	var out Toggled
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		c, err := s.store.lockComment(ctx, tx, id)
		if err != nil {
			return err
		}
		liked, err := s.store.likedBy(ctx, tx, actor.UserID, id)
		wanted := !liked
		if want != nil {
			wanted = *want
		}
		out = Toggled{wanted, c.LikeCount}
		if err != nil || wanted == liked {
			return err
		}
		if err := s.takeLimits(ctx, tx, toggleLimit(actor.UserID)); err != nil {
			return err
		}
		if out.Count, err = s.store.likeComment(ctx, tx, actor.UserID, id, wanted, s.deps.Clock.Now()); err != nil || !wanted {
			return err
		}
		return s.deps.Notices.Liked(ctx, tx, actOn(c, actor, ch))
	})
	return out, err
}

// actOn returns what an actor did with a comment on a character.
func actOn(c Comment, actor core.Actor, ch Character) CommentAct {
	return CommentAct{
		AuthorID: c.UserID, ActorID: actor.UserID, ActorName: actor.Name, CommentID: c.ID,
		CharacterID: ch.CharacterID, CharacterName: ch.Name, CharacterSlug: ch.Slug,
	}
}

// shownComment finds a comment and its character. A deleted comment, or one on a hidden
// character, is not found.
func (s *Service) shownComment(ctx context.Context, id string) (Comment, Character, error) {
	c, err := s.store.liveComment(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return c, Character{}, err
	}
	ch, err := s.characterOf(ctx, c)
	return c, ch, err
}

// characterOf finds the character of a comment. If it is hidden, the comment is not found.
func (s *Service) characterOf(ctx context.Context, c Comment) (Character, error) {
	ch, err := s.shownCharacter(ctx, refOf(c.CharacterID))
	if core.KindOf(err) == core.NotFound {
		err = errNoComment
	}
	return ch, err
}
