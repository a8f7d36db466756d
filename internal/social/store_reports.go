package social

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// insertReport stores a report, unless the user has reported the comment before, and
// returns the ticket of the stored report.
func (s store) insertReport(ctx context.Context, tx storage.Querier, r report) (ticket string, err error) {
	_, err = tx.ExecContext(ctx, `INSERT INTO reports (ticket, user_id, comment_id, author_id, body, reason, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, comment_id) DO NOTHING`,
		r.ticket, r.userID, r.comment.ID, r.comment.UserID, r.comment.Body, r.reason, core.Millis(r.createdAt))
	if err != nil {
		return "", err
	}
	return s.ticket(ctx, tx, r.userID, r.comment.ID)
}

// ticket returns the ticket of a user's report about a comment, or "".
func (store) ticket(ctx context.Context, tx storage.Querier, userID, commentID string) (ticket string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT ticket FROM reports WHERE user_id = $1 AND comment_id = $2`, userID, commentID).Scan(&ticket)
	if storage.IsNoRows(err) {
		return "", nil
	}
	return ticket, err
}
