package accounts

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// harness is a Service on an empty database, with a clock that tests set, and with recorded
// jobs and mails.
type harness struct {
	*Service
	t     *testing.T
	clock *clocktest.Clock
	jobs  recordedJobs
	mail  *recordedMail
}

var (
	homeNetwork  = core.NetworkOf("192.0.2.1")
	otherNetwork = core.NetworkOf("198.51.100.7")
)

const goodPassword = "stamp-album-7"

// numberedNetwork returns test network number i. Each number is a network with its own limits.
func numberedNetwork(i int) core.Network {
	return core.NetworkOf(fmt.Sprintf("10.%d.%d.%d", i>>16&255, i>>8&255, i&255))
}

// eachEngine runs fn with a harness on each database engine.
func eachEngine(t *testing.T, fn func(t *testing.T, b *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) { fn(t, newHarness(t, db)) })
}

func newHarness(t *testing.T, db *storage.DB) *harness {
	t.Helper()
	clock, recurring := clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)), recordedJobs{}
	s := newService(t, db, clock, recurring)
	return &harness{s, t, clock, recurring, s.deps.Mail.(*recordedMail)}
}

// newService returns another Service on the database, as a second process would have.
func newService(t *testing.T, db *storage.DB, clock core.Clock, recurring recordedJobs) *Service {
	t.Helper()
	counter, err := limits.New(t.Context(), db, clock, recurring)
	if err != nil {
		t.Fatal(err)
	}
	queue := jobs.New(db, clock, slog.New(slog.DiscardHandler))
	queue.OnFailure(func(kind string) { t.Errorf("a job of %s failed", kind) })
	s, err := New(t.Context(), Deps{
		DB: db, Limits: counter, Jobs: testJobs{recurring, queue}, Clock: clock, HashMemoryKiB: 64,
		Mail: &recordedMail{}, BaseURL: "https://colloquy.example", HasMailServer: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.hasher.MaxWait = time.Minute // many parallel calls of a test must not get ErrBusy
	return s
}

// recordedJobs records the scheduled functions, so that tests can run them.
type recordedJobs map[string]func(context.Context) error

func (u recordedJobs) Every(kind string, _ time.Duration, fn func(context.Context) error) {
	u[kind] = fn
}

// testJobs records the scheduled functions and keeps jobs in the queue of the database.
type testJobs struct {
	recordedJobs
	queue *jobs.Queue
}

func (j testJobs) HandleWith(kind string, p jobs.RetryPolicy, fn func(context.Context, []byte) error) {
	j.queue.HandleWith(kind, p, fn)
}

func (j testJobs) Enqueue(ctx context.Context, tx storage.Querier, job jobs.Job) error {
	return j.queue.Enqueue(ctx, tx, job)
}

func (testJobs) Wake() {}

// runJobs runs the jobs that are due.
func (b *harness) runJobs() {
	b.t.Helper()
	if _, err := b.deps.Jobs.(testJobs).queue.RunDue(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// recordedMail keeps the mails that were enqueued, also those of transactions that
// were rolled back.
type recordedMail struct {
	mu        sync.Mutex
	sentMails []email.Message
}

func (r *recordedMail) Enqueue(_ context.Context, _ storage.Querier, _ string, m email.Message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sentMails = append(r.sentMails, m)
	return nil
}

func (*recordedMail) Wake() {}

// sentTo returns the mails to an address, oldest first.
func (r *recordedMail) sentTo(address string) []email.Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []email.Message
	for _, m := range r.sentMails {
		if m.To == address {
			out = append(out, m)
		}
	}
	return out
}

// takeFromLimit adds n events to the count of a limit in its current window. The first event goes
// through Limits.Take. An SQL statement adds the other n-1, because thousands of transactions take
// seconds.
func (b *harness) takeFromLimit(limit limits.Limit, n int) {
	b.t.Helper()
	oldCounts := b.limitCounts()
	if _, err := b.deps.Limits.Take(b.t.Context(), limit); err != nil {
		b.t.Fatal(err)
	}
	var changedHashes []string
	for hash, taken := range b.limitCounts() {
		if taken != oldCounts[hash] {
			changedHashes = append(changedHashes, hash)
		}
	}
	if len(changedHashes) != 1 {
		b.t.Fatalf("%d rows count the limit %s", len(changedHashes), limit.Key)
	}
	err := b.deps.DB.Write(b.t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(b.t.Context(), `UPDATE limit_counts SET taken = taken + $1 WHERE key_hash = $2`, n-1, changedHashes[0])
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// limitCounts returns the number of counted events of each limit, by the hash of the limit's
// key.
func (b *harness) limitCounts() map[string]int {
	b.t.Helper()
	takenByKeyHash := map[string]int{}
	_, err := storage.QueryAll(b.t.Context(), b.deps.DB.Reader(), func(r storage.Row) (hash string, err error) {
		var taken int
		err = r.Scan(&hash, &taken)
		takenByKeyHash[hash] += taken
		return hash, err
	}, `SELECT key_hash, taken FROM limit_counts`)
	if err != nil {
		b.t.Fatal(err)
	}
	return takenByKeyHash
}

// register registers Ada with an address and goodPassword.
func (b *harness) register(email string) User {
	b.t.Helper()
	u, err := b.Register(b.t.Context(), homeNetwork, Registration{"Ada", email, goodPassword})
	if err != nil {
		b.t.Fatal(err)
	}
	return u
}

// login signs in from homeNetwork with goodPassword.
func (b *harness) login(email string) SignInResult {
	b.t.Helper()
	s, err := b.loginFrom(Caller{Network: homeNetwork}, email)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// loginFrom signs in as a caller with goodPassword.
func (b *harness) loginFrom(from Caller, email string) (SignInResult, error) {
	return b.Login(b.t.Context(), from, email, goodPassword)
}

// loginWithWrongPassword signs in with a wrong password and returns the error.
func (b *harness) loginWithWrongPassword(network core.Network, email string) error {
	_, err := b.Login(b.t.Context(), Caller{Network: network}, email, "not-the-one-1")
	return err
}

// dumpTable returns all values of a table as text, with one row on each line.
func (b *harness) dumpTable(table string) string {
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

func (b *harness) countRows(table string) int {
	b.t.Helper()
	return b.selectNumber(`SELECT COUNT(*) FROM ` + table)
}

// wantError checks the kind and text of an error. Unless field is "", it also checks that
// the error has the text at this field.
func wantError(t *testing.T, err error, kind core.ErrorKind, field, text string) {
	t.Helper()
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.Kind != kind || e.Msg != text || field != "" && e.TextByField[field] != text {
		t.Errorf("got %#v, want kind %d with %q at %q", err, kind, text, field)
	}
}

// retryAfter returns the waiting time in the error of a full limit. The test fails if err is
// another error or the time is over 2 hours; the result is then 0.
func retryAfter(t *testing.T, err error) time.Duration {
	t.Helper()
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.RetryAfter <= 0 || e.RetryAfter > 2*time.Hour {
		t.Errorf("%v says to wait %v", err, e)
		return 0
	}
	return e.RetryAfter
}
