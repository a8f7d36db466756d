package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func (store) insertLink(ctx context.Context, tx storage.Querier, l mailLink) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO mail_links (token_hash, user_id, purpose, email, email_key, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, l.TokenHash, l.UserID, l.Purpose, l.Email, emailKey(l.Email), core.Millis(l.CreatedAt), core.Millis(l.ExpiresAt))
	return err
}

// lockLinkUser locks the row of the user to whom a link belongs, if the link exists.
// Transactions lock the user before the links, so that they do not deadlock.
func (store) lockLinkUser(ctx context.Context, tx storage.Querier, hash string) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET updated_at = updated_at WHERE id = (SELECT user_id FROM mail_links WHERE token_hash = $1)`, hash)
	return err
}

// takeLink deletes and returns an unexpired link that has one of the purposes. Else the error is
// errInvalidLink. Of parallel calls only one gets the link. Rule accounts-verify-link.
func (store) takeLink(ctx context.Context, tx storage.Querier, hash string, now time.Time, purposes ...string) (mailLink, error) {
	placeholders, args := storage.InList([]any{hash, core.Millis(now)}, purposes)
	l := mailLink{TokenHash: hash}
	var created, expires int64
	err := tx.QueryRowContext(ctx, `DELETE FROM mail_links WHERE token_hash = $1 AND expires_at > $2 AND purpose IN (`+placeholders+`)
		RETURNING user_id, purpose, email, created_at, expires_at`, args...).Scan(&l.UserID, &l.Purpose, &l.Email, &created, &expires)
	if storage.IsNoRows(err) {
		return l, errInvalidLink
	}
	l.CreatedAt, l.ExpiresAt = core.FromMillis(created), core.FromMillis(expires)
	return l, err
}

// isLinkUsed reports whether a link has confirmed the address that a user has now. Rule
// accounts-verify-link.
func (store) isLinkUsed(ctx context.Context, tx storage.Querier, hash, userID string) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM mail_links l JOIN users u ON u.id = l.user_id
		WHERE l.token_hash = $1 AND l.purpose = $2 AND u.id = $3 AND u.email = l.email AND u.email_verified_at IS NOT NULL)`, hash, linkUsed, userID).Scan(&is)
	return is, err
}

// deleteLinks deletes the links of a user that have one of the purposes.
func (store) deleteLinks(ctx context.Context, tx storage.Querier, userID string, purposes ...string) error {
	placeholders, args := storage.InList([]any{userID}, purposes)
	_, err := tx.ExecContext(ctx, `DELETE FROM mail_links WHERE user_id = $1 AND purpose IN (`+placeholders+`)`, args...)
	return err
}

func (store) deleteExpiredLinks(ctx context.Context, tx storage.Querier, now int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM mail_links WHERE expires_at <= $1`, now)
	return err
}

// pendingEmail returns the new address that a user has not confirmed yet, or "". Rule
// accounts-change-email.
func (store) pendingEmail(ctx context.Context, q storage.Querier, userID string, now time.Time) (string, error) {
	var address string
	err := q.QueryRowContext(ctx, `SELECT email FROM mail_links WHERE user_id = $1 AND purpose = $2 AND expires_at > $3`,
		userID, linkAddressChange, core.Millis(now)).Scan(&address)
	if storage.IsNoRows(err) {
		return "", nil
	}
	return address, err
}

// newestLinkTime returns when the newest link of a user for a purpose was made. If there is no
// link, it returns the start of 1970.
func (store) newestLinkTime(ctx context.Context, tx storage.Querier, userID, purpose string) (time.Time, error) {
	var created int64
	err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(created_at), 0) FROM mail_links WHERE user_id = $1 AND purpose = $2`, userID, purpose).Scan(&created)
	return core.FromMillis(created), err
}
