package email_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// fakeSender is a Sender whose first sends fail.
type fakeSender struct {
	failuresLeft int
	sentByID     map[string]email.Message
}

func (s *fakeSender) Send(_ context.Context, id string, m email.Message) error {
	if s.failuresLeft > 0 {
		s.failuresLeft--
		return fmt.Errorf("451 try later, %s: %s", m.To, m.Text)
	}
	s.sentByID[id] = m
	return nil
}

func (*fakeSender) DestinationText() string { return "a script" }

type mailerFixture struct {
	*email.Mailer
	db     *storage.DB
	queue  *jobs.Queue
	clock  *clocktest.Clock
	sender *fakeSender
	log    bytes.Buffer
}

func eachEngine(t *testing.T, fn func(t *testing.T, o *mailerFixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		o := &mailerFixture{db: db, clock: clockAtNoon(), sender: &fakeSender{sentByID: map[string]email.Message{}}}
		o.queue = jobs.New(db, o.clock, slog.New(slog.NewTextHandler(&o.log, nil)))
		o.Mailer = email.NewMailer(o.queue, o.sender, o.clock)
		fn(t, o)
	})
}

func (o *mailerFixture) enqueue(t *testing.T, id string, m email.Message) error {
	t.Helper()
	return o.db.Write(t.Context(), func(tx storage.Querier) error { return o.Enqueue(t.Context(), tx, id, m) })
}

func (o *mailerFixture) runDueJobs(t *testing.T) {
	t.Helper()
	if _, err := o.queue.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestMailIsSentOnceAfterTheCommit(t *testing.T) {
	eachEngine(t, func(t *testing.T, o *mailerFixture) {
		errUndone := errors.New("undone")
		err := o.db.Write(t.Context(), func(tx storage.Querier) error {
			return errors.Join(o.Enqueue(t.Context(), tx, "mail-0", validMail()), errUndone)
		})
		if !errors.Is(err, errUndone) {
			t.Fatal(err)
		}
		for range 2 {
			if err := o.enqueue(t, "mail-1", validMail()); err != nil {
				t.Fatal(err)
			}
		}
		o.runDueJobs(t)
		if diff := cmp.Diff(map[string]email.Message{"mail-1": validMail()}, o.sender.sentByID); diff != "" {
			t.Errorf("sent (-want +got)\n%s", diff)
		}
		o.sender.sentByID = nil // a second delivery would write to the nil map and panic
		o.clock.Advance(time.Hour)
		o.runDueJobs(t)
	})
}

func TestMailIsRetriedAndNotLogged(t *testing.T) {
	eachEngine(t, func(t *testing.T, o *mailerFixture) {
		o.sender.failuresLeft = 3
		if err := o.enqueue(t, "mail-1", validMail()); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			o.clock.Set(o.nextAttempt(t))
			o.runDueJobs(t)
		}
		if len(o.sender.sentByID) != 1 {
			t.Errorf("sent %v", o.sender.sentByID)
		}
		if log := o.log.String(); !strings.Contains(log, "kind=mail") || strings.Contains(log, "colloquy.example") || strings.Contains(log, "1843") {
			t.Errorf("the log says\n%s", log)
		}
	})
}

func TestInvalidMailIsNotQueued(t *testing.T) {
	eachEngine(t, func(t *testing.T, o *mailerFixture) {
		mails := invalidMails()
		for name, m := range mails {
			if err := o.enqueue(t, "mail-1", m); !errors.Is(err, email.ErrInvalidMessage) {
				t.Errorf("%s: %v", name, err)
			} else if strings.Contains(err.Error(), "post.example") {
				t.Errorf("%s: the error repeats the mail: %v", name, err)
			}
		}
		for _, id := range []string{"", "../mail", "a b", "a\nb", strings.Repeat("x", 65)} {
			if err := o.enqueue(t, id, validMail()); !errors.Is(err, email.ErrInvalidMessage) {
				t.Errorf("the id %q: %v", id, err)
			}
		}
		o.runDueJobs(t)
		if len(o.sender.sentByID) != 0 {
			t.Errorf("sent %v", o.sender.sentByID)
		}
	})
}

// A mail is delivered if the mail server is down for 40 hours. If the server is down for 52 hours,
// the mail fails permanently. Each mail is tried 18 to 22 times. Rule operations-mail-retries.
func TestMailIsRetriedForTwoDays(t *testing.T) {
	eachEngine(t, func(t *testing.T, o *mailerFixture) {
		for name, outage := range map[string]time.Duration{"mail-40": 40 * time.Hour, "mail-52": 52 * time.Hour} {
			o.sender.failuresLeft = 1000
			if err := o.enqueue(t, name, validMail()); err != nil {
				t.Fatal(err)
			}
			start := o.clock.Now()
			for o.nextAttempt(t).Before(start.Add(outage)) {
				o.clock.Set(o.nextAttempt(t))
				o.runDueJobs(t)
			}
			if tries := 1000 - o.sender.failuresLeft; tries < 18 || tries > 22 {
				t.Errorf("%s: %d tries in %v", name, tries, outage)
			}
			o.sender.failuresLeft = 0
			o.clock.Set(start.Add(outage + 5*time.Hour))
			o.runDueJobs(t)
			if _, sent := o.sender.sentByID[name]; sent != (outage == 40*time.Hour) {
				t.Errorf("%s: sent is %v", name, sent)
			}
		}
	})
}

// nextAttempt returns the time of the next attempt.
func (o *mailerFixture) nextAttempt(t *testing.T) time.Time {
	t.Helper()
	var at int64
	if err := o.db.Reader().QueryRowContext(t.Context(), `SELECT MIN(run_at) FROM jobs`).Scan(&at); err != nil {
		t.Fatal(err)
	}
	return time.UnixMilli(at)
}
