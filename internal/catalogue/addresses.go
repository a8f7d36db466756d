package catalogue

import (
	"context"
	"time"
)

// Address is the slug of a character's profile, and the time of its last change.
type Address struct {
	Slug      string
	UpdatedAt time.Time
}

// Count returns how many characters are shown.
func (s *Service) Count(ctx context.Context) (int, error) {
	v, err := s.latest(ctx)
	if err != nil {
		return 0, err
	}
	return v.index.Size(), nil
}

// Addresses returns the addresses of the shown characters in the order of
// character_id: limit of them after the first offset.
func (s *Service) Addresses(ctx context.Context, offset, limit int) ([]Address, error) {
	return s.store.addresses(ctx, offset, limit)
}
