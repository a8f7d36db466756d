package app

import (
	"context"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/audit"
	"colloquy/internal/email"
	"colloquy/internal/leaving"
	"colloquy/internal/storage"
)

// SignOut ends all sessions of the account of an address.
func (o *Operator) SignOut(ctx context.Context, address string) (u accounts.User, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) (err error) {
		u, err = o.EndSessions(ctx, tx, address)
		return err
	})
	return u, err
}

// DeleteUser ends all sessions of the account of an address and orders its deletion. A
// server deletes the account within some minutes.
func (o *Operator) DeleteUser(ctx context.Context, address string) (u accounts.User, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) (err error) {
		if u, err = o.EndSessions(ctx, tx, address); err != nil {
			return err
		}
		if err := leaving.OrderDeletion(ctx, tx, u.ID); err != nil {
			return err
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.AccountDeleted, ActorID: audit.Operator, SubjectID: u.ID})
	})
	return u, err
}

// FailedMail is a mail that could not be sent and is not retried. Error contains no email
// address.
type FailedMail struct {
	Error     string
	Attempts  int
	CreatedAt time.Time
}

// FailedMails returns the newest mails that have failed for good, at most limit.
func (o *Operator) FailedMails(ctx context.Context, limit int) ([]FailedMail, error) {
	list, err := o.jobs.FailedJobs(ctx, email.JobKind, limit)
	out := make([]FailedMail, len(list))
	for i, f := range list {
		out[i] = FailedMail{f.Error, f.Attempts, f.CreatedAt}
	}
	return out, err
}

// RetryMails enqueues the failed mails again, for a server to send, and returns their
// number.
func (o *Operator) RetryMails(ctx context.Context) (n int, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) (err error) {
		n, err = o.jobs.RetryFailed(ctx, tx, email.JobKind)
		return err
	})
	return n, err
}
