package chat

import (
	"context"
	"time"
)

// RemakeSuggestions runs the search for lost suggestions now.
func (s *Service) RemakeSuggestions(ctx context.Context, age time.Duration) error {
	return s.replies.RemakeSuggestions(ctx, age)
}
