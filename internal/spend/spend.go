// Package spend keeps the ledger of what language models cost: tokens and money
// a day, for each user, each network and everybody together, with a cap on each.
// It owns the table model_spend.
//
// The cost of a call is reserved before it, as an estimate, and settled after it
// with what the provider counted. Checking a cap and reserving are one
// conditional update: any number of callers at once, in any number of processes,
// never reserve more than a cap allows. A reservation whose process dies is never
// settled: it counts as its estimate until the day ends, and no more.
//
// Days are those of UTC. Keys are stored as keyed hashes, because they name
// people and networks.
package spend

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Scope says whose cap a cap is.
type Scope string

// The scopes.
const (
	User     Scope = "user"
	Network  Scope = "network"
	Everyone Scope = "everyone"
)

// Options are caps for a day and the prices. A cap of 0 is none.
type Options struct {
	UserTokens    int64
	NetworkTokens int64
	TotalTokens   int64
	TotalMoney    float64 // in the currency of the prices
	// InputPrice and OutputPrice are for a million tokens.
	InputPrice, OutputPrice float64
}

// Cost is tokens of a prompt and of its answer.
type Cost struct{ Input, Output int }

// lowShare is the share of a cap below which what is left counts as low.
const lowShare = 0.2

// keepDays is how long the ledger keeps its days.
const keepDays = 35

// EmptyError says that a cap has no room for a call, and how long until the day
// ends.
type EmptyError struct {
	Scope Scope
	Wait  time.Duration
}

// Error names the scope.
func (e *EmptyError) Error() string { return fmt.Sprintf("spend: the cap of %s is reached", e.Scope) }

// Empty returns the *EmptyError that err is, or nil.
func Empty(err error) *EmptyError {
	e, _ := errors.AsType[*EmptyError](err)
	return e
}

// Jobs runs upkeep at intervals, on one replica at a time.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Ledger counts in one database. It is safe for concurrent use.
type Ledger struct {
	db     *storage.DB
	clock  core.Clock
	opts   Options
	secret []byte
}

// New makes a Ledger on a migrated database and schedules the removal of days
// that have passed.
func New(ctx context.Context, db *storage.DB, clock core.Clock, opts Options, jobs Jobs) (*Ledger, error) {
	secret, err := db.Secret(ctx, "spend")
	if err != nil {
		return nil, err
	}
	l := &Ledger{db: db, clock: clock, opts: opts, secret: secret}
	jobs.Every("spend.past-days", 24*time.Hour, l.dropPast)
	return l, nil
}

// Reservation is what one Reserve counted. The zero value counted nothing.
type Reservation struct {
	rows []row
	cost Cost
}

// row is one cap on one day.
type row struct {
	scope     Scope
	hash      string
	day       int64
	mostToken int64
	mostMoney int64
}

// Reserve counts the estimate of a call under every cap, or under none of them
// if one has no room: then it returns an *EmptyError. Without any cap it counts
// nothing. network may be empty.
func (l *Ledger) Reserve(ctx context.Context, user, network string, estimate Cost) (Reservation, error) {
	rows := l.rows(user, network)
	tokens, money := estimate.tokens(), l.money(estimate)
	// A cap that is reached costs a read, not a write transaction.
	for _, r := range rows {
		if err := l.roomFor(ctx, r, tokens, money); err != nil {
			return Reservation{}, err
		}
	}
	if len(rows) == 0 {
		return Reservation{}, nil
	}
	err := l.db.Write(ctx, func(tx storage.Querier) error {
		for _, r := range rows {
			ok, err := reserve(ctx, tx, r, tokens, money)
			if err != nil {
				return err
			}
			if !ok {
				return l.empty(r)
			}
		}
		return nil
	})
	if err != nil {
		return Reservation{}, err
	}
	return Reservation{rows, estimate}, nil
}

// Settle replaces the estimate of a reservation by the real cost. A reservation
// is settled at most once.
func (l *Ledger) Settle(ctx context.Context, r Reservation, actual Cost) error {
	return l.add(ctx, r, actual.tokens()-r.cost.tokens(), l.money(actual)-l.money(r.cost))
}

// Charge adds the cost of a further call to the accounts of a reservation,
// whatever their caps: the call has been made.
func (l *Ledger) Charge(ctx context.Context, r Reservation, actual Cost) error {
	return l.add(ctx, r, actual.tokens(), l.money(actual))
}

func (l *Ledger) add(ctx context.Context, r Reservation, tokens, money int64) error {
	if len(r.rows) == 0 || tokens == 0 && money == 0 {
		return nil
	}
	return l.db.Write(ctx, func(tx storage.Querier) error {
		for _, one := range r.rows {
			if err := adjust(ctx, tx, one, tokens, money); err != nil {
				return err
			}
		}
		return nil
	})
}

// Low reports whether less than a fifth is left of any cap of a reservation.
func (l *Ledger) Low(ctx context.Context, r Reservation) (bool, error) {
	for _, one := range r.rows {
		tokens, money, err := spent(ctx, l.db.Read(), one)
		if err != nil {
			return false, err
		}
		if nearly(tokens, one.mostToken) || nearly(money, one.mostMoney) {
			return true, nil
		}
	}
	return false, nil
}

func nearly(spent, most int64) bool { return float64(spent) > (1-lowShare)*float64(most) }

// rows are the caps that count a call, sorted by key, so that transactions lock
// them in one order.
func (l *Ledger) rows(user, network string) []row {
	day := l.day()
	var out []row
	add := func(scope Scope, who string, tokens int64, money float64) {
		if tokens == 0 && money == 0 || who == "" {
			return
		}
		out = append(out, row{scope, l.hash(scope, who), day, orNone(tokens), orNone(int64(math.Ceil(money * 1e6)))})
	}
	add(User, user, l.opts.UserTokens, 0)
	add(Network, network, l.opts.NetworkTokens, 0)
	add(Everyone, "all", l.opts.TotalTokens, l.opts.TotalMoney)
	slices.SortFunc(out, func(a, b row) int { return strings.Compare(a.hash, b.hash) })
	return out
}

func orNone(most int64) int64 {
	if most == 0 {
		return math.MaxInt64
	}
	return most
}

func (l *Ledger) hash(scope Scope, who string) string {
	mac := hmac.New(sha256.New, l.secret)
	fmt.Fprintf(mac, "%s %s", scope, who)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

const dayLong = 24 * time.Hour

func (l *Ledger) day() int64 { return core.Millis(l.clock.Now()) / dayLong.Milliseconds() }

func (l *Ledger) empty(r row) error {
	now := l.clock.Now()
	return &EmptyError{r.scope, now.UTC().Truncate(dayLong).Add(dayLong).Sub(now)}
}

func (l *Ledger) roomFor(ctx context.Context, r row, tokens, money int64) error {
	hadTokens, hadMoney, err := spent(ctx, l.db.Read(), r)
	if err != nil {
		return err
	}
	if hadTokens > r.mostToken-tokens || hadMoney > r.mostMoney-money {
		return l.empty(r)
	}
	return nil
}

func (c Cost) tokens() int64 { return int64(max(c.Input, 0)) + int64(max(c.Output, 0)) }

// money is a cost in millionths of the currency: the price of a million tokens
// is that many millionths for each.
func (l *Ledger) money(c Cost) int64 {
	return int64(math.Ceil(float64(max(c.Input, 0))*l.opts.InputPrice + float64(max(c.Output, 0))*l.opts.OutputPrice))
}

func (l *Ledger) dropPast(ctx context.Context) error {
	return l.db.Write(ctx, func(tx storage.Querier) error { return dropBefore(ctx, tx, l.day()-keepDays) })
}
