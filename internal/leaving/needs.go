package leaving

import (
	"context"
	"io"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Accounts deletes the account itself. The error of Remove is of kind core.Unauthenticated
// if the account does not exist.
type Accounts interface {
	ConfirmPassword(ctx context.Context, actor core.Actor, network core.Network, password string) error
	Remove(ctx context.Context, tx storage.Querier, userID string) (RemovedAccount, error)
	RecordDeletion(ctx context.Context, network core.Network, userID string)
}

// RemovedAccount is an account that was deleted. EmailAddresses are all addresses to which mails of
// the account may be queued.
type RemovedAccount struct {
	Email          string
	EmailAddresses []string
}

// Chats stops replies.
type Chats interface {
	StopReplies(ctx context.Context, userID string) error
}

// Room is a part of the application that holds rows of users.
type Room struct {
	Name string
	Forgetter
}

// Forgetter deletes or detaches the rows of a user, in the caller's transaction. A
// second call does nothing.
type Forgetter interface {
	Forget(ctx context.Context, tx storage.Querier, userID string) error
}

// Eraser is an optional interface of a Forgetter with many rows. Erase deletes them in
// small transactions, after Forget. A second call continues where the first stopped.
type Eraser interface {
	Erase(ctx context.Context, userID string) error
}

// Exporter emits a user's data in a room. emit gets the name of a section and an item, which it
// encodes as JSON. All items of a section come in sequence. A nil item begins a list, which may
// stay empty. An error of emit ends the export.
type Exporter interface {
	Export(ctx context.Context, userID string, emit func(section string, item any) error) error
}

// Files copies a user's media into an export. For each file it calls add with the path and the time
// of the last change. It writes the content to the returned writer.
type Files interface {
	ExportFiles(ctx context.Context, userID string, add func(path string, changed time.Time) (io.Writer, error)) error
}

// Limits counts events against limits, for all processes.
type Limits interface {
	Take(ctx context.Context, list ...limits.Limit) (limits.TakenEvent, error)
}

// AddressForgetter deletes what belongs to an email address, in the caller's transaction.
type AddressForgetter interface {
	ForgetAddress(ctx context.Context, tx storage.Querier, address string) error
}

// Mail sends mail as durable jobs. DeleteOutboxMail deletes the outbox files of mails with one of
// the addresses. DeleteOutboxMail keeps a mail if its id is not less than the argument `before`.
// The argument `before` is an id from core.NewID.
type Mail interface {
	AddressForgetter
	Enqueue(ctx context.Context, tx storage.Querier, id string, mail email.Message) error
	DeleteOutboxMail(addresses []string, before string) error
	Wake()
}

// Jobs is the queue of durable jobs.
type Jobs interface {
	HandleWith(kind string, p jobs.RetryPolicy, fn func(ctx context.Context, payload []byte) error)
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
	Enqueue(ctx context.Context, q storage.Querier, job jobs.Job) error
	Wake()
}
