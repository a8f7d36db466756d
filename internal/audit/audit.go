// Package audit records privileged and security events. It owns the table audit.
//
// Invariants:
//   - Triggers refuse changes and deletions of rows.
//   - The transaction of a change also writes its event. So the database has both or neither.
//   - Rows have only ids, a fixed name and a short machine value, and no private text.
package audit

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// EventName names a kind of event.
type EventName string

// The events. Rule accounts-audit.
const (
	AdminGranted      EventName = "admin.granted" // Detail: why the address counts as confirmed
	AdminRevoked      EventName = "admin.revoked"
	AccessGranted     EventName = "access.granted"   // Detail: the character and the number of days
	CharacterHidden   EventName = "character.hidden" // Detail: the character_id
	CharacterShown    EventName = "character.shown"  // Detail: the character_id
	Registered        EventName = "account.registered"
	AccountDeleted    EventName = "account.deleted"
	SignedIn          EventName = "sign-in"
	SignedInNewDevice EventName = "sign-in.new-device" // neither the device nor the network is known
	SignInRefused     EventName = "sign-in.refused"    // too many wrong passwords: a limit is full
	SignedOut         EventName = "sign-out"
	SessionsEnded     EventName = "sessions.ended"
	PasswordChanged   EventName = "password.changed"
	PasswordReset     EventName = "password.reset"
	EmailConfirmed    EventName = "email.confirmed"
	EmailChanged      EventName = "email.changed"
	EmailReverted     EventName = "email.reverted"
	IdentityLinked    EventName = "identity.linked"
	TwoFactorEnabled  EventName = "two-factor.enabled"
	TwoFactorDisabled EventName = "two-factor.disabled" // rule accounts-two-factor-lost
	RecoveryCodeUsed  EventName = "two-factor.recovery-code"
	PaymentRefused    EventName = "payment.refused"        // Detail: why a payment was not accepted
	PaymentSurplus    EventName = "payment.surplus"        // Detail: the order. The surplus payment goes back to the buyer
	RefundAsked       EventName = "refund.asked"           // Detail: the order
	RefundFailed      EventName = "refund.failed"          // Detail: the order. The bank has not accepted the refund
	PurchaseRefunded  EventName = "purchase.refunded"      // Detail: the order
	PurchaseDisputed  EventName = "purchase.disputed"      // Detail: the order
	DisputeEnded      EventName = "purchase.dispute-ended" // Detail: won, lost or closed
	CommentRemoved    EventName = "comment.removed"        // Detail: the comment
	ReportsListed     EventName = "reports.listed"
	ReportShown       EventName = "report.shown"   // Detail: the ticket
	ReportSettled     EventName = "report.settled" // Detail: the ticket
	OrdersListed      EventName = "orders.listed"  // Detail: the state by which the list was filtered, if any
	PromotionSent     EventName = "promotion.sent" // Detail: the id of the promotion
	DatabaseMoved     EventName = "database.moved"
	BackupRestored    EventName = "backup.restored" // Detail: the time of the backup, or of the copy made before a migration
)

// eventNames has all names. Write refuses others.
var eventNames = []EventName{
	AdminGranted, AdminRevoked, AccessGranted, CharacterHidden, CharacterShown, Registered, AccountDeleted, SignedIn, SignedInNewDevice, SignInRefused, SignedOut, SessionsEnded,
	PasswordChanged, PasswordReset, EmailConfirmed, EmailChanged, EmailReverted, IdentityLinked, TwoFactorEnabled, TwoFactorDisabled, RecoveryCodeUsed,
	PaymentRefused, PaymentSurplus, RefundAsked, RefundFailed, PurchaseRefunded, PurchaseDisputed, DisputeEnded, CommentRemoved, ReportsListed, ReportShown, ReportSettled, OrdersListed, PromotionSent, BackupRestored, DatabaseMoved,
}

// Actor ids that are not ids of users.
const (
	OperatorActor = "operator" // somebody with access to the command line
	VisitorActor  = "visitor"  // somebody who is not signed in
	ProviderActor = "provider" // the payment provider
)

// Event is one event. ActorID is the id of the user who acts, or OperatorActor, VisitorActor or
// ProviderActor. SubjectID is the id of the affected user. If there is none, SubjectID is
// OperatorActor. For a payment of a deleted account it is the id of the order. Detail is a short
// machine value or empty.
type Event struct {
	Name      EventName
	ActorID   string
	SubjectID string
	Detail    string
}

// OwnAccountEvent returns an event in which a user acts on the user's own account.
func OwnAccountEvent(name EventName, userID string) Event {
	return Event{Name: name, ActorID: userID, SubjectID: userID}
}

// Entry is a stored event.
type Entry struct {
	ID string
	At time.Time
	Event
}

// Page is a part of the list of entries. NextCursor is the cursor of the next page, empty after
// the last page.
type Page struct {
	Entries    []Entry
	NextCursor string
}

// MaxPageSize is the largest number of entries of a Page.
const MaxPageSize = 1000

// Log is the audit log of a database. It is safe for concurrent use.
type Log struct {
	db          *storage.DB
	clock       core.Clock
	revocations *Revocations // nil: revocations are not copied to a file
}

// New returns the Log of a migrated database.
func New(db *storage.DB, clock core.Clock) *Log { return &Log{db: db, clock: clock} }

// WithRevocations returns a Log that also appends the revoking events to a file, after their
// commit. With nil it returns a Log without a file.
func (l *Log) WithRevocations(r *Revocations) *Log { return &Log{l.db, l.clock, r} }

var (
	plainIDPattern     = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)
	plainDetailPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{0,64}$`)

	errNotPlain  = errors.New("audit: an event has a fixed name, ids and a short machine value")
	errBadCursor = core.E(core.Malformed, "bad_cursor", "The cursor is not valid.")
)

// check returns errNotPlain if an event could hold private text, such as an address. Rule
// accounts-audit.
func (e Event) check() error {
	if !slices.Contains(eventNames, e.Name) || !plainIDPattern.MatchString(e.ActorID) || !plainIDPattern.MatchString(e.SubjectID) || !plainDetailPattern.MatchString(e.Detail) {
		return fmt.Errorf("%w (%.40q)", errNotPlain, e.Name)
	}
	return nil
}

// Write stores an event in the caller's transaction. After an error the caller must roll
// back.
func (l *Log) Write(ctx context.Context, tx storage.Querier, e Event) error {
	if err := e.check(); err != nil {
		return err
	}
	now := l.clock.Now()
	entry := Entry{ID: core.NewID(now), At: now, Event: e}
	if l.revocations != nil && slices.Contains(revokingEvents, e.Name) {
		storage.AfterCommit(tx, func() { l.revocations.appendAfterCommit(ctx, entry) })
	}
	return insertEntry(ctx, tx, entry)
}

// List returns the newest events since a time, the newest first. limit is clamped to the range from
// 1 to MaxPageSize. cursor is Page.NextCursor of the previous page, or empty. For an invalid cursor
// the error is errBadCursor.
func (l *Log) List(ctx context.Context, since time.Time, limit int, cursor string) (Page, error) {
	limit = min(max(limit, 1), MaxPageSize)
	beforePosition := endPosition
	if cursor != "" {
		if err := core.ParseCursor(cursor, &beforePosition); err != nil {
			return Page{}, errBadCursor
		}
	}
	list, err := newestEntries(ctx, l.db.Reader(), since, beforePosition, limit+1)
	if err != nil || len(list) <= limit {
		return Page{Entries: list}, err
	}
	lastEntry := list[limit-1]
	return Page{Entries: list[:limit], NextCursor: core.FormatCursor(position{core.Millis(lastEntry.At), lastEntry.ID})}, nil
}
