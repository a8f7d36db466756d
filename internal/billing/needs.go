package billing

import (
	"context"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Character is a character with the fields that this package uses.
type Character struct {
	ID          string
	CharacterID int
	Slug, Name  string
	IsFree      bool
}

// Characters looks up a character by id, slug, former slug or character_id. For an unknown or
// hidden character the error is core.NotFound.
type Characters interface {
	FindShown(ctx context.Context, ref string) (Character, error)
}

// Person is a user with the fields that this package uses.
type Person struct{ ID, Name, Email string }

// People looks a user up by id. It reads from q. The error is core.NotFound if there is none.
type People interface {
	Person(ctx context.Context, q storage.Querier, userID string) (Person, error)
}

// SentMessages counts the messages that a user has sent since a time, by character_id.
type SentMessages interface {
	SentCounts(ctx context.Context, userID string, since time.Time) (map[int]int, error)
}

// Notice is a notice inside the app. The app shows an icon for its Kind. A user cannot switch
// off a Notice whose Group is empty.
type Notice struct {
	UserID, Kind, Group, ObjectID, Title, Message, ActionURL, ActionText string
}

// Notices writes notices. The method Notify writes a notice in the caller's transaction, at most
// once for each Kind and ObjectID. It writes no notice if the user has switched the notice's Group
// off. wantsMail is true if the user wants mail of this Group and has confirmed the address. For a
// notice without a Group, wantsMail is true. UnsubscribeLinks returns two addresses that stop the
// mail of a group. The address "page" is for people. The address "oneClick" is for mail programs.
type Notices interface {
	Notify(ctx context.Context, tx storage.Querier, n Notice) (wantsMail bool, err error)
	UnsubscribeLinks(userID, group string) (page, oneClick string)
}

// Mail sends mail as durable jobs. Enqueue joins the caller's transaction; Wake
// sends committed mail at once.
type Mail interface {
	Enqueue(ctx context.Context, tx storage.Querier, id string, mail email.Message) error
	Wake()
}

// Jobs is the durable job queue (jobs.Queue).
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
	HandleWith(kind string, p jobs.RetryPolicy, fn func(ctx context.Context, payload []byte) error)
	Enqueue(ctx context.Context, tx storage.Querier, job jobs.Job) error
	Wake()
}

// Limits counts events against limits, atomically and for all processes.
type Limits interface {
	TakeInTx(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.TakenEvent, error)
	GiveBackInTx(ctx context.Context, tx storage.Querier, t limits.TakenEvent) error
}

// Metrics counts messages of the provider by their outcome: settled, repeated, later,
// unknown_order, unused, unreadable or refused.
type Metrics interface{ CountPaymentEvent(outcome string) }

// Audit stores privileged and security events. An event is stored in the transaction of the change
// that it records.
type Audit interface {
	Write(ctx context.Context, tx storage.Querier, e audit.Event) error
}
