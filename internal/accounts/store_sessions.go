package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// sessionsOf returns the sessions of a user that have not ended, without the hashes of their
// secrets, the most recently used first. Rule accounts-sessions-list.
func (s store) sessionsOf(ctx context.Context, userID string, now time.Time) ([]Session, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (Session, error) {
		k := Session{UserID: userID}
		var created, seen, expires int64
		err := r.Scan(&k.ID, &created, &seen, &expires, &k.Browser, &k.OperatingSystem)
		k.CreatedAt, k.LastSeenAt, k.ExpiresAt = core.FromMillis(created), core.FromMillis(seen), core.FromMillis(expires)
		return k, err
	}, `SELECT id, created_at, last_seen_at, expires_at, browser, system FROM auth_sessions WHERE user_id = $1 AND expires_at > $2
		ORDER BY last_seen_at DESC, id DESC`, userID, core.Millis(now))
}

// openSessions returns those of the given session ids whose sessions have not ended. Rule
// accounts-streams-end.
func (s store) openSessions(ctx context.Context, ids []string, now time.Time) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	placeholders, args := storage.InList([]any{core.Millis(now)}, ids)
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT id FROM auth_sessions WHERE expires_at > $1 AND id IN (`+placeholders+`)`, args...)
}

// deleteSession deletes a session of a user, or returns errNoSession, also for a session of another
// user. Rules accounts-sessions-end, access-foreign-is-missing.
func (store) deleteSession(ctx context.Context, tx storage.Querier, userID, id string) error {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM auth_sessions WHERE id = $1 AND user_id = $2`, id, userID)
	if err == nil && n == 0 {
		return errNoSession
	}
	return err
}

// deleteSessionsExcept deletes the sessions of a user except the session with the id keep.
// If keep is empty, it deletes all. Rule accounts-sessions-end.
func (store) deleteSessionsExcept(ctx context.Context, tx storage.Querier, userID, keep string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM auth_sessions WHERE user_id = $1 AND id <> $2`, userID, keep)
	return err
}
