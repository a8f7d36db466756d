package social

import (
	"context"
	"database/sql"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const commentColumns = `id, character_id, user_id, parent_id, body, like_count, reply_count, deleted_at IS NOT NULL AS deleted, created_at`

func scanComment(r storage.Row) (Comment, error) {
	var c Comment
	var parent sql.NullString
	var created int64
	err := r.Scan(&c.ID, &c.CharacterID, &c.UserID, &parent, &c.Body, &c.LikeCount, &c.ReplyCount, &c.IsDeleted, &created)
	c.ParentID, c.CreatedAt = parent.String, core.FromMillis(created)
	return c, err
}

func scanOneComment(row *sql.Row) (Comment, error) {
	c, err := scanComment(row)
	if storage.IsNoRows(err) {
		return c, errNoComment
	}
	return c, err
}

// undeletedComment finds a comment that is not deleted.
func (store) undeletedComment(ctx context.Context, q storage.Querier, id string) (Comment, error) {
	return scanOneComment(q.QueryRowContext(ctx, `SELECT `+commentColumns+` FROM comments WHERE id = $1 AND deleted_at IS NULL`, id))
}

// findTopLevelComment finds a comment that is not a reply. The comment may be deleted.
func (s store) findTopLevelComment(ctx context.Context, id string) (Comment, error) {
	return scanOneComment(s.db.Reader().QueryRowContext(ctx, `SELECT `+commentColumns+` FROM comments WHERE id = $1 AND parent_id IS NULL`, id))
}

// lockComment finds a comment that is not deleted, and locks its row until the transaction
// ends.
func (store) lockComment(ctx context.Context, tx storage.Querier, id string) (Comment, error) {
	return scanOneComment(tx.QueryRowContext(ctx, `UPDATE comments SET like_count = like_count
		WHERE id = $1 AND deleted_at IS NULL RETURNING `+commentColumns, id))
}

func (store) insertComment(ctx context.Context, tx storage.Querier, c Comment) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO comments (id, character_id, user_id, parent_id, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		c.ID, c.CharacterID, c.UserID, sql.NullString{String: c.ParentID, Valid: c.ParentID != ""}, c.Body, core.Millis(c.CreatedAt))
	return err
}

// hasPostedSince reports whether a user posted a comment with exactly this body after the time in
// since. Rule comments-repeated.
func (store) hasPostedSince(ctx context.Context, tx storage.Querier, userID, body string, since time.Time) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM comments WHERE user_id = $1 AND created_at > $2 AND body = $3)`,
		userID, core.Millis(since), body).Scan(&is)
	return is, err
}

// increaseReplyCount adds one to the reply count of a comment and returns the comment. It returns
// errNoComment if the comment is deleted, is a reply, or belongs to another character (rule
// comments-one-level).
func (store) increaseReplyCount(ctx context.Context, tx storage.Querier, parentID string, characterID int) (Comment, error) {
	return scanOneComment(tx.QueryRowContext(ctx, `UPDATE comments SET reply_count = reply_count + 1
		WHERE id = $1 AND character_id = $2 AND parent_id IS NULL AND deleted_at IS NULL RETURNING `+commentColumns, parentID, characterID))
}

// decreaseReplyCount subtracts one from the reply count of a comment. If the comment is marked
// as deleted and no reply is left, it deletes the row. Rule comments-delete-own.
func (store) decreaseReplyCount(ctx context.Context, tx storage.Querier, parentID string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE comments SET reply_count = reply_count - 1 WHERE id = $1`, parentID); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM comments WHERE id = $1 AND reply_count = 0 AND deleted_at IS NOT NULL`, parentID)
	return err
}

// removeComment deletes the comment c, or clears it if it has replies. It locks the counts and
// then reads the comment again, because c may be stale. Rule comments-delete-own.
func (s store) removeComment(ctx context.Context, tx storage.Querier, c Comment, now time.Time) error {
	if _, err := s.lockCounts(ctx, tx, c.CharacterID); err != nil {
		return err
	}
	lockedComment, err := s.undeletedComment(ctx, tx, c.ID)
	if err != nil {
		return err
	}
	if _, err := s.addCounts(ctx, tx, c.CharacterID, counts{comments: -1}); err != nil {
		return err
	}
	if lockedComment.ReplyCount > 0 {
		return s.clearComment(ctx, tx, c.ID, now)
	}
	if err := s.deleteComment(ctx, tx, c.ID); err != nil || lockedComment.ParentID == "" {
		return err
	}
	return s.decreaseReplyCount(ctx, tx, lockedComment.ParentID)
}

// clearComment marks a comment as deleted and removes its text, author and likes. It changes the
// row first, because the row lock prevents new likes during the deletion of the likes.
func (store) clearComment(ctx context.Context, tx storage.Querier, id string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE comments SET body = '', user_id = '', like_count = 0, deleted_at = $2 WHERE id = $1`, id, core.Millis(now))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM comment_likes WHERE comment_id = $1`, id)
	return err
}

func (store) deleteComment(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM comments WHERE id = $1`, id)
	return err
}

func (store) isCommentLikedBy(ctx context.Context, tx storage.Querier, userID, id string) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM comment_likes WHERE user_id = $1 AND comment_id = $2)`, userID, id).Scan(&is)
	return is, err
}

// setCommentLike adds a user's like of a comment, or removes it if liked is false. It returns
// the new like count. Rule marks-counts-equal-rows.
func (store) setCommentLike(ctx context.Context, tx storage.Querier, userID, id string, liked bool, now time.Time) (n int, err error) {
	likeCountChange := 1
	if liked {
		_, err = tx.ExecContext(ctx, `INSERT INTO comment_likes (user_id, comment_id, created_at) VALUES ($1, $2, $3)`, userID, id, core.Millis(now))
	} else {
		likeCountChange = -1
		_, err = tx.ExecContext(ctx, `DELETE FROM comment_likes WHERE user_id = $1 AND comment_id = $2`, userID, id)
	}
	if err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `UPDATE comments SET like_count = like_count + $2 WHERE id = $1 RETURNING like_count`, id, likeCountChange).Scan(&n)
	return n, err
}
