package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// How often somebody may comment. New accounts may less.
const (
	perMinute   = 5
	perHour     = 60
	perHourNew  = 10
	newFor      = 24 * time.Hour
	repeatAfter = 10 * time.Minute // the same text again
)

// Draft is a comment to be posted. ParentID is empty, or names the comment
// that it replies to.
type Draft struct {
	Text     string
	ParentID string
}

// Post stores a comment or reply. A parent that is gone, that is of another
// character or itself a reply is core.NotFound; the same text of the same
// person within ten minutes is core.Conflict.
func (s *Service) Post(ctx context.Context, actor core.Actor, ref string, d Draft) (Comment, error) {
	text, err := commentRules.clean(d.Text)
	if err != nil {
		return Comment{}, err
	}
	ch, err := s.shown(ctx, ref)
	if err != nil {
		return Comment{}, err
	}
	people, err := s.People.People(ctx, []string{actor.UserID})
	if err != nil {
		return Comment{}, err
	}
	author := people[actor.UserID]
	now := s.Clock.Now()
	c := Comment{
		ID: core.NewID(now), CharacterID: ch.CharacterID, UserID: actor.UserID, ParentID: d.ParentID, Body: text, CreatedAt: now,
		Author: author, Own: true,
	}
	return c, s.DB.Write(ctx, func(tx storage.Querier) error { return s.post(ctx, tx, actor, ch, c) })
}

// take counts what a user does in the transaction that does it: what is refused
// for another reason is not counted.
func (s *Service) take(ctx context.Context, tx storage.Querier, list ...limits.Limit) error {
	_, err := s.Limits.TakeIn(ctx, tx, list...)
	if wait, full := limits.Full(err); full {
		return errTooFast.After(wait)
	}
	return err
}

// commentLimits are those of a user who has been here since a moment.
func commentLimits(userID string, age time.Duration) []limits.Limit {
	hourly := perHour
	if age < newFor {
		hourly = perHourNew
	}
	return []limits.Limit{
		{Key: "comment " + userID, N: perMinute, Per: time.Minute},
		{Key: "comment " + userID, N: hourly, Per: time.Hour},
	}
}

// post begins with the row of the counts, which holds back everything else
// that changes the comments of this character.
func (s *Service) post(ctx context.Context, tx storage.Querier, actor core.Actor, ch Character, c Comment) error {
	if _, err := s.store.add(ctx, tx, ch.CharacterID, counts{comments: 1}); err != nil {
		return err
	}
	repeated, err := s.store.saidSince(ctx, tx, c.UserID, c.Body, c.CreatedAt.Add(-repeatAfter))
	if err != nil {
		return err
	}
	if repeated {
		return errRepeated
	}
	if err := s.take(ctx, tx, commentLimits(c.UserID, c.CreatedAt.Sub(c.Author.Since))...); err != nil {
		return err
	}
	if c.ParentID != "" {
		parent, err := s.store.addReply(ctx, tx, c.ParentID, ch.CharacterID)
		if err != nil {
			return err
		}
		if err := s.notify(ctx, tx, replyNotice(actor, parent, ch)); err != nil {
			return err
		}
	}
	return s.store.insertComment(ctx, tx, c)
}

// Delete takes one's own comment away. Where others replied it stays as a
// place without text and author; the last reply takes such a place with it.
// Somebody else's comment is core.NotFound.
func (s *Service) Delete(ctx context.Context, actor core.Actor, id string) error {
	c, err := s.store.live(ctx, s.DB.Read(), id)
	if err != nil {
		return err
	}
	if c.UserID != actor.UserID {
		return errNoComment
	}
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		if _, err := s.store.add(ctx, tx, c.CharacterID, counts{}); err != nil {
			return err
		}
		now, err := s.store.live(ctx, tx, id)
		if err != nil {
			return err
		}
		if _, err := s.store.add(ctx, tx, c.CharacterID, counts{comments: -1}); err != nil {
			return err
		}
		if now.ReplyCount > 0 {
			return s.store.blank(ctx, tx, id, s.Clock.Now())
		}
		if err := s.store.deleteComment(ctx, tx, id); err != nil || now.ParentID == "" {
			return err
		}
		return s.store.dropReply(ctx, tx, now.ParentID)
	})
}

// LikeComment likes a comment, or takes the like back; it works as Like does.
// Deleted comments, and those on hidden characters, are core.NotFound.
func (s *Service) LikeComment(ctx context.Context, actor core.Actor, id string, want *bool) (Toggled, error) {
	_, ch, err := s.target(ctx, id)
	if err != nil {
		return Toggled{}, err
	}
	var out Toggled
	err = s.DB.Write(ctx, func(tx storage.Querier) error {
		c, err := s.store.hold(ctx, tx, id)
		if err != nil {
			return err
		}
		is, err := s.store.likedBy(ctx, tx, actor.UserID, id)
		to := !is
		if want != nil {
			to = *want
		}
		out = Toggled{to, c.LikeCount}
		if err != nil || to == is {
			return err
		}
		if err := s.take(ctx, tx, toggleLimit(actor.UserID)); err != nil {
			return err
		}
		if out.Count, err = s.store.likeComment(ctx, tx, actor.UserID, id, to, s.Clock.Now()); err != nil || !to {
			return err
		}
		return s.notify(ctx, tx, likeNotice(actor, c, ch))
	})
	return out, err
}

// target finds a live comment of a character that may be seen.
func (s *Service) target(ctx context.Context, id string) (Comment, Character, error) {
	c, err := s.store.live(ctx, s.DB.Read(), id)
	if err != nil {
		return c, Character{}, err
	}
	ch, err := s.shown(ctx, refOf(c.CharacterID))
	if core.KindOf(err) == core.NotFound {
		err = errNoComment
	}
	return c, ch, err
}
