package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Toggled is how a like or follow stands after a call, and how many there are.
type Toggled struct {
	On    bool
	Count int
}

// Like likes a character, or takes the like back. With want the call says what
// shall be, and a repeat changes nothing (decisions §5).
func (s *Service) Like(ctx context.Context, actor core.Actor, ref string, want *bool) (Toggled, error) {
	return s.toggle(ctx, actor, ref, likes, want)
}

// Follow follows a character, or ends that. It works as Like does.
func (s *Service) Follow(ctx context.Context, actor core.Actor, ref string, want *bool) (Toggled, error) {
	return s.toggle(ctx, actor, ref, follows, want)
}

// togglesPerMinute is how many likes, follows and likes of comments somebody may
// change in a minute. A repeat that changes nothing is not counted.
const togglesPerMinute = 120

func toggleLimit(userID string) limits.Limit {
	return limits.Limit{Key: "toggle " + userID, N: togglesPerMinute, Per: time.Minute}
}

// bond is one of the two things that tie a user to a character.
type bond struct {
	table string
	one   counts // what one more of it adds
	kind  milestoneKind
	of    func(counts) int
}

var (
	likes   = bond{"character_likes", counts{likes: 1}, likesReached, func(c counts) int { return c.likes }}
	follows = bond{"character_follows", counts{followers: 1}, followersReached, func(c counts) int { return c.followers }}
)

func (s *Service) toggle(ctx context.Context, actor core.Actor, ref string, b bond, want *bool) (Toggled, error) {
	ch, err := s.shown(ctx, ref)
	if err != nil {
		return Toggled{}, err
	}
	var out Toggled
	err = s.DB.Write(ctx, func(tx storage.Querier) error {
		out, err = s.tie(ctx, tx, actor.UserID, ch.CharacterID, b, want)
		return err
	})
	return out, err
}

// tie does what toggle says. It begins by taking the row of the counts, so that
// calls for one character come one after the other.
func (s *Service) tie(ctx context.Context, tx storage.Querier, userID string, characterID int, b bond, want *bool) (Toggled, error) {
	now, err := s.store.add(ctx, tx, characterID, counts{})
	if err != nil {
		return Toggled{}, err
	}
	is, err := s.store.tied(ctx, tx, b, userID, characterID)
	to := !is
	if want != nil {
		to = *want
	}
	if err != nil || to == is {
		return Toggled{is, b.of(now)}, err
	}
	if err := s.take(ctx, tx, toggleLimit(userID)); err != nil {
		return Toggled{}, err
	}
	if !to {
		if err := s.store.untie(ctx, tx, b, userID, characterID); err != nil {
			return Toggled{}, err
		}
		now, err = s.store.add(ctx, tx, characterID, b.one.negative())
		return Toggled{to, b.of(now)}, err
	}
	at := s.Clock.Now()
	if err := s.store.tie(ctx, tx, b, userID, characterID, at); err != nil {
		return Toggled{}, err
	}
	if now, err = s.store.add(ctx, tx, characterID, b.one); err != nil {
		return Toggled{}, err
	}
	return Toggled{to, b.of(now)}, s.reached(ctx, tx, characterID, b.kind, b.of(now), at)
}

// Numbers answers the counts of many characters in one query, with what a user
// did; a visitor's userID is empty. Characters of which there is nothing to
// count are left out.
func (s *Service) Numbers(ctx context.Context, userID string, characterIDs []int) (map[int]Numbers, error) {
	return s.store.numbers(ctx, userID, characterIDs)
}

// shown finds a character that may be seen.
func (s *Service) shown(ctx context.Context, ref string) (Character, error) {
	ch, err := s.Characters.Find(ctx, ref)
	if err == nil && ch.Hidden {
		return ch, errNoCharacter
	}
	return ch, err
}
