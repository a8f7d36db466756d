package catalogue

import (
	"context"
	"time"
)

// Address is where the profile of a character is, and when it last changed.
type Address struct {
	Slug      string
	UpdatedAt time.Time
}

// Count returns how many characters may be shown.
func (s *Service) Count(ctx context.Context) (int, error) {
	v, err := s.view(ctx)
	if err != nil {
		return 0, err
	}
	return v.index.Size(), nil
}

// Addresses returns those of the characters that may be shown, in the order of
// character_id, at most limit of them after the first offset.
func (s *Service) Addresses(ctx context.Context, offset, limit int) ([]Address, error) {
	return s.store.addresses(ctx, offset, limit)
}
