package accounts

import (
	"context"
	"time"

	"colloquy/internal/accounts/oidc"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// consumeGoogleFlow records the redirect from the provider, so that a sign-in completes only once. It
// returns errGoogleFlowExpired for a second redirect and after the expiry of the sign-in. Rule
// accounts-google-state.
func (store) consumeGoogleFlow(ctx context.Context, tx storage.Querier, f googleFlow, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO oidc_returns (flow_hash, expires_at) VALUES ($1, $2)`, tokenHash(f.secret), core.Millis(f.expires))
	if storage.IsUniqueViolation(err) || err == nil && !f.expires.After(now) {
		return errGoogleFlowExpired
	}
	return err
}

// userOfIdentity returns the user to whom an identity is connected, or errUnknownUser. Only issuer
// and subject count. Rule accounts-google-new.
func (store) userOfIdentity(ctx context.Context, q storage.Querier, id oidc.Identity) (User, error) {
	return scanUser(q.QueryRowContext(ctx, `SELECT `+userColumnsWithTwoFactor+` FROM users WHERE id = (SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2)`,
		id.Issuer, id.Subject))
}

// insertIdentity connects an identity to a user. If the identity is connected already, the
// error satisfies storage.IsUniqueViolation.
func (store) insertIdentity(ctx context.Context, tx storage.Querier, userID string, id oidc.Identity, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)`,
		id.Issuer, id.Subject, userID, core.Millis(now))
	return err
}

// deleteIdentitiesSince deletes the identities that a user has connected since a time. Rule
// accounts-google-reset.
func (store) deleteIdentitiesSince(ctx context.Context, tx storage.Querier, userID string, since time.Time) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM identities WHERE user_id = $1 AND created_at >= $2`, userID, core.Millis(since))
	return err
}

// confirmAndDropPassword marks the unconfirmed address of a user as confirmed and removes the
// password. The update locks the row. The error is errLostRace if the password or the address has
// changed since u was read, or if the address is confirmed already. Rule
// accounts-google-unverified.
func (store) confirmAndDropPassword(ctx context.Context, tx storage.Querier, u User, now time.Time) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET password_hash = '', email_verified_at = $1, reset_failures = 0, updated_at = $1
		WHERE id = $2 AND email = $3 AND password_hash = $4 AND email_verified_at IS NULL`, core.Millis(now), u.ID, u.Email, u.PasswordHash)
	if err == nil && n == 0 {
		return errLostRace
	}
	return err
}

// deleteLinksNetworksAndIdentities deletes all mail links, known networks and identities of a user. Rule
// accounts-google-unverified.
func (s store) deleteLinksNetworksAndIdentities(ctx context.Context, tx storage.Querier, userID string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM mail_links WHERE user_id = $1`, userID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM known_networks WHERE user_id = $1`, userID); err != nil {
		return err
	}
	return s.deleteIdentitiesSince(ctx, tx, userID, time.UnixMilli(0))
}

// pendingIdentity is an identity that waits for the password of a user. The right password connects the
// identity to the user.
type pendingIdentity struct {
	tokenHash string
	userID    string
	identity  oidc.Identity // only Issuer and Subject are set
}

func (store) insertPendingIdentity(ctx context.Context, tx storage.Querier, t pendingIdentity, expires time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO pending_identities (token_hash, user_id, issuer, subject, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		t.tokenHash, t.userID, t.identity.Issuer, t.identity.Subject, core.Millis(expires))
	return err
}

// findPendingIdentity returns a pending identity that has not expired, or
// errPendingIdentityExpired.
func (s store) findPendingIdentity(ctx context.Context, hash string, now time.Time) (pendingIdentity, error) {
	t := pendingIdentity{tokenHash: hash}
	err := s.db.Reader().QueryRowContext(ctx, `SELECT user_id, issuer, subject FROM pending_identities WHERE token_hash = $1 AND expires_at > $2`,
		hash, core.Millis(now)).Scan(&t.userID, &t.identity.Issuer, &t.identity.Subject)
	if storage.IsNoRows(err) {
		return t, errPendingIdentityExpired
	}
	return t, err
}

// consumePendingIdentity deletes a pending identity. It returns errPendingIdentityExpired if
// another call has deleted it.
func (store) consumePendingIdentity(ctx context.Context, tx storage.Querier, t pendingIdentity) error {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM pending_identities WHERE token_hash = $1`, t.tokenHash)
	if err == nil && n == 0 {
		return errPendingIdentityExpired
	}
	return err
}

func (store) deletePendingIdentities(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM pending_identities WHERE user_id = $1`, userID)
	return err
}

// deleteExpiredGoogleSignIns deletes expired pending identities, and the stored redirects of
// expired sign-ins.
func (store) deleteExpiredGoogleSignIns(ctx context.Context, tx storage.Querier, now int64) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM oidc_returns WHERE expires_at <= $1`, now); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM pending_identities WHERE expires_at <= $1`, now)
	return err
}
