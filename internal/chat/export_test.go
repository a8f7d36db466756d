package chat

import (
	"context"
	"time"
)

// RemakeSuggestions runs one round of the job for lost suggestions. The job makes the suggestions
// that a crashed process did not store.
func (s *Service) RemakeSuggestions(ctx context.Context, age time.Duration) error {
	return s.replyRunner.RemakeSuggestions(ctx, age)
}

// AddSearchWords runs one round of the job that puts messages into the search index.
func (s *Service) AddSearchWords(ctx context.Context) error { return s.addSearchWords(ctx) }
