package social

import (
	"context"
	"time"

	"colloquy/internal/storage"
)

// milestoneKind says whether a milestone counts likes, followers or chats. Its value is stored
// and is a word in the text of the activity.
type milestoneKind string

const (
	likesMilestone     milestoneKind = "likes"
	followersMilestone milestoneKind = "followers"
	chatsMilestone     milestoneKind = "chats"
)

// milestone is the first time that a count of a character reached a threshold.
type milestone struct {
	characterID int
	kind        milestoneKind
	threshold   int
	reachedAt   time.Time
}

// milestoneThresholds returns the thresholds up to n: 10, 50, 100, 500, 1,000 and so on. Rule
// profile-activity.
func milestoneThresholds(n int) []int {
	var out []int
	for step := 10; step <= n; step *= 10 {
		out = append(out, step)
		if 5*step <= n {
			out = append(out, 5*step)
		}
	}
	return out
}

// recordMilestone stores m if m.threshold is one of the milestoneThresholds. m.threshold is a count
// that has just grown by one. If the count falls and reaches a threshold again, the stored
// milestone keeps its time (rule profile-milestones-stay).
func (s *Service) recordMilestone(ctx context.Context, tx storage.Querier, m milestone) error {
	if thresholds := milestoneThresholds(m.threshold); len(thresholds) == 0 || thresholds[len(thresholds)-1] != m.threshold {
		return nil
	}
	return s.store.insertMilestone(ctx, tx, m)
}

// recordChatMilestones is the function of a job. For each character it stores the chat milestones
// that are reached but not stored. The time of the milestone "n chats" is the beginning of the
// character's nth conversation.
func (s *Service) recordChatMilestones(ctx context.Context) error {
	countByCharacter, err := s.store.chatMilestoneCountByCharacter(ctx)
	if err != nil {
		return err
	}
	chats, err := s.store.chatCounts(ctx, milestoneThresholds(10)[0])
	if err != nil {
		return err
	}
	for _, c := range chats {
		thresholds := milestoneThresholds(c.chats)
		for _, n := range thresholds[min(countByCharacter[c.characterID], len(thresholds)):] {
			if err := s.recordChatMilestone(ctx, c.characterID, n); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) recordChatMilestone(ctx context.Context, characterID, n int) error {
	at, err := s.store.nthChatStart(ctx, characterID, n)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.insertMilestone(ctx, tx, milestone{characterID, chatsMilestone, n, at})
	})
}
