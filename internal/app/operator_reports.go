package app

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/chat"
	"colloquy/internal/storage"
)

// Report is a user's report of a comment or of a reply. CommentID is empty for a reply,
// CharacterID is 0 for a comment.
type Report struct {
	Ticket      string
	CommentID   string
	CharacterID int // of a reply
	Body        string
	Reason      string
	CreatedAt   time.Time
}

// Reports returns the newest reports of comments and replies, at most limit. The audit log
// records the call, because the texts are private.
func (o *Operator) Reports(ctx context.Context, limit int) (out []Report, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) error {
		out = nil
		comments, err := o.social.Reports(ctx, tx, limit)
		if err != nil {
			return err
		}
		for _, r := range comments {
			out = append(out, Report{Ticket: r.Ticket, CommentID: r.CommentID, Body: r.Body, Reason: r.Reason, CreatedAt: r.CreatedAt})
		}
		replies, err := chat.ReplyReports(ctx, tx, limit)
		if err != nil {
			return err
		}
		for _, r := range replies {
			out = append(out, Report{Ticket: r.Ticket, CharacterID: r.CharacterID, Body: r.Body, Reason: r.Reason, CreatedAt: r.CreatedAt})
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.ReportsListed, ActorID: audit.Operator, SubjectID: audit.Operator})
	})
	slices.SortStableFunc(out, func(a, b Report) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return out[:min(len(out), limit)], err
}

// SettleReport deletes a report by its ticket, and reports whether there was one.
func (o *Operator) SettleReport(ctx context.Context, ticket string) (found bool, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) (err error) {
		if found, err = o.social.SettleReport(ctx, tx, ticket); err == nil && !found {
			found, err = chat.SettleReplyReport(ctx, tx, ticket)
		}
		if err != nil || !found {
			return err
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.ReportSettled, ActorID: audit.Operator, SubjectID: audit.Operator, Detail: ticket})
	})
	return found, err
}

// RemoveComment removes a comment as its author could. The error is of kind core.NotFound
// for an unknown id.
func (o *Operator) RemoveComment(ctx context.Context, id string) error {
	return o.db.Write(ctx, func(tx storage.Querier) error {
		if err := o.social.RemoveComment(ctx, tx, id); err != nil {
			return err
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.CommentRemoved, ActorID: audit.Operator, SubjectID: audit.Operator, Detail: id})
	})
}
