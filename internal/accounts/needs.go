package accounts

import (
	"context"
	"log/slog"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Mail sends mail as durable jobs. Enqueue joins the caller's transaction; Wake
// sends committed mail at once.
type Mail interface {
	Enqueue(ctx context.Context, tx storage.Querier, id string, mail email.Message) error
	Wake()
}

// Jobs is the durable job queue (jobs.Queue). The method Enqueue joins the caller's transaction.
// The method Wake runs committed jobs at once. The method Every runs the function fn at intervals.
// Only one process at a time runs fn.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
	HandleWith(kind string, p jobs.RetryPolicy, fn func(ctx context.Context, payload []byte) error)
	Enqueue(ctx context.Context, tx storage.Querier, job jobs.Job) error
	Wake()
}

// Limits counts events against limits (limits.Counter). The counts are atomic and shared by all
// processes. Check only reads the counts, and Take adds to them. GiveBack takes back what one Take
// has added. TakeInTx and GiveBackInTx join the caller's transaction.
type Limits interface {
	Check(ctx context.Context, list ...limits.Limit) error
	Take(ctx context.Context, list ...limits.Limit) (limits.TakenEvent, error)
	TakeInTx(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.TakenEvent, error)
	GiveBack(ctx context.Context, t limits.TakenEvent) error
	GiveBackInTx(ctx context.Context, tx storage.Querier, t limits.TakenEvent) error
}

// Events writes security events to the log, with hashed networks and accounts. RecordRepeated
// writes at most one line a minute for each combination of event, network and route.
type Events interface {
	RecordEvent(ctx context.Context, name, network, account string, attrs ...slog.Attr)
	RecordRepeated(ctx context.Context, name, network, route string)
}

// Audit stores privileged and security events. Write joins the caller's transaction, which makes
// the change that the event records.
type Audit interface {
	Write(ctx context.Context, tx storage.Querier, e audit.Event) error
}

// Pictures stores the pictures that users upload. UseAvatar sets the user's profile picture and
// deletes the former one. address is the address of the new picture; "" means no picture. If the
// user has not uploaded the picture, UseAvatar returns an error. The caller's transaction must have
// locked the user's row.
type Pictures interface {
	UseAvatar(ctx context.Context, tx storage.Querier, userID, address string) error
}

// Purchase is what a user has paid for. CharacterID is 0 if the plan opens every character. Status
// is "active" until ExpiryAt and "expired" afterwards. It can also be another status, such as
// "refunded".
type Purchase struct {
	CharacterID, PlanID int
	Status              string
	ExpiryAt            time.Time
}

// Purchases returns what a user has paid for, with the present statuses, in one query.
type Purchases interface {
	Purchases(ctx context.Context, userID string) ([]Purchase, error)
}

// Names of security events.
const (
	eventRegistered         = "registered"
	eventRegisterRefused    = "registration refused"
	eventSignedIn           = "signed in"
	eventSignInFailed       = "sign-in failed"
	eventSignInRefused      = "sign-in refused"
	eventSignedOut          = "signed out"
	eventEmailConfirmed     = "email confirmed"
	eventEmailChanged       = "email changed"
	eventEmailReverted      = "email reverted"
	eventPasswordChanged    = "password changed"
	eventSessionEnded       = "session ended"
	eventResetRequested     = "password reset requested"
	eventResetRefused       = "password reset refused"
	eventResetFailed        = "password reset failed"
	eventPasswordReset      = "password reset"
	eventResetCodesOff      = "reset codes off" // reset codes of all accounts are off for resetCodesDisabledDuration
	eventAccountDeleted     = "account deleted"
	eventSignInCodeRequired = "sign-in code required"
	eventSignInCodeFailed   = "sign-in code failed"
	eventTwoFactorOn        = "two-factor sign-in on"
	eventTwoFactorOff       = "two-factor sign-in off"
	eventGoogleConnected    = "google account connected"
	eventGoogleRefused      = "google sign-in refused"
)

type noEvents struct{}

func (noEvents) RecordEvent(context.Context, string, string, string, ...slog.Attr) {}
func (noEvents) RecordRepeated(context.Context, string, string, string)            {}

type noAudit struct{}

func (noAudit) Write(context.Context, storage.Querier, audit.Event) error { return nil }

type noPictures struct{}

func (noPictures) UseAvatar(_ context.Context, _ storage.Querier, _, address string) error {
	if address != "" {
		return errNoPicture
	}
	return nil
}

type noPurchases struct{}

func (noPurchases) Purchases(context.Context, string) ([]Purchase, error) { return nil, nil }
