package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// harness is a Service on an empty database, with a clock that tests move.
type harness struct {
	*Service
	t    *testing.T
	time *clocktest.Clock
	jobs upkeep
}

var (
	here      = core.NetworkOf("192.0.2.1")
	elsewhere = core.NetworkOf("198.51.100.7")
)

const goodPassword = "stamp-album-7"

// net returns the network of a number. Different numbers share no prefix that
// limits count.
func net(i int) core.Network {
	return core.NetworkOf(fmt.Sprintf("10.%d.%d.%d", i>>16&255, i>>8&255, i&255))
}

func each(t *testing.T, fn func(t *testing.T, b *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) { fn(t, newHarness(t, db)) })
}

func newHarness(t *testing.T, db *storage.DB) *harness {
	t.Helper()
	clock, jobs := clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)), upkeep{}
	return &harness{newService(t, db, clock, jobs), t, clock, jobs}
}

// newService returns a Service as a further process would make it.
func newService(t *testing.T, db *storage.DB, clock core.Clock, jobs upkeep) *Service {
	t.Helper()
	counter, err := limits.New(t.Context(), db, clock, jobs)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), Deps{DB: db, Limits: counter, Jobs: jobs, Clock: clock, HashMemory: 64})
	if err != nil {
		t.Fatal(err)
	}
	s.hasher.maxWait = time.Minute // tests of limits make parallel calls
	return s
}

// upkeep records the scheduled functions, so that tests can run them.
type upkeep map[string]func(context.Context) error

func (u upkeep) Every(kind string, _ time.Duration, fn func(context.Context) error) { u[kind] = fn }

// fill counts n events of a limit in its current window. It takes one of them and
// raises the count of the row that has changed: thousands of transactions take seconds.
func (b *harness) fill(limit limits.Limit, n int) {
	b.t.Helper()
	before := b.limitCounts()
	if _, err := b.deps.Limits.Take(b.t.Context(), limit); err != nil {
		b.t.Fatal(err)
	}
	var changed []string
	for hash, taken := range b.limitCounts() {
		if taken != before[hash] {
			changed = append(changed, hash)
		}
	}
	if len(changed) != 1 {
		b.t.Fatalf("%d rows count the limit %s", len(changed), limit.Key)
	}
	err := b.deps.DB.Write(b.t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(b.t.Context(), `UPDATE limit_counts SET taken = taken + $1 WHERE key_hash = $2`, n-1, changed[0])
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// limitCounts returns the events of each limit, by the hash of its key.
func (b *harness) limitCounts() map[string]int {
	b.t.Helper()
	counts := map[string]int{}
	_, err := storage.All(b.t.Context(), b.deps.DB.Reader(), func(r storage.Row) (hash string, err error) {
		var taken int
		err = r.Scan(&hash, &taken)
		counts[hash] += taken
		return hash, err
	}, `SELECT key_hash, taken FROM limit_counts`)
	if err != nil {
		b.t.Fatal(err)
	}
	return counts
}

func (b *harness) register(email string) User {
	b.t.Helper()
	u, err := b.Register(b.t.Context(), here, Registration{"Ada", email, goodPassword})
	if err != nil {
		b.t.Fatal(err)
	}
	return u
}

func (b *harness) login(email string) SignedIn {
	b.t.Helper()
	s, err := b.loginFrom(Caller{Network: here}, email)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// loginFrom signs in with the right password.
func (b *harness) loginFrom(from Caller, email string) (SignedIn, error) {
	return b.Login(b.t.Context(), from, email, goodPassword)
}

// tryLogin signs in with a wrong password and returns the error.
func (b *harness) tryLogin(network core.Network, email string) error {
	_, err := b.Login(b.t.Context(), Caller{Network: network}, email, "not-the-one-1")
	return err
}

// dump returns all values of a table as text, a line for each row.
func (b *harness) dump(table string) string {
	b.t.Helper()
	rows, err := b.deps.DB.Reader().QueryContext(b.t.Context(), `SELECT * FROM `+table)
	if err != nil {
		b.t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		b.t.Fatal(err)
	}
	var out strings.Builder
	for rows.Next() {
		cells := make([]any, len(columns))
		for i := range cells {
			cells[i] = new(any)
		}
		if err := rows.Scan(cells...); err != nil {
			b.t.Fatal(err)
		}
		for _, c := range cells {
			fmt.Fprintf(&out, "%v|", *c.(*any))
		}
		out.WriteByte('\n')
	}
	if err := rows.Err(); err != nil {
		b.t.Fatal(err)
	}
	return out.String()
}

func (b *harness) count(table string) int {
	b.t.Helper()
	return strings.Count(b.dump(table), "\n")
}

// wantError checks the kind, the text and, if field is given, the text of a field.
func wantError(t *testing.T, err error, kind core.Kind, field, text string) {
	t.Helper()
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.Kind != kind || e.Msg != text || field != "" && e.Fields[field] != text {
		t.Errorf("got %#v, want kind %d with %q at %q", err, kind, text, field)
	}
}

// wait returns the time to wait that a refusal names.
func wait(t *testing.T, err error) time.Duration {
	t.Helper()
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.RetryAfter <= 0 || e.RetryAfter > 2*time.Hour {
		t.Errorf("%v says to wait %v", err, e)
		return 0
	}
	return e.RetryAfter
}
