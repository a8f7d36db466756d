package blob

import (
	"context"
	"errors"
)

// probeName is a name that no file has. The name is valid, because a Store answers for an invalid
// name without asking its bucket.
const probeName = "probe.bin"

// Check returns an error if the store does not answer, or refuses to read.
func Check(ctx context.Context, s Store) error {
	_, err := s.Stat(ctx, probeName)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
