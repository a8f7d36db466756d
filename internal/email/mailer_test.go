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

// scripted is a Sender that fails as often as it is told to.
type scripted struct {
	fails int
	sent  map[string]email.Message
}

func (s *scripted) Send(_ context.Context, id string, m email.Message) error {
	if s.fails > 0 {
		s.fails--
		return fmt.Errorf("451 try later, %s: %s", m.To, m.Text)
	}
	s.sent[id] = m
	return nil
}

func (*scripted) About() string { return "a script" }

type office struct {
	*email.Mailer
	db    *storage.DB
	queue *jobs.Queue
	clock *clocktest.Clock
	out   *scripted
	log   bytes.Buffer
}

func each(t *testing.T, fn func(t *testing.T, o *office)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		o := &office{db: db, clock: noon(), out: &scripted{sent: map[string]email.Message{}}}
		o.queue = jobs.New(db, o.clock, slog.New(slog.NewTextHandler(&o.log, nil)))
		o.Mailer = email.NewMailer(o.queue, o.out)
		fn(t, o)
	})
}

func (o *office) enqueue(t *testing.T, id string, m email.Message) error {
	t.Helper()
	return o.db.Write(t.Context(), func(tx storage.Querier) error { return o.Enqueue(t.Context(), tx, id, m) })
}

func (o *office) run(t *testing.T) {
	t.Helper()
	if _, err := o.queue.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestMailIsSentOnceAfterTheCommit(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		undone := errors.New("undone")
		err := o.db.Write(t.Context(), func(tx storage.Querier) error {
			return errors.Join(o.Enqueue(t.Context(), tx, "mail-0", plain()), undone)
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
		for range 2 {
			if err := o.enqueue(t, "mail-1", plain()); err != nil {
				t.Fatal(err)
			}
		}
		o.run(t)
		if diff := cmp.Diff(map[string]email.Message{"mail-1": plain()}, o.out.sent); diff != "" {
			t.Errorf("sent (-want +got)\n%s", diff)
		}
		o.out.sent = nil // a second delivery would panic
		o.clock.Advance(time.Hour)
		o.run(t)
	})
}

func TestMailIsTriedAgainAndNoLogHoldsIt(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		o.out.fails = 3
		if err := o.enqueue(t, "mail-1", plain()); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			o.clock.Set(o.due(t))
			o.run(t)
		}
		if len(o.out.sent) != 1 {
			t.Errorf("sent %v", o.out.sent)
		}
		if log := o.log.String(); !strings.Contains(log, "kind=mail") || strings.Contains(log, "colloquy.example") || strings.Contains(log, "1843") {
			t.Errorf("the log says\n%s", log)
		}
	})
}

func TestImproperMailIsNotQueued(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		mails := improper()
		for name, m := range mails {
			if err := o.enqueue(t, "mail-1", m); !errors.Is(err, email.ErrMessage) {
				t.Errorf("%s: %v", name, err)
			} else if strings.Contains(err.Error(), "post.example") {
				t.Errorf("%s: the error repeats the mail: %v", name, err)
			}
		}
		for _, id := range []string{"", "../mail", "a b", "a\nb", strings.Repeat("x", 65)} {
			if err := o.enqueue(t, id, plain()); !errors.Is(err, email.ErrMessage) {
				t.Errorf("the id %q: %v", id, err)
			}
		}
		o.run(t)
		if len(o.out.sent) != 0 {
			t.Errorf("sent %v", o.out.sent)
		}
	})
}

// TestAMailServerMayBeAwayForDays: what waits is sent after 40 hours, is set
// aside after 52, and is asked for often at first, seldom later.
func TestAMailServerMayBeAwayForDays(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		for name, back := range map[string]time.Duration{"mail-40": 40 * time.Hour, "mail-52": 52 * time.Hour} {
			o.out.fails = 1000
			if err := o.enqueue(t, name, plain()); err != nil {
				t.Fatal(err)
			}
			begin := o.clock.Now()
			for o.due(t).Before(begin.Add(back)) {
				o.clock.Set(o.due(t))
				o.run(t)
			}
			if tries := 1000 - o.out.fails; tries < 18 || tries > 22 {
				t.Errorf("%s: %d tries in %v", name, tries, back)
			}
			o.out.fails = 0
			o.clock.Set(begin.Add(back + 5*time.Hour))
			o.run(t)
			if _, sent := o.out.sent[name]; sent != (back == 40*time.Hour) {
				t.Errorf("%s: sent is %v", name, sent)
			}
		}
	})
}

// due is when the queue's next mail is tried.
func (o *office) due(t *testing.T) time.Time {
	t.Helper()
	var at int64
	if err := o.db.Read().QueryRowContext(t.Context(), `SELECT MIN(run_at) FROM jobs`).Scan(&at); err != nil {
		t.Fatal(err)
	}
	return time.UnixMilli(at)
}
