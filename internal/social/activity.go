package social

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"colloquy/internal/core"
)

// ActivityEvent is an entry in a character's activity: a comment or a milestone.
type ActivityEvent struct {
	ID     string
	Author *Person // nil for a milestone
	Text   string  // the comment, or a sentence about the milestone
	At     time.Time
}

// Activity returns the newest comments (without replies) and milestones of a character, newest
// first, as the actor sees them. ref names the character. limit is clamped to 1..50. Users who have
// switched their activity status off are left out. Rule profile-activity.
func (s *Service) Activity(ctx context.Context, actor core.Actor, ref string, limit int) ([]ActivityEvent, error) {
	ch, err := s.shownCharacter(ctx, ref)
	if err != nil {
		return nil, err
	}
	limit = clampLimit(limit)
	comments, err := s.store.activityComments(ctx, ch.CharacterID, limit)
	if err != nil {
		return nil, err
	}
	if err := s.addAuthorsAndLikes(ctx, actor.UserID, comments); err != nil {
		return nil, err
	}
	milestones, err := s.store.newestMilestones(ctx, ch.CharacterID, limit)
	if err != nil {
		return nil, err
	}
	var out []ActivityEvent
	for _, c := range comments {
		out = append(out, ActivityEvent{ID: c.ID, Author: &c.Author, Text: c.Body, At: c.CreatedAt})
	}
	for _, m := range milestones {
		out = append(out, ActivityEvent{
			ID: fmt.Sprintf("%s-%d", m.kind, m.threshold), At: m.reachedAt,
			Text: fmt.Sprintf("%s reached %s %s", ch.Name, formatThousands(m.threshold), m.kind),
		})
	}
	slices.SortStableFunc(out, func(a, b ActivityEvent) int { return b.At.Compare(a.At) })
	return out[:min(limit, len(out))], nil
}

// formatThousands formats a number with commas: 12,500.
func formatThousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
