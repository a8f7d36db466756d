package email

import (
	"context"
	"encoding/json"
	"fmt"

	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// Kind is the kind of the jobs that send mail. A job's key is the mail's id.
const Kind = "mail"

// Queue is the durable work list.
type Queue interface {
	Handle(kind string, fn func(ctx context.Context, payload []byte) error)
	Enqueue(ctx context.Context, tx storage.Querier, job jobs.Job) error
	Kick()
}

// Mailer sends mail that must not be lost.
type Mailer struct {
	queue  Queue
	sender Sender
}

// NewMailer makes a Mailer and registers the handler of its jobs.
func NewMailer(q Queue, s Sender) *Mailer {
	m := &Mailer{q, s}
	q.Handle(Kind, m.deliver)
	return m
}

type parcel struct {
	ID   string  `json:"id"`
	Mail Message `json:"mail"`
}

// Enqueue has a mail sent once the caller's transaction is committed, and again
// until that worked (jobs.MaxAttempts times). The same id is queued once. What
// is no proper mail fails at once, with ErrMessage.
func (m *Mailer) Enqueue(ctx context.Context, tx storage.Querier, id string, mail Message) error {
	if err := check(id, mail); err != nil {
		return err
	}
	return m.queue.Enqueue(ctx, tx, jobs.Job{Kind: Kind, Key: id, Payload: parcel{id, mail}})
}

// Kick sends what was committed now instead of a second later.
func (m *Mailer) Kick() { m.queue.Kick() }

func (m *Mailer) deliver(ctx context.Context, payload []byte) error {
	var p parcel
	if err := json.Unmarshal(payload, &p); err != nil {
		return fmt.Errorf("email: a job that cannot be read: %w", err)
	}
	return m.sender.Send(ctx, p.ID, p.Mail)
}
