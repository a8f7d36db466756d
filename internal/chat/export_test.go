package chat

import (
	"context"
	"time"
)

// RemakeSuggestions makes the suggestions that a crashed process did not store.
func (s *Service) RemakeSuggestions(ctx context.Context, age time.Duration) error {
	return s.replies.RemakeSuggestions(ctx, age)
}
