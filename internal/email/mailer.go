package email

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// Kind is the kind of the jobs that send mail. A job's key is the mail's id.
const Kind = "mail"

// Patience is for a mail server that is away for a weekend, or refuses because
// of a setting that somebody must mend: with what it scatters, twenty tries in
// about two days, the first ones within minutes.
var Patience = jobs.Patience{First: 30 * time.Second, Most: 4 * time.Hour, Attempts: 22, Scatter: 0.2}

// Queue is the durable work list.
type Queue interface {
	HandleWith(kind string, p jobs.Patience, fn func(ctx context.Context, payload []byte) error)
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
	q.HandleWith(Kind, Patience, m.deliver)
	return m
}

type parcel struct {
	ID   string  `json:"id"`
	Mail Message `json:"mail"`
}

// Enqueue has a mail sent once the caller's transaction is committed, and again
// until that worked, for as long as Patience lasts. The same id is queued once. What
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
