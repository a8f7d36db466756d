package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Toggled is the state of a like or follow after a call, and the new count.
type Toggled struct {
	On    bool
	Count int
}

// Like likes a character, or removes the like. want is the wanted state: a repeated
// call then changes nothing. If it is nil, Like toggles.
func (s *Service) Like(ctx context.Context, actor core.Actor, ref string, want *bool) (Toggled, error) {
	return s.toggle(ctx, actor, ref, likes, want)
}

// Follow follows a character, or stops following it. want means the same as in Like.
func (s *Service) Follow(ctx context.Context, actor core.Actor, ref string, want *bool) (Toggled, error) {
	return s.toggle(ctx, actor, ref, follows, want)
}

// togglesPerMinute limits changes of likes, follows and likes of comments by one user.
// Calls that change nothing do not count.
const togglesPerMinute = 120

func toggleLimit(userID string) limits.Limit {
	return limits.Limit{Key: "toggle " + userID, N: togglesPerMinute, Per: time.Minute}
}

// relation describes likes or follows: the marks that users can put on characters.
type relation struct {
	table     string
	increment counts // the change of the counts by one more mark
	milestone milestoneKind
	count     func(counts) int
}

var (
	likes   = relation{"character_likes", counts{likes: 1}, likesMilestone, func(c counts) int { return c.likes }}
	follows = relation{"character_follows", counts{followers: 1}, followersMilestone, func(c counts) int { return c.followers }}
)

func (s *Service) toggle(ctx context.Context, actor core.Actor, ref string, r relation, want *bool) (Toggled, error) {
	ch, err := s.shownCharacter(ctx, ref)
	if err != nil {
		return Toggled{}, err
	}
	var out Toggled
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		out, err = s.toggleIn(ctx, tx, actor.UserID, ch.CharacterID, r, want)
		return err
	})
	return out, err
}

// toggleIn is toggle in a transaction. It locks the counts first, so that calls for one
// character do not run concurrently.
func (s *Service) toggleIn(ctx context.Context, tx storage.Querier, userID string, characterID int, r relation, want *bool) (Toggled, error) {
	before, err := s.store.lockCounts(ctx, tx, characterID)
	if err != nil {
		return Toggled{}, err
	}
	marked, err := s.store.isMarked(ctx, tx, r, userID, characterID)
	wanted := !marked
	if want != nil {
		wanted = *want
	}
	if err != nil || wanted == marked {
		return Toggled{marked, r.count(before)}, err
	}
	if err := s.takeLimits(ctx, tx, toggleLimit(userID)); err != nil {
		return Toggled{}, err
	}
	if wanted {
		return s.mark(ctx, tx, userID, characterID, r)
	}
	return s.unmark(ctx, tx, userID, characterID, r)
}

func (s *Service) mark(ctx context.Context, tx storage.Querier, userID string, characterID int, r relation) (Toggled, error) {
	now := s.deps.Clock.Now()
	if err := s.store.mark(ctx, tx, r, userID, characterID, now); err != nil {
		return Toggled{}, err
	}
	after, err := s.store.addCounts(ctx, tx, characterID, r.increment)
	if err != nil {
		return Toggled{}, err
	}
	return Toggled{true, r.count(after)}, s.recordMilestone(ctx, tx, milestone{characterID, r.milestone, r.count(after), now})
}

func (s *Service) unmark(ctx context.Context, tx storage.Querier, userID string, characterID int, r relation) (Toggled, error) {
	if err := s.store.unmark(ctx, tx, r, userID, characterID); err != nil {
		return Toggled{}, err
	}
	after, err := s.store.addCounts(ctx, tx, characterID, r.increment.negative())
	return Toggled{false, r.count(after)}, err
}

// shownCharacter finds a character. For a hidden one the error is core.NotFound.
func (s *Service) shownCharacter(ctx context.Context, ref string) (Character, error) {
	ch, err := s.deps.Characters.Find(ctx, ref)
	if err == nil && ch.Hidden {
		return ch, errNoCharacter
	}
	return ch, err
}
