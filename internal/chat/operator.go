package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// ReplyReport is a report of a character's reply, with its text at that time.
type ReplyReport struct {
	Ticket      string
	CharacterID int
	Body        string
	Reason      string
	CreatedAt   time.Time
}

// ReplyReports returns the newest reports of replies, at most limit, for the operator.
func ReplyReports(ctx context.Context, q storage.Querier, limit int) ([]ReplyReport, error) {
	return storage.All(ctx, q, func(r storage.Row) (out ReplyReport, err error) {
		var created int64
		err = r.Scan(&out.Ticket, &out.CharacterID, &out.Body, &out.Reason, &created)
		out.CreatedAt = core.FromMillis(created)
		return out, err
	}, `SELECT ticket, character_id, body, reason, created_at FROM message_reports ORDER BY created_at DESC, ticket LIMIT $1`, limit)
}

// SettleReplyReport deletes a report of a reply, and reports whether there was one.
func SettleReplyReport(ctx context.Context, tx storage.Querier, ticket string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM message_reports WHERE ticket = $1`, ticket)
	return n > 0, err
}
