package social

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"colloquy/internal/storage"
)

// topLevelCommentsAfter reads a character's comments that are not replies, newest first. It begins
// after the key, or with the newest comment if the key is nil. Rule comments-order.
func (s store) topLevelCommentsAfter(ctx context.Context, characterID int, after *commentsPageKey, limit int) ([]Comment, error) {
	if after == nil {
		return storage.QueryAll(ctx, s.db.Reader(), scanComment, `SELECT `+commentColumns+` FROM comments
			WHERE character_id = $1 AND parent_id IS NULL ORDER BY created_at DESC, id DESC LIMIT $2`, characterID, limit)
	}
	return storage.QueryAll(ctx, s.db.Reader(), scanComment, `SELECT `+commentColumns+` FROM comments
		WHERE character_id = $1 AND parent_id IS NULL AND (created_at, id) < ($3, $4)
		ORDER BY created_at DESC, id DESC LIMIT $2`, characterID, limit, after.At, after.ID)
}

// newestReplies reads the newest replies to many comments, at most limit for each, and returns them
// oldest first. For each comment the query has a subquery, whose index scan stops after limit rows.
// For 10 comments with 5,000 replies each this takes 1 ms on SQLite and 3 ms on PostgreSQL. A query
// with a window function takes 170 ms and 240 ms, because it numbers all replies. Rules
// comments-order, comments-earlier-replies.
func (s store) newestReplies(ctx context.Context, parentIDs []string, limit int) ([]Comment, error) {
	if len(parentIDs) == 0 {
		return nil, nil
	}
	subqueries, args := make([]string, len(parentIDs)), []any{limit}
	for i, parent := range parentIDs {
		args = append(args, parent)
		subqueries[i] = `SELECT * FROM (SELECT ` + commentColumns + ` FROM comments WHERE parent_id = $` + strconv.Itoa(len(args)) +
			` ORDER BY created_at DESC, id DESC LIMIT $1) AS part`
	}
	list, err := storage.QueryAll(ctx, s.db.Reader(), scanComment, strings.Join(subqueries, ` UNION ALL `), args...)
	slices.SortFunc(list, func(a, b Comment) int { return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID)) })
	return list, err
}

// repliesBefore reads the replies to a comment, newest first. It begins with the reply before
// the key, or with the newest reply if the key is nil.
func (s store) repliesBefore(ctx context.Context, parentID string, before *repliesPageKey, limit int) ([]Comment, error) {
	if before == nil {
		return storage.QueryAll(ctx, s.db.Reader(), scanComment, `SELECT `+commentColumns+` FROM comments
			WHERE parent_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`, parentID, limit)
	}
	return storage.QueryAll(ctx, s.db.Reader(), scanComment, `SELECT `+commentColumns+` FROM comments
		WHERE parent_id = $1 AND (created_at, id) < ($3, $4) ORDER BY created_at DESC, id DESC LIMIT $2`, parentID, limit, before.At, before.ID)
}

// likedCommentsAmong returns which of the comments with the given ids a user likes. The result is
// empty for a visitor.
func (s store) likedCommentsAmong(ctx context.Context, userID string, ids []string) (map[string]bool, error) {
	out := map[string]bool{}
	if userID == "" || len(ids) == 0 {
		return out, nil
	}
	placeholders, args := storage.InList([]any{userID}, ids)
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (string, error) {
		var id string
		err := r.Scan(&id)
		out[id] = true
		return id, err
	}, `SELECT comment_id FROM comment_likes WHERE user_id = $1 AND comment_id IN (`+placeholders+`)`, args...)
	return out, err
}
