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

const collectionColumns = `id, user_id, name, description, COALESCE(share_token, ''), characters, created_at, updated_at`

func scanCollection(r storage.Row) (l Collection, err error) {
	var created, updated int64
	var characterIDsJSON string
	if err := r.Scan(&l.ID, &l.OwnerID, &l.Name, &l.Description, &l.ShareToken, &characterIDsJSON, &created, &updated); err != nil {
		return l, err
	}
	l.CreatedAt, l.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
	return l, storage.DecodeRow("collection_lists", l.ID, characterIDsJSON, &l.characterIDs)
}

// scanOneCollection scans one row. If there is no row or the JSON of the row is broken, scanOneCollection
// returns the error missing.
func (s store) scanOneCollection(ctx context.Context, row storage.Row, missing error) (Collection, error) {
	l, err := scanCollection(row)
	if storage.IsNoRows(err) || s.brokenRows.LogIfBroken(ctx, err) {
		return Collection{}, missing
	}
	return l, err
}

// collections reads the collections of a user, the latest first. Rule collections-overview.
func (s store) collections(ctx context.Context, userID string) ([]Collection, error) {
	return storage.QueryAllReadable(ctx, s.db.Reader(), s.brokenRows, scanCollection, `SELECT `+collectionColumns+` FROM collection_lists
		WHERE user_id = $1 ORDER BY created_at DESC, id DESC`, userID)
}

// collection reads a collection of a user. The error is errNoCollection if the collection is missing or
// belongs to another user. Rule collections-own.
func (s store) collection(ctx context.Context, userID, id string) (Collection, error) {
	return s.scanOneCollection(ctx, s.db.Reader().QueryRowContext(ctx, `SELECT `+collectionColumns+` FROM collection_lists
		WHERE id = $1 AND user_id = $2`, id, userID), errNoCollection)
}

// sharedCollection reads the collection with a share token.
func (s store) sharedCollection(ctx context.Context, token string) (Collection, error) {
	return s.scanOneCollection(ctx, s.db.Reader().QueryRowContext(ctx, `SELECT `+collectionColumns+` FROM collection_lists
		WHERE share_token = $1`, token), errNotShared)
}

// incrementCollectionCount adds one to the number of a user's collections. If the number has
// reached limit, the error is errTooManyCollections. Rule collections-limits.
func (store) incrementCollectionCount(ctx context.Context, tx storage.Querier, userID string, limit int) error {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO collection_counts (user_id, lists) VALUES ($1, 1)
		ON CONFLICT (user_id) DO UPDATE SET lists = collection_counts.lists + 1 WHERE collection_counts.lists < $2`, userID, limit)
	if err == nil && n == 0 {
		return errTooManyCollections
	}
	return err
}

// decrementCollectionCount takes one from the number of a user's collections.
func (store) decrementCollectionCount(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE collection_counts SET lists = lists - 1 WHERE user_id = $1`, userID)
	return err
}

func (store) insertCollection(ctx context.Context, tx storage.Querier, l Collection) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO collection_lists (id, user_id, name, description, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, l.ID, l.OwnerID, l.Name, l.Description, core.Millis(l.CreatedAt), core.Millis(l.UpdatedAt))
	return err
}

// execOnOwnCollection runs a statement that changes one collection of a user. If there is none, the
// error is errNoCollection.
func (store) execOnOwnCollection(ctx context.Context, tx storage.Querier, query string, args ...any) error {
	n, err := storage.ExecCount(ctx, tx, query, args...)
	if err == nil && n == 0 {
		return errNoCollection
	}
	return err
}

// lockCollection locks a collection until the transaction ends, and returns it.
func (s store) lockCollection(ctx context.Context, tx storage.Querier, userID, id string) (Collection, error) {
	return s.scanOneCollection(ctx, tx.QueryRowContext(ctx, `UPDATE collection_lists SET updated_at = updated_at
		WHERE id = $1 AND user_id = $2 RETURNING `+collectionColumns, id, userID), errNoCollection)
}

// setCharacters sets the characters of a collection and the time of its last change.
func (store) setCharacters(ctx context.Context, tx storage.Querier, l Collection) error {
	characterIDsJSON, err := storage.ToJSON(l.characterIDs)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE collection_lists SET characters = $2, updated_at = $3 WHERE id = $1`,
		l.ID, characterIDsJSON, core.Millis(l.UpdatedAt))
	return err
}

func (s store) editCollection(ctx context.Context, tx storage.Querier, userID, id string, t collectionTexts, now time.Time) error {
	return s.execOnOwnCollection(ctx, tx, `UPDATE collection_lists SET name = $3, description = $4, updated_at = $5
		WHERE id = $1 AND user_id = $2`, id, userID, t.name, t.description, core.Millis(now))
}

func (s store) deleteCollection(ctx context.Context, tx storage.Querier, userID, id string) error {
	return s.execOnOwnCollection(ctx, tx, `DELETE FROM collection_lists WHERE id = $1 AND user_id = $2`, id, userID)
}

// shareCollection sets the share token of a collection unless it has one. It returns the token that
// the collection has then. Rule collections-share.
func (store) shareCollection(ctx context.Context, tx storage.Querier, userID, id, token string) (storedToken string, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE collection_lists SET share_token = COALESCE(share_token, $3)
		WHERE id = $1 AND user_id = $2 RETURNING share_token`, id, userID, token).Scan(&storedToken)
	if storage.IsNoRows(err) {
		return "", errNoCollection
	}
	return storedToken, err
}

func (s store) unshareCollection(ctx context.Context, tx storage.Querier, userID, id string) error {
	return s.execOnOwnCollection(ctx, tx, `UPDATE collection_lists SET share_token = NULL WHERE id = $1 AND user_id = $2`, id, userID)
}
