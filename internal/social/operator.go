package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Operator implements the operator's commands of cmd/colloquy that read and change reports and
// comments. The commands may run while servers use the database.
type Operator struct {
	store store
	clock core.Clock
}

// NewOperator returns an Operator on a migrated database.
func NewOperator(db *storage.DB, clock core.Clock) *Operator {
	return &Operator{store{db: db}, clock}
}

// Report is a user's report of a comment.
type Report struct {
	Ticket      string
	CommentID   string
	CharacterID int    // 0 if the comment is gone
	AuthorID    string // empty if the author's account is deleted
	CommentText string // the text of the comment when it was reported
	Reason      string
	CreatedAt   time.Time
}

// Reports returns the newest reports of comments, at most limit.
func (o *Operator) Reports(ctx context.Context, q storage.Querier, limit int) ([]Report, error) {
	return o.store.newestReports(ctx, q, limit)
}

// Report returns the report with a ticket, and whether there is one.
func (o *Operator) Report(ctx context.Context, q storage.Querier, ticket string) (Report, bool, error) {
	return o.store.reportByTicket(ctx, q, ticket)
}

// SettleReport deletes the report with a ticket. It returns false if there is none.
func (o *Operator) SettleReport(ctx context.Context, tx storage.Querier, ticket string) (bool, error) {
	return o.store.deleteReport(ctx, tx, ticket)
}

// RemoveComment deletes a comment as its author could. A comment with replies remains, without
// text and author. The error is of kind core.NotFound for an unknown or deleted comment.
func (o *Operator) RemoveComment(ctx context.Context, tx storage.Querier, id string) error {
	c, err := o.store.undeletedComment(ctx, tx, id)
	if err != nil {
		return err
	}
	return o.store.removeComment(ctx, tx, c, o.clock.Now())
}
