package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// setAdmin makes u an administrator. hasMailServer is Deps.HasMailServer. changed is false in
// three cases:
//   - u is an administrator already.
//   - The address has changed since u was read.
//   - The server sends mail and u must still confirm the address.
//
// Rules accounts-admin, accounts-verified.
func (store) setAdmin(ctx context.Context, tx storage.Querier, u User, hasMailServer bool, now time.Time) (changed bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET is_admin = TRUE, updated_at = $3 WHERE id = $1 AND email = $2 AND NOT is_admin
		AND (email_verified_at IS NOT NULL OR NOT must_verify OR NOT $4)`, u.ID, u.Email, core.Millis(now), hasMailServer)
	return n > 0, err
}

// unsetAdmin ends the rights of an administrator. It reports false if u is no administrator, or
// if the address has changed since u was read.
func (store) unsetAdmin(ctx context.Context, tx storage.Querier, u User, now time.Time) (changed bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET is_admin = FALSE, updated_at = $3 WHERE id = $1 AND email = $2 AND is_admin`,
		u.ID, u.Email, core.Millis(now))
	return n > 0, err
}

// admins returns the administrators, sorted by address.
func (store) admins(ctx context.Context, q storage.Querier) ([]User, error) {
	return storage.QueryAll(ctx, q, scanUser, `SELECT `+userColumnsWithTwoFactor+` FROM users WHERE is_admin ORDER BY email_key`)
}

// emailsByUserID returns the email addresses of the given accounts, by account id. Ids without an
// account are left out.
func (s store) emailsByUserID(ctx context.Context, ids []string) (map[string]string, error) {
	out := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	placeholders, args := storage.InList(nil, ids)
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (string, error) {
		var id, email string
		err := r.Scan(&id, &email)
		out[id] = email
		return id, err
	}, `SELECT id, email FROM users WHERE id IN (`+placeholders+`)`, args...)
	return out, err
}
