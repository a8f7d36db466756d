package social

import (
	"context"

	"colloquy/internal/storage"
)

// page reads comments on a profile itself, newest first, after a place.
func (s store) page(ctx context.Context, characterID int, after *place, limit int) ([]Comment, error) {
	if after == nil {
		return storage.All(ctx, s.db.Read(), scanComment, `SELECT `+commentColumns+` FROM comments
			WHERE character_id = $1 AND parent_id IS NULL ORDER BY created_at DESC, id DESC LIMIT $2`, characterID, limit)
	}
	return storage.All(ctx, s.db.Read(), scanComment, `SELECT `+commentColumns+` FROM comments
		WHERE character_id = $1 AND parent_id IS NULL AND (created_at, id) < ($3, $4)
		ORDER BY created_at DESC, id DESC LIMIT $2`, characterID, limit, after.At, after.ID)
}

// replies reads the replies of many comments, oldest first; of each comment
// the newest so many.
func (s store) replies(ctx context.Context, parents []string, each int) ([]Comment, error) {
	if len(parents) == 0 {
		return nil, nil
	}
	marks, args := storage.In([]any{each}, parents)
	return storage.All(ctx, s.db.Read(), scanComment, `SELECT `+commentColumns+` FROM
		(SELECT *, row_number() OVER (PARTITION BY parent_id ORDER BY created_at DESC, id DESC) AS place
		FROM comments WHERE parent_id IN (`+marks+`)) AS numbered
		WHERE place <= $1 ORDER BY created_at, id`, args...)
}

// newestLive reads comments on a profile itself that are not deleted.
func (s store) newestLive(ctx context.Context, characterID, limit int) ([]Comment, error) {
	return storage.All(ctx, s.db.Read(), scanComment, `SELECT `+commentColumns+` FROM comments
		WHERE character_id = $1 AND parent_id IS NULL AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $2`, characterID, limit)
}

// likedOf tells which of the comments a user likes; a visitor likes none.
func (s store) likedOf(ctx context.Context, userID string, ids []string) (map[string]bool, error) {
	out := map[string]bool{}
	if userID == "" || len(ids) == 0 {
		return out, nil
	}
	marks, args := storage.In([]any{userID}, ids)
	_, err := storage.All(ctx, s.db.Read(), func(r storage.Row) (string, error) {
		var id string
		err := r.Scan(&id)
		out[id] = true
		return id, err
	}, `SELECT comment_id FROM comment_likes WHERE user_id = $1 AND comment_id IN (`+marks+`)`, args...)
	return out, err
}
