// Package limits counts events per key in sliding windows. It stores the counts in its table
// limit_counts, so limits hold across processes and restarts.
//
// Checking and counting are one conditional update, so parallel callers cannot exceed a limit. The
// table has keyed hashes of the keys, because keys contain networks and addresses.
//
// Package httpx has other limits, in memory, which protect a process from floods.
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

// Limit allows N events of a key in a sliding window of length Period. Key is the name of the rule,
// a space, and the caller or thing to count. An example is "sign-in 192.0.2.7".
type Limit struct {
	Key      string
	N        int
	Period   time.Duration
	isSpaced bool // made by Spaced
}

// FullError reports that a limit is full. Wait is the time until the limit allows an
// event again.
type FullError struct {
	Limit Limit
	Wait  time.Duration
}

// Error returns a text with the name of the rule. The rest of the key is private.
func (e *FullError) Error() string {
	rule, _, _ := strings.Cut(e.Limit.Key, " ")
	return fmt.Sprintf("limits: %s allows %d events in %s", rule, e.Limit.N, e.Limit.Period)
}

// WaitOfFullError reports whether err is a *FullError, and returns its Wait.
func WaitOfFullError(err error) (wait time.Duration, full bool) {
	if e, ok := errors.AsType[*FullError](err); ok {
		return e.Wait, true
	}
	return 0, false
}

// Jobs runs functions at intervals, in one process at a time.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Counter counts events against limits in a database. It is safe for concurrent use.
type Counter struct {
	db     *storage.DB
	clock  core.Clock
	secret []byte
}

// New returns a Counter on a migrated database and schedules the deletion of
// expired windows.
func New(ctx context.Context, db *storage.DB, clock core.Clock, jobs Jobs) (*Counter, error) {
	secret, err := db.Secret(ctx, "limits")
	if err != nil {
		return nil, err
	}
	c := &Counter{db: db, clock: clock, secret: secret}
	jobs.Every("limits.expired-windows", time.Hour, c.deleteExpiredWindows)
	return c, nil
}

// TakenEvent identifies an event that Take has counted, so that GiveBack can undo it. The zero
// value stands for no event.
type TakenEvent struct{ rows []row }

// Take counts one event in all given limits. If a limit is full, it counts nothing and
// returns the *FullError of the limit with the longest wait.
func (c *Counter) Take(ctx context.Context, list ...Limit) (TakenEvent, error) {
	rows := c.rows(list)
	// If a limit is full, this read avoids a write transaction.
	if err := c.checkNotFull(ctx, rows); err != nil {
		return TakenEvent{}, err
	}
	err := c.db.Write(ctx, func(tx storage.Querier) error { return c.take(ctx, tx, rows) })
	if err != nil {
		return TakenEvent{}, err
	}
	return TakenEvent{rows}, nil
}

// TakeInTx is Take in the transaction of the caller. If several limits are full, it returns the
// *FullError of any of them. After a *FullError the caller can continue the transaction. After any
// other error the caller must roll back.
func (c *Counter) TakeInTx(ctx context.Context, tx storage.Querier, list ...Limit) (TakenEvent, error) {
	rows := c.rows(list)
	return TakenEvent{rows}, c.take(ctx, tx, rows)
}

// GiveBack undoes a Take, for an event that did not happen or must not count. Callers must not
// pass a TakenEvent twice.
func (c *Counter) GiveBack(ctx context.Context, t TakenEvent) error {
	if len(t.rows) == 0 {
		return nil
	}
	return c.db.Write(ctx, func(tx storage.Querier) error { return c.GiveBackInTx(ctx, tx, t) })
}

// GiveBackInTx is GiveBack in the transaction of the caller.
func (c *Counter) GiveBackInTx(ctx context.Context, tx storage.Querier, t TakenEvent) error {
	for _, r := range t.rows {
		if err := decrement(ctx, tx, r); err != nil {
			return err
		}
	}
	return nil
}

// Check returns a *FullError if a limit is full. It counts nothing, so a Take after it
// can still fail.
func (c *Counter) Check(ctx context.Context, list ...Limit) error {
	return c.checkNotFull(ctx, c.rows(list))
}

// row identifies the count of a limit in the current window.
type row struct {
	limit   Limit
	keyHash string
	now     time.Time
	start   time.Time
	elapsed time.Duration
}

// rows returns the rows of the limits, sorted by hash, so that all transactions
// lock them in the same order.
func (c *Counter) rows(list []Limit) []row {
	now := c.clock.Now()
	out := make([]row, len(list))
	for i, l := range list {
		start := now.Truncate(l.Period)
		out[i] = row{limit: l, keyHash: c.hash(l), now: now, start: start, elapsed: now.Sub(start)}
	}
	slices.SortFunc(out, func(a, b row) int { return strings.Compare(a.keyHash, b.keyHash) })
	return out
}

// hash returns the keyed hash under which a limit is stored, because its key may contain a
// network (rule privacy-networks-hashed).
func (c *Counter) hash(l Limit) string {
	mac := hmac.New(sha256.New, c.secret)
	fmt.Fprintf(mac, "%s %s", l.Period, l.Key)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

func (c *Counter) take(ctx context.Context, tx storage.Querier, rows []row) error {
	allCounts, err := readCounts(ctx, tx, rows)
	if err != nil {
		return err
	}
	for i, r := range rows {
		counts := allCounts[i]
		maxCurrentCount := r.maxInCurrentWindow(counts.previous)
		isTaken, err := increment(ctx, tx, r, maxCurrentCount)
		if err != nil {
			return err
		}
		if !isTaken {
			counts.current = max(counts.current, maxCurrentCount)
			if err := c.GiveBackInTx(ctx, tx, TakenEvent{rows[:i]}); err != nil {
				return err
			}
			return r.newFullError(counts)
		}
	}
	return nil
}

// checkNotFull returns a *FullError if a limit is full. If several are full, it returns
// the one with the longest wait; after this time none of them is full.
func (c *Counter) checkNotFull(ctx context.Context, rows []row) error {
	allCounts, err := readCounts(ctx, c.db.Reader(), rows)
	if err != nil {
		return err
	}
	var longestWait *FullError
	for i, r := range rows {
		if allCounts[i].current < r.maxInCurrentWindow(allCounts[i].previous) {
			continue
		}
		if e := r.newFullError(allCounts[i]); longestWait == nil || e.Wait > longestWait.Wait {
			longestWait = e
		}
	}
	if longestWait == nil {
		return nil
	}
	return longestWait
}

func (c *Counter) deleteExpiredWindows(ctx context.Context) error {
	return c.db.Write(ctx, func(tx storage.Querier) error { return deleteExpiredWindows(ctx, tx, core.Millis(c.clock.Now())) })
}
