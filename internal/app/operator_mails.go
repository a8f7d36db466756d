package app

import (
	"context"
	"time"

	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// FailedMail is a mail that could not be sent and is not retried. Error contains no email
// address.
type FailedMail struct {
	Error        string
	AttemptCount int
	CreatedAt    time.Time
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

// WaitingMail is a mail that is not sent yet. Error is the error of the last attempt, without email
// addresses; it is empty before the first failure. NextAt is the time of the next attempt. While an
// attempt runs, NextAt is at most jobs.Lease from now.
type WaitingMail struct {
	email.MailDescription
	Error             string
	AttemptCount      int
	CreatedAt, NextAt time.Time
}

// WaitingMails returns at most limit mails that are not sent yet and will be tried again, those
// with the earliest attempt first. Rule operations-mail.
func (o *Operator) WaitingMails(ctx context.Context, limit int) ([]WaitingMail, error) {
	list, err := o.jobs.WaitingJobs(ctx, email.JobKind, limit)
	if err != nil {
		return nil, err
	}
	out := make([]WaitingMail, len(list))
	for i, w := range list {
		description, err := email.DescribeJob(w.Payload)
		if err != nil {
			return nil, err
		}
		out[i] = WaitingMail{description, w.Error, w.Attempts, w.CreatedAt, w.NextAt}
	}
	return out, nil
}

// RetryMails makes all unsent mails due now: those that have failed for good, and those that
// wait for a later attempt. A server sends them.
func (o *Operator) RetryMails(ctx context.Context) (r jobs.RetryCounts, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) (err error) {
		r, err = o.jobs.RetryAll(ctx, tx, email.JobKind)
		return err
	})
	return r, err
}
