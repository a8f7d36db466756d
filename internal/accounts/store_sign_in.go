package accounts

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// errHashChanged reports that the password hash of a user was replaced since the user
// was read.
var errHashChanged = errors.New("accounts: the password hash has changed")

// lockUnchangedUserRow locks the row of a user until the transaction ends. It returns
// errHashChanged if the stored password hash is not u.PasswordHash.
func (store) lockUnchangedUserRow(ctx context.Context, tx storage.Querier, u User) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET updated_at = updated_at WHERE id = $1 AND password_hash = $2`, u.ID, u.PasswordHash)
	if err == nil && n == 0 {
		return errHashChanged
	}
	return err
}

// clearResetFailures sets the count of wrong reset codes to 0. It runs when the owner signs
// in. Rule accounts-reset-tries.
func (store) clearResetFailures(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET reset_failures = 0 WHERE id = $1 AND reset_failures > 0`, userID)
	return err
}

// replaceHash replaces the password hash of u, unless it has changed since u was
// read.
func (store) replaceHash(ctx context.Context, tx storage.Querier, u User, hash string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3 AND password_hash = $4`,
		hash, core.Millis(now), u.ID, u.PasswordHash)
	return err
}

// deleteOldestSessions deletes the oldest sessions of a user. The parameter keep is the number of
// sessions that remain (rule limits-sessions).
func (store) deleteOldestSessions(ctx context.Context, tx storage.Querier, userID string, keep int) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM auth_sessions WHERE user_id = $1 AND id NOT IN
		(SELECT id FROM auth_sessions WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)`, userID, keep)
	return err
}

// rememberNetwork stores a known network of a user, or replaces its expiry if it is stored
// already.
func (store) rememberNetwork(ctx context.Context, tx storage.Querier, userID, networkHash string, until time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO known_networks (user_id, network_hash, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, network_hash) DO UPDATE SET expires_at = excluded.expires_at`, userID, networkHash, core.Millis(until))
	return err
}

// isKnownNetwork reports whether a network of a user is stored and has not expired. Rule
// limits-owner-signs-in.
func (s store) isKnownNetwork(ctx context.Context, userID, networkHash string, now time.Time) (is bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM known_networks WHERE user_id = $1 AND network_hash = $2 AND expires_at > $3)`,
		userID, networkHash, core.Millis(now)).Scan(&is)
	return is, err
}

func (store) deleteExpiredNetworks(ctx context.Context, tx storage.Querier, now int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM known_networks WHERE expires_at <= $1`, now)
	return err
}
