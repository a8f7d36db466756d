package content

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// post keeps what is mailed.
type post struct {
	ids   []string
	mail  []email.Message
	kicks int
	fails error
}

func (p *post) Enqueue(_ context.Context, _ storage.Querier, id string, m email.Message) error {
	p.ids, p.mail = append(p.ids, id), append(p.mail, m)
	return p.fails
}

func (p *post) Kick() { p.kicks++ }

// letters are the rows, oldest first.
func (b *bed) letters() (list []Letter, ids []string) {
	b.t.Helper()
	_, err := storage.All(b.t.Context(), b.DB.Read(), func(r storage.Row) (struct{}, error) {
		var l Letter
		var id string
		err := r.Scan(&id, &l.Name, &l.Email, &l.Subject, &l.Message)
		list, ids = append(list, l), append(ids, id)
		return struct{}{}, err
	}, `SELECT id, name, email, subject, message FROM contact_messages ORDER BY created_at, id`)
	if err != nil {
		b.t.Fatal(err)
	}
	return list, ids
}

func good() Letter {
	return Letter{"Ada Byron", "ada@post.example", "A date", "It was 1843.\n\tNot 1842."}
}

func TestALetterIsStoredAndMailed(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		err := b.Contact(t.Context(), "net", Letter{"  Ada\n Byron ", " ada@post.example\t", " A  date\u2028", "\r\nIt was 1843.\r\n\tNot 1842. \n"})
		if err != nil {
			t.Fatal(err)
		}
		list, ids := b.letters()
		if diff := cmp.Diff([]Letter{good()}, list); diff != "" {
			t.Errorf("stored (-want +got)\n%s", diff)
		}
		want := []email.Message{{
			To: "help@colloquy.example", ReplyTo: "ada@post.example", Subject: "Contact: A date",
			Text: "Name: Ada Byron\nEmail: ada@post.example\nSubject: A date\n\nIt was 1843.\n\tNot 1842.\n",
		}}
		if diff := cmp.Diff(want, b.mail.mail); diff != "" {
			t.Errorf("mailed (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff(ids, b.mail.ids); diff != "" || b.mail.kicks != 1 {
			t.Errorf("%d kicks, ids (-stored +mailed)\n%s", b.mail.kicks, diff)
		}
	})
}

func TestALetterThatCannotBeMailedIsNotStored(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.mail.fails = errors.New("no queue")
		if err := b.Contact(t.Context(), "net", good()); !errors.Is(err, b.mail.fails) {
			t.Errorf("the error is %v", err)
		}
		if list, _ := b.letters(); len(list) != 0 || b.mail.kicks != 0 {
			t.Errorf("stored %v, %d kicks", list, b.mail.kicks)
		}
	})
}

func TestLettersThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(l *Letter)
		want   map[string]string
	}{
		"nothing": {func(l *Letter) { *l = Letter{" ", "\t", "\n", "\r\n"} }, map[string]string{
			"name": "Name is required", "email": "Email is required", "subject": "Subject is required", "message": "Message is required"}},
		"nothing to be seen": {func(l *Letter) { l.Name, l.Subject, l.Message = "\u200b", "\u2060 \ufe0f", "\u3164" }, map[string]string{
			"name": "Name is required", "subject": "Subject is required", "message": "Message is required"}},
		"as long as may be": {func(l *Letter) {
			*l = Letter{strings.Repeat("é", 100), strings.Repeat("a", 87) + "@post.example", strings.Repeat("🎭", 150), strings.Repeat("ß", 1000)}
		}, nil},
		"too long": {func(l *Letter) {
			*l = Letter{strings.Repeat("é", 101), strings.Repeat("a", 88) + "@post.example", strings.Repeat("🎭", 151), strings.Repeat("ß", 1001)}
		}, map[string]string{
			"name": "Name must be at most 100 characters long", "email": "Email must be at most 100 characters long",
			"subject": "Subject must be at most 150 characters long", "message": "Message must be at most 1000 characters long"}},
		"no address":      {func(l *Letter) { l.Email = "ada@post" }, map[string]string{"email": "Please enter a valid email address"}},
		"two addresses":   {func(l *Letter) { l.Email = "ada@post.example,bo@post.example" }, map[string]string{"email": "Please enter a valid email address"}},
		"a second header": {func(l *Letter) { l.Email = "ada@post.example\r\nBcc:x@y.example" }, map[string]string{"email": "Please enter a valid email address"}},
		"control characters": {func(l *Letter) { l.Name, l.Subject, l.Message = "A\x1bda", "a\x07", "a\x00" }, map[string]string{
			"name":    "Name holds characters that cannot be read. Please remove them.",
			"subject": "Subject holds characters that cannot be read. Please remove them.",
			"message": "Message holds characters that cannot be read. Please remove them."}},
	} {
		t.Run(name, func(t *testing.T) {
			l := good()
			c.change(&l)
			var fields map[string]string
			if e, ok := errors.AsType[*core.Error](l.tidy().check()); ok {
				fields = e.Fields
				if e.Kind != core.Invalid {
					t.Errorf("the kind is %d", e.Kind)
				}
			}
			if diff := cmp.Diff(c.want, fields); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestHowManyLetters: five in ten minutes per network; what was refused does
// not count.
func TestHowManyLetters(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		for range 20 {
			if err := b.Contact(t.Context(), "net", Letter{}); core.KindOf(err) != core.Invalid {
				t.Fatalf("an empty letter: %v", err)
			}
		}
		for range 5 {
			if err := b.Contact(t.Context(), "net", good()); err != nil {
				t.Fatal(err)
			}
		}
		err := b.Contact(t.Context(), "net", good())
		if e, ok := errors.AsType[*core.Error](err); !ok || !errors.Is(err, errManyLetters) || e.RetryAfter <= 0 {
			t.Errorf("the sixth letter: %v", err)
		}
		if err := b.Contact(t.Context(), "another net", good()); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		if list, _ := b.letters(); len(list) != 6 || len(b.mail.mail) != 6 {
			t.Errorf("%d stored, %d mailed, want 6", len(list), len(b.mail.mail))
		}
	})
}

// TestAFloodOfLetters: many networks together are held back too, for an hour.
func TestAFloodOfLetters(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		now := core.Millis(b.Clock.Now())
		for i := range lettersPerHour {
			b.exec(`INSERT INTO contact_messages (id, name, email, subject, message, created_at) VALUES ($1, 'a', 'b', 'c', 'd', $2)`, fmt.Sprint("l", i), now)
		}
		err := b.Contact(t.Context(), "net", good())
		if e, ok := errors.AsType[*core.Error](err); !ok || !errors.Is(err, errFlood) || e.RetryAfter <= 0 || len(b.mail.mail) != 0 {
			t.Errorf("one more: %v, %d mailed", err, len(b.mail.mail))
		}
		b.exec(`UPDATE contact_messages SET created_at = $1`, now-time.Hour.Milliseconds()-60_000)
		if err := b.Contact(t.Context(), "net", good()); err != nil {
			t.Errorf("an hour later: %v", err)
		}
	})
}

// TestEveryLetterIsAMail: what the form takes, the real mailer takes, in the
// same transaction.
func TestEveryLetterIsAMail(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.Mail = email.NewMailer(jobs.New(b.DB, b.Clock, slog.New(slog.DiscardHandler)), nil)
		for _, l := range []Letter{
			good(),
			{"Jörg", "jörg@pöst.example", "🎭", "Hi"},
			{"A", "o'b.c+tag@post.example", strings.Repeat("🎭", 150), "a\tb"},
		} {
			if err := b.Contact(t.Context(), "net", l); err != nil {
				t.Errorf("%+v: %v", l, err)
			}
		}
		var waiting int
		err := b.DB.Read().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM jobs JOIN contact_messages c ON c.id = jobs.key WHERE kind = $1`, email.Kind).Scan(&waiting)
		if err != nil || waiting != 3 {
			t.Errorf("%d letters wait to be mailed, %v", waiting, err)
		}
	})
}
