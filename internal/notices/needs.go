package notices

import (
	"context"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Mail sends mail as durable jobs. Enqueue joins the caller's transaction. If a mail with the same
// id still waits, Enqueue does nothing. Wake sends committed mail at once.
type Mail interface {
	Enqueue(ctx context.Context, tx storage.Querier, id string, mail email.Message) error
	Wake()
}

// Limits atomically counts the events of all processes, and refuses events above a limit.
type Limits interface {
	TakeInTx(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.TakenEvent, error)
}

// Settings changes the settings of users. StopMail switches the mail of a group off. If the mail is
// off already or the user does not exist, StopMail returns no error.
type Settings interface {
	StopMail(ctx context.Context, userID, group string) error
}

// Audit stores privileged events in the caller's transaction.
type Audit interface {
	Write(ctx context.Context, tx storage.Querier, e audit.Event) error
}

// Jobs is the queue of durable jobs.
type Jobs interface {
	HandleWith(kind string, p jobs.RetryPolicy, fn func(ctx context.Context, payload []byte) error)
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
	Enqueue(ctx context.Context, q storage.Querier, job jobs.Job) error
}
