package chat

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
)

// CountSentSince counts the messages that a user has sent since a time, by character_id.
func (s *Service) CountSentSince(ctx context.Context, userID string, since time.Time) (map[int]int, error) {
	return message.CountSentByCharacter(ctx, s.deps.DB.Reader(), userID, since)
}
