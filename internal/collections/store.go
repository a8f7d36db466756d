package collections

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// store has the SQL of the tables of collections.
type store struct {
	db         reader
	brokenRows *storage.BrokenRowLog
}

// reader gives read-only access to the database.
type reader interface{ Reader() storage.Querier }

const listColumns = `id, user_id, name, description, COALESCE(share_token, ''), characters, created_at, updated_at`

func scanList(r storage.Row) (l List, err error) {
	var created, updated int64
	var members string
	if err := r.Scan(&l.ID, &l.OwnerID, &l.Name, &l.Description, &l.ShareToken, &members, &created, &updated); err != nil {
		return l, err
	}
	l.CreatedAt, l.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
	return l, storage.DecodeRow("collection_lists", l.ID, members, &l.memberIDs)
}

// scanOneList scans one row. If there is no row or the JSON of the row is broken, scanOneList
// returns the error missing.
func (s store) scanOneList(ctx context.Context, row storage.Row, missing error) (List, error) {
	l, err := scanList(row)
	if storage.IsNoRows(err) || s.brokenRows.LogIfBroken(ctx, err) {
		return List{}, missing
	}
	return l, err
}

// lists reads the collections of a user, the latest first. Rule collections-overview.
func (s store) lists(ctx context.Context, userID string) ([]List, error) {
	return storage.QueryAllReadable(ctx, s.db.Reader(), s.brokenRows, scanList, `SELECT `+listColumns+` FROM collection_lists
		WHERE user_id = $1 ORDER BY created_at DESC, id DESC`, userID)
}

// list reads a collection of a user. The error is errNoList if the collection is missing or
// belongs to another user. Rule collections-own.
func (s store) list(ctx context.Context, userID, id string) (List, error) {
	return s.scanOneList(ctx, s.db.Reader().QueryRowContext(ctx, `SELECT `+listColumns+` FROM collection_lists
		WHERE id = $1 AND user_id = $2`, id, userID), errNoList)
}

// sharedList reads the collection with a share token.
func (s store) sharedList(ctx context.Context, token string) (List, error) {
	return s.scanOneList(ctx, s.db.Reader().QueryRowContext(ctx, `SELECT `+listColumns+` FROM collection_lists
		WHERE share_token = $1`, token), errNotShared)
}

// incrementListCount adds one to the number of a user's collections. If the number has
// reached limit, the error is errTooManyLists. Rule collections-limits.
func (store) incrementListCount(ctx context.Context, tx storage.Querier, userID string, limit int) error {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO collection_counts (user_id, lists) VALUES ($1, 1)
		ON CONFLICT (user_id) DO UPDATE SET lists = collection_counts.lists + 1 WHERE collection_counts.lists < $2`, userID, limit)
	if err == nil && n == 0 {
		return errTooManyLists
	}
	return err
}

// decrementListCount takes one from the number of a user's collections.
func (store) decrementListCount(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE collection_counts SET lists = lists - 1 WHERE user_id = $1`, userID)
	return err
}

func (store) insertList(ctx context.Context, tx storage.Querier, l List) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO collection_lists (id, user_id, name, description, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, l.ID, l.OwnerID, l.Name, l.Description, core.Millis(l.CreatedAt), core.Millis(l.UpdatedAt))
	return err
}

// execOnOwnList runs a statement that changes one collection of a user. If there is none, the
// error is errNoList.
func (store) execOnOwnList(ctx context.Context, tx storage.Querier, query string, args ...any) error {
	n, err := storage.ExecCount(ctx, tx, query, args...)
	if err == nil && n == 0 {
		return errNoList
	}
	return err
}

// lockList locks a collection until the transaction ends, and returns it.
func (s store) lockList(ctx context.Context, tx storage.Querier, userID, id string) (List, error) {
	return s.scanOneList(ctx, tx.QueryRowContext(ctx, `UPDATE collection_lists SET updated_at = updated_at
		WHERE id = $1 AND user_id = $2 RETURNING `+listColumns, id, userID), errNoList)
}

// setMembers sets the characters of a collection and the time of its last change.
func (store) setMembers(ctx context.Context, tx storage.Querier, l List) error {
	members, err := storage.ToJSON(l.memberIDs)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE collection_lists SET characters = $2, updated_at = $3 WHERE id = $1`,
		l.ID, members, core.Millis(l.UpdatedAt))
	return err
}

func (s store) editList(ctx context.Context, tx storage.Querier, userID, id string, t listTexts, now time.Time) error {
	return s.execOnOwnList(ctx, tx, `UPDATE collection_lists SET name = $3, description = $4, updated_at = $5
		WHERE id = $1 AND user_id = $2`, id, userID, t.name, t.description, core.Millis(now))
}

func (s store) deleteList(ctx context.Context, tx storage.Querier, userID, id string) error {
	return s.execOnOwnList(ctx, tx, `DELETE FROM collection_lists WHERE id = $1 AND user_id = $2`, id, userID)
}

// shareList sets the share token of a collection unless it has one. It returns the token that
// the collection has then. Rule collections-share.
func (store) shareList(ctx context.Context, tx storage.Querier, userID, id, token string) (storedToken string, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE collection_lists SET share_token = COALESCE(share_token, $3)
		WHERE id = $1 AND user_id = $2 RETURNING share_token`, id, userID, token).Scan(&storedToken)
	if storage.IsNoRows(err) {
		return "", errNoList
	}
	return storedToken, err
}

func (s store) unshareList(ctx context.Context, tx storage.Querier, userID, id string) error {
	return s.execOnOwnList(ctx, tx, `UPDATE collection_lists SET share_token = NULL WHERE id = $1 AND user_id = $2`, id, userID)
}
