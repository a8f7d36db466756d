package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// bed is the room on a fresh database, with a clock that tests move.
type bed struct {
	*Service
	t    *testing.T
	time *handClock
	jobs upkeep
}

const (
	here         = "192.0.2.1"
	elsewhere    = "198.51.100.7"
	goodPassword = "stamp-album-7"
	adminEmail   = "warden@post.example"
)

func each(t *testing.T, fn func(t *testing.T, b *bed)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := &handClock{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
		jobs := upkeep{}
		fn(t, &bed{New(Deps{
			DB: db, Limiter: httpx.NewLimiter(clock), Jobs: jobs, Clock: clock, AdminEmail: adminEmail, HashMemory: 64,
		}), t, clock, jobs})
	})
}

type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// upkeep keeps the scheduled functions, so that tests run them.
type upkeep map[string]func(context.Context) error

func (u upkeep) Every(kind string, _ time.Duration, fn func(context.Context) error) { u[kind] = fn }

func (b *bed) register(email string) User {
	b.t.Helper()
	u, err := b.Register(b.t.Context(), here, Registration{"Ada", email, goodPassword})
	if err != nil {
		b.t.Fatal(err)
	}
	return u
}

func (b *bed) login(email string) SignedIn {
	b.t.Helper()
	s, err := b.Login(b.t.Context(), here, email, goodPassword)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// tryLogin returns the error of a sign-in with a wrong password.
func (b *bed) tryLogin(network, email string) error {
	_, err := b.Login(b.t.Context(), network, email, "not-the-one-1")
	return err
}

// dump is every value of a table, as text.
func (b *bed) dump(table string) string {
	b.t.Helper()
	rows, err := b.DB.Read().QueryContext(b.t.Context(), `SELECT * FROM `+table)
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

func (b *bed) count(table string) int {
	b.t.Helper()
	return strings.Count(b.dump(table), "\n")
}

// wantError compares kind, text and the field that the text stands at.
func wantError(t *testing.T, err error, kind core.Kind, field, text string) {
	t.Helper()
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.Kind != kind || e.Msg != text || field != "" && e.Fields[field] != text {
		t.Errorf("got %#v, want kind %d with %q at %q", err, kind, text, field)
	}
}

// wait is how long a refusal says to wait.
func wait(t *testing.T, err error) time.Duration {
	t.Helper()
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.RetryAfter <= 0 || e.RetryAfter > 2*time.Hour {
		t.Errorf("%v says to wait %v", err, e)
		return 0
	}
	return e.RetryAfter
}
