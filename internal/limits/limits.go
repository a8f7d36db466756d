// Package limits counts events per key within sliding windows of time. The
// counts are rows of the database, so they hold across processes and restarts.
// It owns the table limit_counts.
//
// Checking and counting are one conditional update: any number of callers at
// once, in any number of processes, never take more than a limit allows. Keys
// are stored as keyed hashes, because they hold networks and addresses.
//
// Limits that only protect a process from being flooded stay in memory, in
// httpx.
package limits

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Limit allows N events of a key within Per, counted in a sliding window. Key
// names the rule and whom it counts, such as "login network 192.0.2.7".
type Limit struct {
	Key string
	N   int
	Per time.Duration
}

// FullError says that a limit has no room, and how long until it has.
type FullError struct {
	Limit Limit
	Wait  time.Duration
}

// Error names the rule without the person behind it.
func (e *FullError) Error() string {
	rule, _, _ := strings.Cut(e.Limit.Key, " ")
	return fmt.Sprintf("limits: %s allows %d events in %s", rule, e.Limit.N, e.Limit.Per)
}

// Full returns how long to wait if err says that a limit is full.
func Full(err error) (wait time.Duration, full bool) {
	if e, ok := errors.AsType[*FullError](err); ok {
		return e.Wait, true
	}
	return 0, false
}

// Jobs runs upkeep at intervals, on one replica at a time.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Counter counts in one database. It is safe for concurrent use.
type Counter struct {
	db     *storage.DB
	clock  core.Clock
	secret []byte
}

// New makes a Counter on a migrated database and schedules the removal of
// windows that have passed.
func New(ctx context.Context, db *storage.DB, clock core.Clock, jobs Jobs) (*Counter, error) {
	secret, err := db.Secret(ctx, "limits")
	if err != nil {
		return nil, err
	}
	c := &Counter{db: db, clock: clock, secret: secret}
	jobs.Every("limits.expired-windows", time.Hour, c.dropExpired)
	return c, nil
}

// Ticket is what one Take counted. The zero value counted nothing.
type Ticket struct{ rows []row }

// Take counts one event under every limit given, or none of them if one is
// full: then it returns a *FullError of the limit that is full for longest.
func (c *Counter) Take(ctx context.Context, list ...Limit) (Ticket, error) {
	rows := c.rows(list)
	// A limit that is full costs one read, not a write transaction.
	if err := c.room(ctx, rows); err != nil {
		return Ticket{}, err
	}
	err := c.db.Write(ctx, func(tx storage.Querier) error { return c.take(ctx, tx, rows) })
	if err != nil {
		return Ticket{}, err
	}
	return Ticket{rows}, nil
}

// TakeIn is Take in the caller's transaction. After an error the caller must
// roll back.
func (c *Counter) TakeIn(ctx context.Context, tx storage.Querier, list ...Limit) (Ticket, error) {
	rows := c.rows(list)
	return Ticket{rows}, c.take(ctx, tx, rows)
}

// Give takes back what a Ticket counted: the event did not happen, or is none
// that the limit is about. A Ticket is given back at most once.
func (c *Counter) Give(ctx context.Context, t Ticket) error {
	if len(t.rows) == 0 {
		return nil
	}
	return c.db.Write(ctx, func(tx storage.Querier) error { return c.GiveIn(ctx, tx, t) })
}

// GiveIn is Give in the caller's transaction.
func (c *Counter) GiveIn(ctx context.Context, tx storage.Querier, t Ticket) error {
	for _, r := range t.rows {
		if err := giveBack(ctx, tx, r); err != nil {
			return err
		}
	}
	return nil
}

// Check returns a *FullError if a limit has no room now. It counts nothing, so
// it decides nothing: only Take does.
func (c *Counter) Check(ctx context.Context, list ...Limit) error {
	return c.room(ctx, c.rows(list))
}

// row is a limit in the window of time that now lies in.
type row struct {
	limit   Limit
	hash    string
	start   time.Time
	elapsed time.Duration
}

// rows are sorted by key, so that transactions lock them in one order.
func (c *Counter) rows(list []Limit) []row {
	now := c.clock.Now()
	out := make([]row, len(list))
	for i, l := range list {
		start := now.Truncate(l.Per)
		out[i] = row{limit: l, hash: c.hash(l), start: start, elapsed: now.Sub(start)}
	}
	slices.SortFunc(out, func(a, b row) int { return strings.Compare(a.hash, b.hash) })
	return out
}

func (c *Counter) hash(l Limit) string {
	mac := hmac.New(sha256.New, c.secret)
	fmt.Fprintf(mac, "%s %s", l.Per, l.Key)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

func (c *Counter) take(ctx context.Context, tx storage.Querier, rows []row) error {
	for _, r := range rows {
		counts, err := readCounts(ctx, tx, r)
		if err != nil {
			return err
		}
		most := r.most(counts.previous)
		taken, err := takeOne(ctx, tx, r, most)
		if err != nil {
			return err
		}
		if !taken {
			counts.current = max(counts.current, most)
			return r.full(counts)
		}
	}
	return nil
}

// room returns a *FullError if one of the limits has no room: of the one with
// the longest wait, so that a caller who waits is not refused by the next.
func (c *Counter) room(ctx context.Context, rows []row) error {
	all, err := readAll(ctx, c.db.Read(), rows)
	if err != nil {
		return err
	}
	var longest *FullError
	for i, r := range rows {
		if all[i].current < r.most(all[i].previous) {
			continue
		}
		if e := r.full(all[i]); longest == nil || e.Wait > longest.Wait {
			longest = e
		}
	}
	if longest == nil {
		return nil
	}
	return longest
}

func (c *Counter) dropExpired(ctx context.Context) error {
	return c.db.Write(ctx, func(tx storage.Querier) error { return dropBefore(ctx, tx, core.Millis(c.clock.Now())) })
}
