package accounts

import (
	"context"
	"time"
)

// Person is the public part of an account, without the email address (rule
// privacy-no-address).
type Person struct {
	Name     string
	Image    string    // empty for none
	JoinedAt time.Time // when the account was made
	// IsHidden is true if the user has switched the public profile off: then others may not
	// see the name and the image. Rule settings-public-profile.
	IsHidden bool
}

// People returns the accounts with the given ids, in one query. Ids without an
// account are left out.
func (s *Service) People(ctx context.Context, ids []string) (map[string]Person, error) {
	return s.store.publicProfiles(ctx, ids)
}
