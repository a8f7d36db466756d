package chat

import (
	"context"
	"time"
)

// RemakeSuggestions exports the search for lost suggestions.
func (s *Service) RemakeSuggestions(ctx context.Context, age time.Duration) error {
	return s.replies.RemakeSuggestions(ctx, age)
}
