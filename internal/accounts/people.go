package accounts

import (
	"context"
	"time"
)

// Person is what other people may see of an account. It holds no address
// (decisions §2).
type Person struct {
	Name  string
	Image string // empty for none
	Since time.Time
}

// People answers for the ids given in one query. Accounts that do not exist,
// or no longer, are left out.
func (s *Service) People(ctx context.Context, ids []string) (map[string]Person, error) {
	return s.store.people(ctx, ids)
}
