package email

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// JobKind is the kind of the jobs that send mail. A job's key is the mail's id.
const JobKind = "mail"

// MailRetryPolicy makes about twenty attempts in two days, the first ones within minutes. A mail
// server may be down for a weekend, or refuse mail until somebody fixes its settings. Rule
// operations-mail-retries.
var MailRetryPolicy = jobs.RetryPolicy{FirstDelay: 30 * time.Second, MaxDelay: 4 * time.Hour, MaxAttempts: 22, Jitter: 0.2}

// Queue is the durable job queue (jobs.Queue).
type Queue interface {
	HandleWith(kind string, p jobs.RetryPolicy, fn func(ctx context.Context, payload []byte) error)
	Enqueue(ctx context.Context, tx storage.Querier, job jobs.Job) error
	DropContaining(ctx context.Context, tx storage.Querier, kind, text string) error
	Wake()
}

// Mailer sends mail as durable jobs.
type Mailer struct {
	queue  Queue
	sender Sender
	clock  core.Clock
}

// NewMailer returns a Mailer and registers the handler of its jobs.
func NewMailer(q Queue, s Sender, clock core.Clock) *Mailer {
	m := &Mailer{q, s, clock}
	q.HandleWith(JobKind, MailRetryPolicy, m.deliver)
	return m
}

type mailJob struct {
	ID   string  `json:"id"`
	Mail Message `json:"mail"`
}

// Enqueue adds a mail in the caller's transaction. The job sends the mail after the commit and
// repeats failed attempts by MailRetryPolicy. A second call with the same id does nothing. For an
// invalid mail the error is ErrInvalidMessage.
func (m *Mailer) Enqueue(ctx context.Context, tx storage.Querier, id string, mail Message) error {
	if err := validateMail(id, mail); err != nil {
		return err
	}
	return m.queue.Enqueue(ctx, tx, jobs.Job{Kind: JobKind, UniqueKey: id, Payload: mailJob{id, mail}})
}

// Wake sends committed mails now instead of at the next poll of the queue.
func (m *Mailer) Wake() { m.queue.Wake() }

// deliver sends the mail of a job, or drops it if it has expired.
func (m *Mailer) deliver(ctx context.Context, payload []byte) error {
	var p mailJob
	if err := json.Unmarshal(payload, &p); err != nil {
		return fmt.Errorf("email: invalid job payload: %w", err)
	}
	if at := p.Mail.ExpiresAt; !at.IsZero() && !m.clock.Now().Before(at) {
		return nil
	}
	return m.sender.Send(ctx, p.ID, p.Mail)
}
