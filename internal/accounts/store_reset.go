package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Transactions that count tries of codes lock rows in this order, so that they do not deadlock:
// limit_counts, reset_codes, mail_links, users.

// replaceResetCode deletes the reset code of a user and stores c. It does not store c if codes are
// off for all accounts or the user has used up resetTriesPerSignIn. For an unknown user it stores
// nothing. Rules accounts-reset-code, accounts-reset-tries, accounts-reset-codes-off.
func (store) replaceResetCode(ctx context.Context, tx storage.Querier, userID string, c resetCode, off bool) (stored bool, err error) {
	if _, err := tx.ExecContext(ctx, `DELETE FROM reset_codes WHERE user_id = $1`, userID); err != nil {
		return false, err
	}
	maxFailures := resetTriesPerSignIn
	if off {
		maxFailures = 0
	}
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO reset_codes (user_id, code_hash, failures, expires_at)
		SELECT id, $2, 0, $3 FROM users WHERE id = $1 AND reset_failures < $4
		ON CONFLICT (user_id) DO UPDATE SET code_hash = excluded.code_hash, failures = 0, expires_at = excluded.expires_at`,
		userID, c.hash, c.expires, maxFailures)
	return n == 1, err
}

// countResetTry counts a wrong try for the code and for the user, and returns the code. If there is
// no code or no try is left, it returns the zero resetCode. Rule accounts-reset-tries.
func (store) countResetTry(ctx context.Context, tx storage.Querier, userID string, now time.Time) (resetCode, error) {
	var c resetCode
	err := tx.QueryRowContext(ctx, `UPDATE reset_codes SET failures = failures + 1
		WHERE user_id = $1 AND failures < $2 AND expires_at > $3 RETURNING code_hash, expires_at`,
		userID, triesPerResetCode, core.Millis(now)).Scan(&c.hash, &c.expires)
	if err != nil && !storage.IsNoRows(err) {
		return resetCode{}, err
	}
	if err != nil {
		userID = "" // no user has this id; the next statement runs nevertheless, so that a try takes the same time
	}
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET reset_failures = reset_failures + 1 WHERE id = $1 AND reset_failures < $2`,
		userID, resetTriesPerSignIn)
	if err != nil || n == 0 {
		return resetCode{}, err
	}
	return c, nil
}

// uncountCodeTry removes a try from the count of a code, if the code still exists.
func (store) uncountCodeTry(ctx context.Context, tx storage.Querier, userID string, c resetCode) error {
	_, err := tx.ExecContext(ctx, `UPDATE reset_codes SET failures = failures - 1
		WHERE user_id = $1 AND code_hash = $2 AND expires_at = $3 AND failures > 0`, userID, c.hash, c.expires)
	return err
}

// uncountAccountTry removes a try from the count of a user.
func (store) uncountAccountTry(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET reset_failures = reset_failures - 1 WHERE id = $1 AND reset_failures > 0`, userID)
	return err
}

// useResetCode deletes a code. It reports false if another call has used or replaced the
// code, or the code has expired. Rule accounts-reset-code.
func (store) useResetCode(ctx context.Context, tx storage.Querier, userID string, c resetCode, now time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM reset_codes WHERE user_id = $1 AND code_hash = $2 AND expires_at = $3 AND expires_at > $4`,
		userID, c.hash, c.expires, core.Millis(now))
	return n == 1, err
}

// insertResetLink stores a reset link for the address of a user. If there is no such user, it
// stores nothing.
func (store) insertResetLink(ctx context.Context, tx storage.Querier, userID, tokenHash string, now, expires time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO mail_links (token_hash, user_id, purpose, email, created_at, expires_at)
		SELECT $2, id, $3, email, $4, $5 FROM users WHERE id = $1`,
		userID, tokenHash, linkReset, core.Millis(now), core.Millis(expires))
	return err
}

// userOfResetLink returns the user of a valid reset link, or errUnknownUser. A link that was
// sent to a former address is not valid.
func (s store) userOfResetLink(ctx context.Context, tokenHash string, now time.Time) (User, error) {
	return scanUser(s.db.Reader().QueryRowContext(ctx, `SELECT `+userColumnsWithTwoFactor+` FROM users WHERE (id, email) IN
		(SELECT user_id, email FROM mail_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3)`,
		tokenHash, linkReset, core.Millis(now)))
}

// useResetLink deletes a valid reset link. It reports false if there is none. Rule
// accounts-reset-link.
func (store) useResetLink(ctx context.Context, tx storage.Querier, tokenHash string, now time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM mail_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3
		AND (user_id, email) IN (SELECT id, email FROM users)`, tokenHash, linkReset, core.Millis(now))
	return n == 1, err
}

// storeResetPassword stores a password hash. It also marks the address as confirmed, because
// the user has received the reset mail. Rule accounts-reset-done.
func (store) storeResetPassword(ctx context.Context, tx storage.Querier, userID, hash string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET password_hash = $2, email_verified_at = COALESCE(email_verified_at, $3), updated_at = $3 WHERE id = $1`,
		userID, hash, core.Millis(now))
	return err
}

func (store) deleteExpiredResetCodes(ctx context.Context, tx storage.Querier, now int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM reset_codes WHERE expires_at <= $1`, now)
	return err
}
