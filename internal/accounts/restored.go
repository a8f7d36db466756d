package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// The functions of this file work on the database of a backup, which may have the schema
// of an older version. Rule operations-backup-revocations.

// EndAllSessions deletes the sessions of all users and returns their number. It also deletes
// whatever else can start a session or reset a password. These are reset codes, reset links,
// challenges and pending Google identities.
func EndAllSessions(ctx context.Context, tx storage.Querier) (int64, error) {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM auth_sessions`)
	if err != nil {
		return 0, err
	}
	for _, statement := range []string{
		`DELETE FROM reset_codes`, `DELETE FROM login_challenges`, `DELETE FROM pending_identities`,
		`DELETE FROM mail_links WHERE purpose = '` + linkReset + `'`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// DropPassword removes the password of an account. The user can set another one with a reset
// mail. It reports false if there is no such account.
func DropPassword(ctx context.Context, tx storage.Querier, userID string, now time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET password_hash = '', updated_at = $2 WHERE id = $1`, userID, core.Millis(now))
	return n > 0, err
}

// DropIdentities disconnects all Google accounts from an account.
func DropIdentities(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM identities WHERE user_id = $1`, userID)
	return err
}

// DropAdminRights ends the rights of an administrator. It reports false if the account has
// none.
func DropAdminRights(ctx context.Context, tx storage.Querier, userID string, now time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET is_admin = FALSE, updated_at = $2 WHERE id = $1 AND is_admin`, userID, core.Millis(now))
	return n > 0, err
}
