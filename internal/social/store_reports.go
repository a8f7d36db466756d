package social

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// insertReport stores a report, unless the user has reported the comment before. It returns
// the ticket of the new or the former report. Rule comments-report.
func (s store) insertReport(ctx context.Context, tx storage.Querier, r storedReport) (ticket string, err error) {
	_, err = tx.ExecContext(ctx, `INSERT INTO reports (ticket, user_id, comment_id, author_id, body, reason, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, comment_id) DO NOTHING`,
		r.ticket, r.userID, r.comment.ID, r.comment.UserID, r.comment.Body, r.reason, core.Millis(r.createdAt))
	if err != nil {
		return "", err
	}
	return s.findTicket(ctx, tx, r.userID, r.comment.ID)
}

// findTicket returns the ticket of a user's report about a comment, or "" if there is none.
func (store) findTicket(ctx context.Context, tx storage.Querier, userID, commentID string) (ticket string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT ticket FROM reports WHERE user_id = $1 AND comment_id = $2`, userID, commentID).Scan(&ticket)
	if storage.IsNoRows(err) {
		return "", nil
	}
	return ticket, err
}

// reportQuery selects reports of comments. The LEFT JOIN keeps a report whose comment has no row
// any more (rule comments-report). A deleted comment with replies has a row without text and
// author.
const reportQuery = `SELECT r.ticket, r.comment_id, COALESCE(c.character_id, 0), r.author_id, r.body, r.reason, r.created_at
	FROM reports r LEFT JOIN comments c ON c.id = r.comment_id`

func scanReport(r storage.Row) (out Report, err error) {
	var created int64
	err = r.Scan(&out.Ticket, &out.CommentID, &out.CharacterID, &out.AuthorID, &out.CommentText, &out.Reason, &created)
	out.CreatedAt = core.FromMillis(created)
	return out, err
}

// newestReports returns at most limit reports, the newest first. Rule operations-moderation.
func (store) newestReports(ctx context.Context, q storage.Querier, limit int) ([]Report, error) {
	return storage.QueryAll(ctx, q, scanReport, reportQuery+` ORDER BY r.created_at DESC, r.ticket LIMIT $1`, limit)
}

// reportByTicket returns the report with a ticket, and whether there is one.
func (store) reportByTicket(ctx context.Context, q storage.Querier, ticket string) (Report, bool, error) {
	list, err := storage.QueryAll(ctx, q, scanReport, reportQuery+` WHERE r.ticket = $1`, ticket)
	if err != nil || len(list) == 0 {
		return Report{}, false, err
	}
	return list[0], true, nil
}

func (store) deleteReport(ctx context.Context, tx storage.Querier, ticket string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM reports WHERE ticket = $1`, ticket)
	return n > 0, err
}
