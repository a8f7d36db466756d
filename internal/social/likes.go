package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// ToggleResult is the state of a like or follow after a call.
type ToggleResult struct {
	On        bool // the user likes or follows
	MarkCount int  // number of all users who like or follow
}

// Like likes the character that ref names, or removes the like. want is the wanted state, so
// a repeated call changes nothing. If want is nil, Like toggles.
func (s *Service) Like(ctx context.Context, actor core.Actor, ref string, want *bool) (ToggleResult, error) {
	return s.toggleMark(ctx, actor, ref, likeKind, want)
}

// Follow follows the character that ref names, or stops following it. want is the wanted state;
// if it is nil, Follow toggles.
func (s *Service) Follow(ctx context.Context, actor core.Actor, ref string, want *bool) (ToggleResult, error) {
	return s.toggleMark(ctx, actor, ref, followKind, want)
}

// likeAndFollowTogglesPerMinute is how many likes, follows and likes of comments one user may change in a
// minute. Calls that change nothing do not count.
const likeAndFollowTogglesPerMinute = 120

func likeAndFollowToggleLimit(userID string) limits.Limit {
	return limits.Limit{Key: "toggle " + userID, N: likeAndFollowTogglesPerMinute, Period: time.Minute}
}

// markKind describes one of the two kinds of marks that users can put on characters: likes and
// follows.
type markKind struct {
	table         string
	countChange   counts // what one more mark adds to the counts
	milestoneKind milestoneKind
	countOf       func(counts) int
}

var (
	likeKind   = markKind{"character_likes", counts{likes: 1}, likesMilestone, func(c counts) int { return c.likes }}
	followKind = markKind{"character_follows", counts{followers: 1}, followersMilestone, func(c counts) int { return c.followers }}
)

func (s *Service) toggleMark(ctx context.Context, actor core.Actor, ref string, r markKind, want *bool) (ToggleResult, error) {
	ch, err := s.shownCharacter(ctx, ref)
	if err != nil {
		return ToggleResult{}, err
	}
	var out ToggleResult
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		out, err = s.toggleMarkInTx(ctx, tx, actor.UserID, ch.CharacterID, r, want)
		return err
	})
	return out, err
}

// toggleMarkInTx does the work of toggleMark in a transaction. It locks the counts first, so
// that calls for one character do not run concurrently (rule marks-counts-equal-rows). Rule
// marks-stated-wish.
func (s *Service) toggleMarkInTx(ctx context.Context, tx storage.Querier, userID string, characterID int, r markKind, want *bool) (ToggleResult, error) {
	countsBefore, err := s.store.lockCounts(ctx, tx, characterID)
	if err != nil {
		return ToggleResult{}, err
	}
	marked, err := s.store.isMarked(ctx, tx, r, userID, characterID)
	wantsMark := !marked
	if want != nil {
		wantsMark = *want
	}
	if err != nil || wantsMark == marked {
		return ToggleResult{marked, r.countOf(countsBefore)}, err
	}
	if err := s.countAgainstLimits(ctx, tx, likeAndFollowToggleLimit(userID)); err != nil {
		return ToggleResult{}, err
	}
	if wantsMark {
		return s.addMark(ctx, tx, userID, characterID, r)
	}
	return s.deleteMark(ctx, tx, userID, characterID, r)
}

func (s *Service) addMark(ctx context.Context, tx storage.Querier, userID string, characterID int, r markKind) (ToggleResult, error) {
	now := s.deps.Clock.Now()
	if err := s.store.insertMarkRow(ctx, tx, r, userID, characterID, now); err != nil {
		return ToggleResult{}, err
	}
	countsAfter, err := s.store.addCounts(ctx, tx, characterID, r.countChange)
	if err != nil {
		return ToggleResult{}, err
	}
	return ToggleResult{true, r.countOf(countsAfter)}, s.recordMilestone(ctx, tx, milestone{characterID, r.milestoneKind, r.countOf(countsAfter), now})
}

func (s *Service) deleteMark(ctx context.Context, tx storage.Querier, userID string, characterID int, r markKind) (ToggleResult, error) {
	if err := s.store.deleteMarkRow(ctx, tx, r, userID, characterID); err != nil {
		return ToggleResult{}, err
	}
	after, err := s.store.addCounts(ctx, tx, characterID, r.countChange.negated())
	return ToggleResult{false, r.countOf(after)}, err
}

// shownCharacter finds the character that ref names. It returns errNoCharacter for a hidden
// character.
func (s *Service) shownCharacter(ctx context.Context, ref string) (Character, error) {
	ch, err := s.deps.Characters.Find(ctx, ref)
	if err == nil && ch.IsHidden {
		return ch, errNoCharacter
	}
	return ch, err
}
