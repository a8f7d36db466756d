package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// confirmEmail marks an address as confirmed. It returns errInvalidLink if the user
// has another address now.
func (store) confirmEmail(ctx context.Context, tx storage.Querier, userID, address string, now time.Time) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET email_verified_at = COALESCE(email_verified_at, $1), updated_at = $1 WHERE id = $2 AND email = $3`,
		core.Millis(now), userID, address)
	if err == nil && n == 0 {
		return errInvalidLink
	}
	return err
}
