package social

import (
	"context"
	"time"

	"colloquy/internal/storage"
)

// milestoneKind is what a milestone counts. It is stored, and shown in texts.
type milestoneKind string

const (
	likesReached     milestoneKind = "likes"
	followersReached milestoneKind = "followers"
	chatsReached     milestoneKind = "chats"
)

// milestone is a count that a character reached for the first time.
type milestone struct {
	characterID int
	kind        milestoneKind
	threshold   int
	reachedAt   time.Time
}

// thresholds are 10, 50, 100, 500, 1,000 and so on, up to n.
func thresholds(n int) []int {
	var out []int
	for step := 10; step <= n; step *= 10 {
		out = append(out, step)
		if 5*step <= n {
			out = append(out, 5*step)
		}
	}
	return out
}

// reached stores a milestone when a count that went up by one stands on it.
// Going back and up again is no second one.
func (s *Service) reached(ctx context.Context, tx storage.Querier, characterID int, kind milestoneKind, n int, at time.Time) error {
	if all := thresholds(n); len(all) == 0 || all[len(all)-1] != n {
		return nil
	}
	return s.store.insertMilestone(ctx, tx, milestone{characterID, kind, n, at})
}

// markChats stores the milestones that the conversations of the chat room
// reached since the last time, with the moment of the one that did it.
func (s *Service) markChats(ctx context.Context) error {
	known, err := s.store.chatMilestones(ctx)
	if err != nil {
		return err
	}
	chats, err := s.store.chatCounts(ctx, thresholds(10)[0])
	if err != nil {
		return err
	}
	for _, c := range chats {
		all := thresholds(c.chats)
		for _, n := range all[min(known[c.characterID], len(all)):] {
			if err := s.markChat(ctx, c.characterID, n); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) markChat(ctx context.Context, characterID, n int) error {
	at, err := s.store.nthChat(ctx, characterID, n)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.insertMilestone(ctx, tx, milestone{characterID, chatsReached, n, at})
	})
}
