package catalogue

import (
	"context"
	"time"
)

// ProfileAddress is the slug of a character's profile and the time of the character's last
// change.
type ProfileAddress struct {
	Slug      string
	UpdatedAt time.Time
}

// CountShownCharacters returns the number of characters that are not hidden.
func (s *Service) CountShownCharacters(ctx context.Context) (int, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return 0, err
	}
	return v.index.CharacterCount(), nil
}

// ProfileAddresses returns the addresses of the characters that are not hidden, sorted by
// character_id. The argument "offset" is the number of addresses that are skipped at the beginning.
// The argument "limit" is the largest number of results.
func (s *Service) ProfileAddresses(ctx context.Context, offset, limit int) ([]ProfileAddress, error) {
	return s.store.profileAddresses(ctx, offset, limit)
}
