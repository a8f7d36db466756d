package accounts

import (
	"context"
	"database/sql"
	"time"

	"colloquy/internal/accounts/oidc"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// twoFactorSecret is the TOTP secret of an account.
type twoFactorSecret struct {
	secret           string // base32
	isOn             bool   // false until the first code was entered
	lastUsedTimeStep int64  // time step of the last code that was used
}

// twoFactorSecretOf returns the secret of an account, or the zero value if the account has none.
func (store) twoFactorSecretOf(ctx context.Context, q storage.Querier, userID string) (f twoFactorSecret, err error) {
	err = q.QueryRowContext(ctx, `SELECT secret, enabled_at IS NOT NULL, last_step FROM two_factor WHERE user_id = $1`, userID).
		Scan(&f.secret, &f.isOn, &f.lastUsedTimeStep)
	if storage.IsNoRows(err) {
		return twoFactorSecret{}, nil
	}
	return f, err
}

// putPendingSecret stores a secret whose first code was not entered yet, in place of an
// earlier one. It returns errTwoFactorIsOn if two-factor sign-in is on. Rule
// accounts-two-factor-setup.
func (store) putPendingSecret(ctx context.Context, tx storage.Querier, userID, secret string) error {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO two_factor (user_id, secret) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE two_factor.enabled_at IS NULL`, userID, secret)
	if err == nil && n == 0 {
		return errTwoFactorIsOn
	}
	return err
}

// enableTwoFactor turns a pending secret on. It returns errWrongCode if the secret is
// no longer pending.
func (store) enableTwoFactor(ctx context.Context, tx storage.Querier, userID, secret string, step int64, now time.Time) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE two_factor SET enabled_at = $1, last_step = $2 WHERE user_id = $3 AND secret = $4 AND enabled_at IS NULL`,
		core.Millis(now), step, userID, secret)
	if err == nil && n == 0 {
		return errWrongCode
	}
	return err
}

// deleteTwoFactor deletes the secret, the recovery codes and the challenges of an
// account. It reports whether two-factor sign-in was on. Rule accounts-two-factor-off.
func (s store) deleteTwoFactor(ctx context.Context, tx storage.Querier, userID string) (wasOn bool, err error) {
	on, err := storage.QueryAll(ctx, tx, func(r storage.Row) (is bool, err error) { return is, r.Scan(&is) },
		`DELETE FROM two_factor WHERE user_id = $1 RETURNING enabled_at IS NOT NULL`, userID)
	if err != nil {
		return false, err
	}
	if err := s.deleteRecoveryCodes(ctx, tx, userID); err != nil {
		return false, err
	}
	return len(on) > 0 && on[0], s.deleteChallenges(ctx, tx, userID)
}

// consumeTimeStep marks the code of a time step as used. It returns errWrongCode if the code of this step
// or of a later step was used before, or if the secret has changed. Rule accounts-two-factor-codes.
func (store) consumeTimeStep(ctx context.Context, tx storage.Querier, userID, secret string, step int64) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE two_factor SET last_step = $1 WHERE user_id = $2 AND secret = $3 AND last_step < $1 AND enabled_at IS NOT NULL`,
		step, userID, secret)
	if err == nil && n == 0 {
		return errWrongCode
	}
	return err
}

func (store) insertRecoveryCode(ctx context.Context, tx storage.Querier, userID, hash string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)`, userID, hash)
	return err
}

// useRecoveryCode deletes a recovery code, or returns errWrongCode if the account does
// not have it. Rule accounts-recovery-codes.
func (store) useRecoveryCode(ctx context.Context, tx storage.Querier, userID, hash string) error {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2`, userID, hash)
	if err == nil && n == 0 {
		return errWrongCode
	}
	return err
}

func (store) deleteRecoveryCodes(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM recovery_codes WHERE user_id = $1`, userID)
	return err
}

// challenge is a sign-in that waits for a code.
type challenge struct {
	tokenHash           string
	userID              string
	passwordFingerprint string // what passwordFingerprint returned at the sign-in
	expiresAt           time.Time
	newIdentity         oidc.Identity // attempt.newIdentity, with Issuer and Subject only
}

// passwordFingerprint returns a hash of a password hash. A challenge stores it, to notice that the
// password has changed.
func passwordFingerprint(passwordHash string) string { return tokenHash(passwordHash) }

func (store) insertChallenge(ctx context.Context, tx storage.Querier, c challenge) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO login_challenges (token_hash, user_id, password_tag, expires_at, issuer, subject) VALUES ($1, $2, $3, $4, $5, $6)`,
		c.tokenHash, c.userID, c.passwordFingerprint, core.Millis(c.expiresAt), c.newIdentity.Issuer, c.newIdentity.Subject)
	return err
}

// findOpenChallenge returns a challenge that has not expired and has a try left, or
// errChallengeEnded. Rule accounts-two-factor-tries.
func (s store) findOpenChallenge(ctx context.Context, hash string, now time.Time) (challenge, error) {
	c := challenge{tokenHash: hash}
	var expires int64
	err := s.db.Reader().QueryRowContext(ctx, `SELECT user_id, password_tag, expires_at, issuer, subject FROM login_challenges
		WHERE token_hash = $1 AND tries < $2 AND expires_at > $3`, hash, triesPerChallenge, core.Millis(now)).
		Scan(&c.userID, &c.passwordFingerprint, &expires, &c.newIdentity.Issuer, &c.newIdentity.Subject)
	c.expiresAt = core.FromMillis(expires)
	if storage.IsNoRows(err) {
		return c, errChallengeEnded
	}
	return c, err
}

// countChallengeTry counts a try of a challenge before its code is compared. It returns
// errChallengeEnded if the challenge has expired or has no try left.
func (store) countChallengeTry(ctx context.Context, tx storage.Querier, hash string, now time.Time) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE login_challenges SET tries = tries + 1 WHERE token_hash = $1 AND tries < $2 AND expires_at > $3`,
		hash, triesPerChallenge, core.Millis(now))
	if err == nil && n == 0 {
		return errChallengeEnded
	}
	return err
}

// takeChallenge deletes a challenge. It returns errChallengeEnded if another call has deleted it or
// the user's password has changed since the challenge began. The caller must have locked the user's
// row.
func (store) takeChallenge(ctx context.Context, tx storage.Querier, c challenge) error {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM login_challenges WHERE token_hash = $1`, c.tokenHash)
	if err != nil {
		return err
	}
	var passwordHash sql.NullString
	if err := tx.QueryRowContext(ctx, `SELECT password_hash FROM users WHERE id = $1`, c.userID).Scan(&passwordHash); err != nil && !storage.IsNoRows(err) {
		return err
	}
	if n == 0 || passwordFingerprint(passwordHash.String) != c.passwordFingerprint {
		return errChallengeEnded
	}
	return nil
}

func (store) deleteChallenges(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM login_challenges WHERE user_id = $1`, userID)
	return err
}

func (store) deleteExpiredChallenges(ctx context.Context, tx storage.Querier, now int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM login_challenges WHERE expires_at <= $1`, now)
	return err
}
