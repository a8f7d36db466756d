package accounts

import (
	"context"
	"database/sql"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct{ db *storage.DB }

const userColumns = `id, email, username, password_hash, image, is_admin, created_at, email_verified_at, must_verify`

// userColumnsWithTwoFactor are the columns that scanUser reads: userColumns, and whether two-factor
// sign-in is on.
const userColumnsWithTwoFactor = userColumns + `, EXISTS (SELECT 1 FROM two_factor f WHERE f.user_id = users.id AND f.enabled_at IS NOT NULL)`

// scanUser reads userColumnsWithTwoFactor. Without a row it returns errUnknownUser.
func scanUser(r storage.Row) (User, error) {
	var u User
	var created int64
	var verified sql.NullInt64
	err := r.Scan(&u.ID, &u.Email, &u.Username, &u.PasswordHash, &u.Image, &u.IsAdmin, &created, &verified, &u.MustVerifyEmail, &u.HasTwoFactor)
	u.CreatedAt, u.IsEmailVerified = core.FromMillis(created), verified.Valid
	if storage.IsNoRows(err) {
		return u, errUnknownUser
	}
	return u, err
}

// userByEmail returns the account of an address, or errUnknownUser. One account may have the
// address's emailKey and another its legacyEmailKey. Then the account with the legacyEmailKey wins.
func (s store) userByEmail(ctx context.Context, email string) (User, error) {
	return s.userByEmailWithQuerier(ctx, s.db.Reader(), email)
}

// userByEmailWithQuerier is userByEmail with a given Querier, such as a transaction.
func (store) userByEmailWithQuerier(ctx context.Context, q storage.Querier, email string) (User, error) {
	return scanUser(q.QueryRowContext(ctx, `SELECT `+userColumnsWithTwoFactor+` FROM users WHERE email_key IN ($1, $2)
		ORDER BY CASE WHEN email_key = $2 THEN 0 ELSE 1 END LIMIT 1`, emailKey(email), legacyEmailKey(email)))
}

// accountEmailKey is an account id with its email key.
type accountEmailKey struct{ id, key string }

// nonASCIIEmailKeys returns the accounts whose email key has non-ASCII characters.
func (s store) nonASCIIEmailKeys(ctx context.Context) ([]accountEmailKey, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (k accountEmailKey, err error) {
		return k, r.Scan(&k.id, &k.key)
	}, `SELECT id, email_key FROM users WHERE octet_length(email_key) <> length(email_key) ORDER BY created_at, id`)
}

func (store) replaceEmailKey(ctx context.Context, tx storage.Querier, id, from, to string) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET email_key = $1 WHERE id = $2 AND email_key = $3`, to, id, from)
	return err
}

func (store) userByID(ctx context.Context, q storage.Querier, id string) (User, error) {
	return scanUser(q.QueryRowContext(ctx, `SELECT `+userColumnsWithTwoFactor+` FROM users WHERE id = $1`, id))
}

func (store) insertUser(ctx context.Context, tx storage.Querier, u User) error {
	var verifiedAt sql.NullInt64
	if u.IsEmailVerified {
		verifiedAt = sql.NullInt64{Int64: core.Millis(u.CreatedAt), Valid: true}
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO users (`+userColumns+`, email_key, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $7)`,
		u.ID, u.Email, u.Username, u.PasswordHash, u.Image, u.IsAdmin, core.Millis(u.CreatedAt), verifiedAt, u.MustVerifyEmail, emailKey(u.Email))
	return err
}

func (store) insertSession(ctx context.Context, tx storage.Querier, s Session) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO auth_sessions (id, user_id, bearer_hash, cookie_hash, created_at, last_seen_at, expires_at, browser, system)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, s.ID, s.UserID, s.BearerHash, s.CookieHash,
		core.Millis(s.CreatedAt), core.Millis(s.LastSeenAt), core.Millis(s.ExpiresAt), s.Browser, s.OperatingSystem)
	return err
}

// userSession is a session with the fields of its user that an Actor needs.
type userSession struct {
	Session
	name            string
	isAdmin         bool
	isEmailVerified bool
	mustVerifyEmail bool
}

// findSessions returns the sessions of a bearer token and of a cookie, by the hashes of
// these secrets. It returns at most two.
func (s store) findSessions(ctx context.Context, bearer, cookie string) ([]userSession, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (userSession, error) {
		var k userSession
		var created, seen, expires int64
		err := r.Scan(&k.ID, &k.UserID, &k.BearerHash, &k.CookieHash, &created, &seen, &expires, &k.name, &k.isAdmin, &k.isEmailVerified, &k.mustVerifyEmail)
		k.CreatedAt, k.LastSeenAt, k.ExpiresAt = core.FromMillis(created), core.FromMillis(seen), core.FromMillis(expires)
		return k, err
	}, `SELECT s.id, s.user_id, s.bearer_hash, s.cookie_hash, s.created_at, s.last_seen_at, s.expires_at, u.username, u.is_admin, u.email_verified_at IS NOT NULL, u.must_verify
		FROM auth_sessions s JOIN users u ON u.id = s.user_id WHERE s.bearer_hash = $1 OR s.cookie_hash = $2`, bearer, cookie)
}

func (store) renewSession(ctx context.Context, tx storage.Querier, id string, seen, expires int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE auth_sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1`, id, seen, expires)
	return err
}

// deleteSessions deletes the sessions that have the hash of the bearer token or of the cookie. It
// returns the ids of their users. Rule accounts-logout.
func (store) deleteSessions(ctx context.Context, tx storage.Querier, bearer, cookie string) (users []string, err error) {
	return storage.QueryAll(ctx, tx, func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`DELETE FROM auth_sessions WHERE bearer_hash = $1 OR cookie_hash = $2 RETURNING user_id`, bearer, cookie)
}

func (store) deleteExpiredSessions(ctx context.Context, tx storage.Querier, now int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM auth_sessions WHERE expires_at <= $1`, now)
	return err
}
