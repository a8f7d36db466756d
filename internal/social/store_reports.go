package social

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// report stores a report unless there is one, and answers the ticket of the
// one there is.
func (store) report(ctx context.Context, tx storage.Querier, r report) (ticket string, err error) {
	_, err = tx.ExecContext(ctx, `INSERT INTO reports (ticket, user_id, comment_id, author_id, body, reason, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, comment_id) DO NOTHING`,
		r.ticket, r.userID, r.comment.ID, r.comment.UserID, r.comment.Body, r.reason, core.Millis(r.createdAt))
	if err != nil {
		return "", err
	}
	err = tx.QueryRowContext(ctx, `SELECT ticket FROM reports WHERE user_id = $1 AND comment_id = $2`, r.userID, r.comment.ID).Scan(&ticket)
	return ticket, err
}
