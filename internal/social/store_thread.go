package social

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"strconv"
	"strings"

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
// the newest so many. It is one query with a part for each comment, so that the
// index ends each part early: numbering all replies of a busy page reads them
// all. Parts are filled up to a power of two with a comment that does
// not exist, so that few different texts are prepared.
func (s store) replies(ctx context.Context, parents []string, each int) ([]Comment, error) {
	if len(parents) == 0 {
		return nil, nil
	}
	args := []any{each}
	parts := make([]string, 1<<bits.Len(uint(len(parents)-1)))
	for i := range parts {
		id := ""
		if i < len(parents) {
			id = parents[i]
		}
		args = append(args, id)
		parts[i] = `SELECT * FROM (SELECT ` + commentColumns + ` FROM comments WHERE parent_id = $` + strconv.Itoa(len(args)) +
			` ORDER BY created_at DESC, id DESC LIMIT $1) AS part`
	}
	list, err := storage.All(ctx, s.db.Read(), scanComment, strings.Join(parts, ` UNION ALL `), args...)
	slices.SortFunc(list, func(a, b Comment) int { return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID)) })
	return list, err
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
