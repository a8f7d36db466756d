package chat

import (
	"context"
	"time"
)

// RemakeSuggestions runs the job once that makes suggestions which a crashed process did not
// store.
func (s *Service) RemakeSuggestions(ctx context.Context, age time.Duration) error {
	return s.replies.RemakeSuggestions(ctx, age)
}

// AddSearchWords runs the job once that puts messages into the search index.
func (s *Service) AddSearchWords(ctx context.Context) error { return s.addSearchWords(ctx) }
