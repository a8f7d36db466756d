package chat

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
)

// SentSince counts the lines that a user has sent or stored since a time, by
// character_id.
func (s *Service) SentSince(ctx context.Context, userID string, since time.Time) (map[int]int, error) {
	return message.SentSince(ctx, s.deps.DB.Reader(), userID, since)
}
