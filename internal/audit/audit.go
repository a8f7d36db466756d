// Package audit records privileged and security events. It owns the table audit.
//
// Invariants:
//   - Rows are never changed or deleted; triggers refuse it.
//   - An event is written in the transaction of what it records, so one is never
//     stored without the other.
//   - Rows have no private text: ids, a fixed name and a short machine value.
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

// Name is the kind of an event.
type Name string

// The events. Rule accounts-audit.
const (
	AdminGranted      Name = "admin.granted" // Detail: why the address counts as confirmed
	AdminRevoked      Name = "admin.revoked"
	AccessGranted     Name = "access.granted" // Detail: the character and the days
	Registered        Name = "account.registered"
	AccountDeleted    Name = "account.deleted"
	SignedIn          Name = "sign-in"
	SignedInNewDevice Name = "sign-in.new-device" // neither the device nor the network is known
	SignInRefused     Name = "sign-in.refused"    // wrong passwords have filled a limit
	SignedOut         Name = "sign-out"
	SessionsEnded     Name = "sessions.ended"
	PasswordChanged   Name = "password.changed"
	PasswordReset     Name = "password.reset"
	EmailConfirmed    Name = "email.confirmed"
	EmailChanged      Name = "email.changed"
	EmailReverted     Name = "email.reverted"
	IdentityLinked    Name = "identity.linked"
	TwoFactorEnabled  Name = "two-factor.enabled"
	TwoFactorDisabled Name = "two-factor.disabled"
	RecoveryCodeUsed  Name = "two-factor.recovery-code"
	PaymentRefused    Name = "payment.refused"        // Detail: why a payment was not accepted
	PaymentSurplus    Name = "payment.surplus"        // Detail: the order; a payment that pays nothing goes back
	RefundAsked       Name = "refund.asked"           // Detail: the order
	RefundFailed      Name = "refund.failed"          // Detail: the order; the bank has not taken the money
	PurchaseRefunded  Name = "purchase.refunded"      // Detail: the order
	PurchaseDisputed  Name = "purchase.disputed"      // Detail: the order
	DisputeEnded      Name = "purchase.dispute-ended" // Detail: won, lost or closed
	OrdersListed      Name = "orders.listed"          // Detail: the state, if one was asked for
	PromotionSent     Name = "promotion.sent"         // Detail: its id
)

var names = []Name{
	AdminGranted, AdminRevoked, AccessGranted, Registered, AccountDeleted, SignedIn, SignedInNewDevice, SignInRefused, SignedOut, SessionsEnded,
	PasswordChanged, PasswordReset, EmailConfirmed, EmailChanged, EmailReverted, IdentityLinked, TwoFactorEnabled, TwoFactorDisabled, RecoveryCodeUsed,
	PaymentRefused, PaymentSurplus, RefundAsked, RefundFailed, PurchaseRefunded, PurchaseDisputed, DisputeEnded, OrdersListed, PromotionSent,
}

// Actors that are no users.
const (
	Operator = "operator" // somebody with access to the command line
	Visitor  = "visitor"  // somebody who is not signed in
	Provider = "provider" // what takes payments
)

// Event is one event. ActorID is the id of the user who acts, Operator or Visitor;
// SubjectID is the id of the user whom it concerns. Detail is a short machine value
// or empty.
type Event struct {
	Name      Name
	ActorID   string
	SubjectID string
	Detail    string
}

// Own returns an event of a user who acts on the own account.
func Own(name Name, userID string) Event {
	return Event{Name: name, ActorID: userID, SubjectID: userID}
}

// Entry is a stored event.
type Entry struct {
	ID string
	At time.Time
	Event
}

// Page is a part of the list. Next is the cursor of the next page, empty after the
// last one.
type Page struct {
	Entries []Entry
	Next    string
}

// MaxPage is the largest number of entries of a Page.
const MaxPage = 1000

// Log is the audit log of a database. It is safe for concurrent use.
type Log struct {
	db    *storage.DB
	clock core.Clock
}

// New returns the Log of a migrated database.
func New(db *storage.DB, clock core.Clock) *Log { return &Log{db, clock} }

var (
	plainID     = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)
	plainDetail = regexp.MustCompile(`^[A-Za-z0-9._-]{0,64}$`)

	errNotPlain = errors.New("audit: an event has a fixed name, ids and a short machine value")
	errCursor   = core.E(core.Malformed, "bad_cursor", "The cursor is not valid.")
)

// check returns an error if an event could hold private text, such as an address.
func (e Event) check() error {
	if !slices.Contains(names, e.Name) || !plainID.MatchString(e.ActorID) || !plainID.MatchString(e.SubjectID) || !plainDetail.MatchString(e.Detail) {
		return fmt.Errorf("%w (%.40q)", errNotPlain, e.Name)
	}
	return nil
}

// Write stores an event in the transaction of the caller, who must roll back after
// an error.
func (l *Log) Write(ctx context.Context, tx storage.Querier, e Event) error {
	if err := e.check(); err != nil {
		return err
	}
	now := l.clock.Now()
	return insert(ctx, tx, Entry{ID: core.NewID(now), At: now, Event: e})
}

// List returns the newest events since a time, the newest first. limit is clamped
// to 1 and MaxPage. cursor is Next of the page before, or empty.
func (l *Log) List(ctx context.Context, since time.Time, limit int, cursor string) (Page, error) {
	limit = min(max(limit, 1), MaxPage)
	before := endPosition
	if cursor != "" {
		if err := core.ParseCursor(cursor, &before); err != nil {
			return Page{}, errCursor
		}
	}
	list, err := newest(ctx, l.db.Reader(), since, before, limit+1)
	if err != nil || len(list) <= limit {
		return Page{Entries: list}, err
	}
	last := list[limit-1]
	return Page{Entries: list[:limit], Next: core.Cursor(position{core.Millis(last.At), last.ID})}, nil
}
