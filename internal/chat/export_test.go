package chat

import (
	"context"
	"time"
)

// RemakeSuggestions makes the suggestions that a crashed process did not store.
func (s *Service) RemakeSuggestions(ctx context.Context, age time.Duration) error {
	return s.replies.RemakeSuggestions(ctx, age)
}

// AddSearchWords runs the job of the search once.
func (s *Service) AddSearchWords(ctx context.Context) error { return s.addSearchWords(ctx) }
