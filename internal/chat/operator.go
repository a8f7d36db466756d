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
	ReplyText   string
	Reason      string
	CreatedAt   time.Time
}

const replyReportQuery = `SELECT ticket, character_id, body, reason, created_at FROM message_reports`

func scanReplyReport(r storage.Row) (out ReplyReport, err error) {
	var created int64
	err = r.Scan(&out.Ticket, &out.CharacterID, &out.ReplyText, &out.Reason, &created)
	out.CreatedAt = core.FromMillis(created)
	return out, err
}

// ReplyReports returns the newest reports of replies, at most limit, for the operator. Rule
// operations-moderation.
func ReplyReports(ctx context.Context, q storage.Querier, limit int) ([]ReplyReport, error) {
	return storage.QueryAll(ctx, q, scanReplyReport, replyReportQuery+` ORDER BY created_at DESC, ticket LIMIT $1`, limit)
}

// ReplyReportByTicket returns the report with a ticket. The bool is false if no report has the
// ticket.
func ReplyReportByTicket(ctx context.Context, q storage.Querier, ticket string) (ReplyReport, bool, error) {
	list, err := storage.QueryAll(ctx, q, scanReplyReport, replyReportQuery+` WHERE ticket = $1`, ticket)
	if err != nil || len(list) == 0 {
		return ReplyReport{}, false, err
	}
	return list[0], true, nil
}

// SettleReplyReport deletes a report of a reply, and reports whether there was one.
func SettleReplyReport(ctx context.Context, tx storage.Querier, ticket string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM message_reports WHERE ticket = $1`, ticket)
	return n > 0, err
}
