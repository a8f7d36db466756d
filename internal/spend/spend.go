// Package spend counts the cost of language models per day, in tokens and money. It counts the cost
// of each user, of each network and of all users together. Each of these sums may have a cap. The
// package owns the table model_spend.
//
// A caller reserves the estimated cost before a model call and settles the actual cost after it.
// Both happen in the transactions that store the reply. Checking a cap and reserving are one
// conditional update, so parallel callers cannot exceed a cap. If a process is killed, nobody
// settles its reservations. Their estimates count until the day ends.
//
// Days are in UTC. Users and networks are stored as keyed hashes.
package spend

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Scope is what a cap applies to.
type Scope string

// The scopes.
const (
	ScopeUser     Scope = "user"
	ScopeNetwork  Scope = "network"
	ScopeEveryone Scope = "everyone"
)

// Options are the caps per day and the prices. A cap of 0 means no cap.
type Options struct {
	UserTokenCap    int64
	NetworkTokenCap int64
	TotalTokenCap   int64
	TotalMoneyCap   float64 // in the currency of the prices
	// InputPrice and OutputPrice are per million tokens.
	InputPrice, OutputPrice float64
}

// Cost is the number of tokens of a prompt and of its reply.
type Cost struct{ InputTokens, OutputTokens int }

// lowRemainingShare is the remaining share of a cap below which IsCapNearlySpent returns true. Rule limits-spending.
const lowRemainingShare = 0.2

// retentionDays is the number of days for which rows are kept.
const retentionDays = 35

// CapReachedError reports that a cap does not allow a call. WaitTime is the time until the end of
// the day.
type CapReachedError struct {
	Scope    Scope
	WaitTime time.Duration
}

// Error names the scope.
func (e *CapReachedError) Error() string {
	return fmt.Sprintf("spend: the cap of %s is reached", e.Scope)
}

// AsCapReachedError returns err as a *CapReachedError, or nil if err is another error.
func AsCapReachedError(err error) *CapReachedError {
	e, _ := errors.AsType[*CapReachedError](err)
	return e
}

// Jobs runs a function at intervals, in one process at a time.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Ledger counts costs in a database. It is safe for concurrent use.
type Ledger struct {
	db     *storage.DB
	clock  core.Clock
	opts   Options
	secret []byte
}

// New returns a Ledger for a migrated database and schedules the deletion of past days.
func New(ctx context.Context, db *storage.DB, clock core.Clock, opts Options, jobs Jobs) (*Ledger, error) {
	secret, err := db.Secret(ctx, "spend")
	if err != nil {
		return nil, err
	}
	l := &Ledger{db: db, clock: clock, opts: opts, secret: secret}
	jobs.Every("spend.past-days", 24*time.Hour, l.deletePastDays)
	return l, nil
}

// Reservation is the result of one Reserve. The zero value reserves nothing.
type Reservation struct {
	rows []cappedRow
	cost Cost
}

// Covers reports whether the estimate of a reservation covers a cost. A reservation
// without caps covers every cost.
func (r Reservation) Covers(c Cost) bool {
	return len(r.rows) == 0 || c.InputTokens <= r.cost.InputTokens && c.OutputTokens <= r.cost.OutputTokens
}

// amount is a number of tokens and a sum of money, in millionths of the currency.
type amount struct{ tokens, money int64 }

// cappedRow identifies a row of model_spend and has the caps on its sums. The sums are those of one user,
// one network or everyone on one day. Money is in millionths of the currency.
type cappedRow struct {
	scope    Scope
	keyHash  string
	day      int64
	tokenCap int64
	moneyCap int64
}

// Check returns a *CapReachedError if a cap does not allow an estimate. It reserves nothing: a
// later Reserve can still fail.
func (l *Ledger) Check(ctx context.Context, user, network string, estimate Cost) error {
	rows := l.cappedRows(user, network)
	spent, err := readSpent(ctx, l.db.Reader(), rows)
	if err != nil {
		return err
	}
	for i, r := range rows {
		if spent[i].tokens > r.tokenCap-estimate.tokens() || spent[i].money > r.moneyCap-l.money(estimate) {
			return l.capReachedError(r)
		}
	}
	return nil
}

// Reserve counts the estimated cost of a call under all caps, in the transaction of the caller. It
// returns a *CapReachedError if a cap does not allow the cost. After any error the caller must roll
// back. Without caps Reserve counts nothing. An empty network has no cap. Call Reserve last in a
// transaction: all calls of the service lock the row of the scope ScopeEveryone.
func (l *Ledger) Reserve(ctx context.Context, tx storage.Querier, user, network string, estimate Cost) (Reservation, error) {
	rows := l.cappedRows(user, network)
	for _, r := range rows {
		ok, err := addEstimate(ctx, tx, r, estimate.tokens(), l.money(estimate))
		if err != nil {
			return Reservation{}, err
		}
		if !ok {
			return Reservation{}, l.capReachedError(r)
		}
	}
	return Reservation{rows, estimate}, nil
}

// Settle replaces the estimate of a reservation with the actual cost, in the
// transaction of the caller. A reservation must be settled at most once.
func (l *Ledger) Settle(ctx context.Context, tx storage.Querier, r Reservation, actual Cost) error {
	for _, row := range r.rows {
		if err := addAmount(ctx, tx, row, amount{actual.tokens() - r.cost.tokens(), l.money(actual) - l.money(r.cost)}); err != nil {
			return err
		}
	}
	return nil
}

// Charge is the cost of an additional call, charged to a reservation's user and
// network.
type Charge struct {
	Reservation Reservation
	Cost        Cost
	// IsReservationRolledBack means that the transaction of the reservation was rolled back, so that
	// its rows may not exist.
	IsReservationRolledBack bool
}

// Charge adds the costs of calls, in the transaction of the caller. It ignores the caps, because
// the calls have been made. It locks the rows of all charges in one order, so that parallel
// transactions do not deadlock.
func (l *Ledger) Charge(ctx context.Context, tx storage.Querier, list ...Charge) error {
	sumsByRow, mayBeMissing := map[cappedRow]amount{}, map[cappedRow]bool{}
	for _, c := range list {
		for _, r := range c.Reservation.rows {
			mayBeMissing[r] = mayBeMissing[r] || c.IsReservationRolledBack
			sumsByRow[r] = amount{sumsByRow[r].tokens + c.Cost.tokens(), sumsByRow[r].money + l.money(c.Cost)}
		}
	}
	for _, r := range slices.SortedFunc(maps.Keys(sumsByRow), compareLockOrder) {
		if mayBeMissing[r] {
			if err := insertEmptyRow(ctx, tx, r); err != nil {
				return err
			}
		}
		if err := addAmount(ctx, tx, r, sumsByRow[r]); err != nil {
			return err
		}
	}
	return nil
}

// compareLockOrder compares two rows by the order in which all transactions lock rows.
func compareLockOrder(a, b cappedRow) int {
	return cmp.Or(strings.Compare(a.keyHash, b.keyHash), cmp.Compare(a.day, b.day))
}

// IsCapNearlySpent reports whether less than lowRemainingShare remains of any cap of the reservation.
func (l *Ledger) IsCapNearlySpent(ctx context.Context, r Reservation) (bool, error) {
	spent, err := readSpent(ctx, l.db.Reader(), r.rows)
	for i, row := range r.rows {
		if err == nil && (isNearlySpent(spent[i].tokens, row.tokenCap) || isNearlySpent(spent[i].money, row.moneyCap)) {
			return true, nil
		}
	}
	return false, err
}

// isNearlySpent reports whether less than lowRemainingShare of a limit is left.
func isNearlySpent(spent, limit int64) bool {
	return float64(spent) > (1-lowRemainingShare)*float64(limit)
}

// Allowance is how many calls the caps still allow on this day. It assumes that each call costs the
// estimate that was given to RemainingCalls.
type Allowance struct {
	// RemainingCallCount is how many calls are allowed at least. Calls usually cost less than is reserved for
	// them.
	RemainingCallCount int
	// DailyCallCount is the number of calls that is allowed at the beginning of the day. It is 0 if the user
	// has no cap of their own.
	DailyCallCount int
	EndsAt         time.Time // end of the day
}

// RemainingCalls returns how many calls of the estimated cost a user's own cap allows. Rule
// chat-meter. It reserves nothing. If the cap of the network or of everyone allows no call,
// RemainingCallCount is 0. Otherwise these two caps do not lower RemainingCallCount. capped is
// false if no cap limits the user, or if the estimate has no tokens.
func (l *Ledger) RemainingCalls(ctx context.Context, user, network string, estimate Cost) (allowance Allowance, capped bool, err error) {
	rows := l.cappedRows(user, network)
	spent, err := readSpent(ctx, l.db.Reader(), rows)
	if err != nil || estimate.tokens() == 0 {
		return Allowance{}, false, err
	}
	allowance.EndsAt = core.FromMillis((l.day() + 1) * dayLength.Milliseconds())
	isSharedCapFull := false // a shared cap allows no call
	for i, r := range rows {
		fitsCap := spent[i].tokens <= r.tokenCap-estimate.tokens() && spent[i].money <= r.moneyCap-l.money(estimate)
		switch {
		case r.scope == ScopeUser:
			allowance.RemainingCallCount, allowance.DailyCallCount, capped = int((r.tokenCap-spent[i].tokens)/estimate.tokens()), int(r.tokenCap/estimate.tokens()), true
		case !fitsCap:
			isSharedCapFull, capped = true, true
		}
	}
	if isSharedCapFull {
		allowance.RemainingCallCount = 0
	}
	allowance.RemainingCallCount = max(allowance.RemainingCallCount, 0)
	return allowance, capped, nil
}

// cappedRows returns the rows of the caps that apply to a call, in lock order.
func (l *Ledger) cappedRows(user, network string) []cappedRow {
	day := l.day()
	var out []cappedRow
	appendRow := func(scope Scope, name string, tokens int64, money float64) {
		if tokens == 0 && money == 0 || name == "" {
			return
		}
		out = append(out, cappedRow{scope, l.keyHash(scope, name), day, unlimitedIfZero(tokens), unlimitedIfZero(int64(math.Ceil(money * 1e6)))})
	}
	appendRow(ScopeUser, user, l.opts.UserTokenCap, 0)
	appendRow(ScopeNetwork, network, l.opts.NetworkTokenCap, 0)
	appendRow(ScopeEveryone, "all", l.opts.TotalTokenCap, l.opts.TotalMoneyCap)
	slices.SortFunc(out, compareLockOrder)
	return out
}

func unlimitedIfZero(limit int64) int64 {
	if limit == 0 {
		return math.MaxInt64
	}
	return limit
}

// keyHash returns the keyed hash under which the sums of a user or a network are stored. Rule
// privacy-networks-hashed.
func (l *Ledger) keyHash(scope Scope, name string) string {
	mac := hmac.New(sha256.New, l.secret)
	fmt.Fprintf(mac, "%s %s", scope, name)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

const dayLength = 24 * time.Hour

// day returns the number of the current day, counted from 1970-01-01 in UTC.
func (l *Ledger) day() int64 { return core.Millis(l.clock.Now()) / dayLength.Milliseconds() }

func (l *Ledger) capReachedError(r cappedRow) error {
	now := l.clock.Now()
	return &CapReachedError{r.scope, now.UTC().Truncate(dayLength).Add(dayLength).Sub(now)}
}

func (c Cost) tokens() int64 { return int64(max(c.InputTokens, 0)) + int64(max(c.OutputTokens, 0)) }

// money returns a cost in millionths of the currency unit, rounded up. The prices in l.opts are per
// million tokens, so a price times a number of tokens is in millionths.
func (l *Ledger) money(c Cost) int64 {
	return int64(math.Ceil(float64(max(c.InputTokens, 0))*l.opts.InputPrice + float64(max(c.OutputTokens, 0))*l.opts.OutputPrice))
}

func (l *Ledger) deletePastDays(ctx context.Context) error {
	return l.db.Write(ctx, func(tx storage.Querier) error { return deleteDaysBefore(ctx, tx, l.day()-retentionDays) })
}
