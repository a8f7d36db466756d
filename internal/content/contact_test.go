package content

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
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
	mu    sync.Mutex
	ids   []string
	mail  []email.Message
	kicks int
	fails error
}

func (p *post) Enqueue(_ context.Context, _ storage.Querier, id string, m email.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ids, p.mail = append(p.ids, id), append(p.mail, m)
	return p.fails
}

func (p *post) Kick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kicks++
}

// letters are the rows, oldest first.
func (b *harness) letters() (list []Letter, ids []string) {
	b.t.Helper()
	_, err := storage.All(b.t.Context(), b.DB.Reader(), func(r storage.Row) (struct{}, error) {
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

// here is where honest people write from.
var here = core.NetworkOf("192.0.2.1")

func good() Letter {
	return Letter{"Ada Byron", "ada@post.example", "A date", "It was 1843.\n\tNot 1842."}
}

// rule contact-stored-and-mailed
func TestALetterIsStoredAndMailed(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		err := b.Contact(t.Context(), here, Letter{"  Ada\n Byron ", " ada@post.example\t", " A  date\u2028", "\r\nIt was 1843.\r\n\tNot 1842. \n"})
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
	each(t, func(t *testing.T, b *harness) {
		b.mail.fails = errors.New("no queue")
		if err := b.Contact(t.Context(), here, good()); !errors.Is(err, b.mail.fails) {
			t.Errorf("the error is %v", err)
		}
		if list, _ := b.letters(); len(list) != 0 || b.mail.kicks != 0 {
			t.Errorf("stored %v, %d kicks", list, b.mail.kicks)
		}
	})
}

// rule contact-lengths
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
// rule contact-how-often
func TestHowManyLetters(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		for range 20 {
			if err := b.Contact(t.Context(), here, Letter{}); core.KindOf(err) != core.Invalid {
				t.Fatalf("an empty letter: %v", err)
			}
		}
		for range 5 {
			if err := b.Contact(t.Context(), here, good()); err != nil {
				t.Fatal(err)
			}
		}
		err := b.Contact(t.Context(), here, good())
		if e, ok := errors.AsType[*core.Error](err); !ok || !errors.Is(err, errManyLetters) || e.RetryAfter <= 0 {
			t.Errorf("the sixth letter: %v", err)
		}
		if err := b.Contact(t.Context(), core.NetworkOf("198.51.100.7"), good()); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		if list, _ := b.letters(); len(list) != 6 || len(b.mail.mail) != 6 {
			t.Errorf("%d stored, %d mailed, want 6", len(list), len(b.mail.mail))
		}
	})
}

// TestAFloodOfLetters: 300 letters from 80 networks, and more than the mail of
// an hour from many others, leave the form open. What is not mailed at once
// waits, and is mailed when there is room.
// rule contact-mail-bounded
func TestAFloodOfLetters(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		sent := 0
		send := func(from core.Network) {
			t.Helper()
			sent++
			if err := b.Contact(t.Context(), from, good()); err != nil {
				t.Fatalf("letter %d: %v", sent, err)
			}
		}
		for i := range 300 {
			send(core.NetworkOf(fmt.Sprintf("198.18.0.%d", i%80)))
		}
		for i := range 60 {
			send(core.NetworkOf(fmt.Sprintf("203.0.113.%d", i)))
		}
		if n := len(b.mail.mail); n != mailedOfAll {
			t.Errorf("%d letters were mailed, want %d", n, mailedOfAll)
		}
		send(here)
		if list, _ := b.letters(); len(list) != sent {
			t.Errorf("%d of %d letters are stored", len(list), sent)
		}
		b.mailUnsent()
		if n := len(b.mail.mail); n != mailedOfAll {
			t.Errorf("%d letters were mailed in a full hour, want %d", n, mailedOfAll)
		}
		b.time.Advance(2 * time.Hour)
		for range 1 + (sent-mailedOfAll)/mailedAtOnce {
			b.mailUnsent()
		}
		b.mailUnsent()
		seen := map[string]bool{}
		for _, id := range b.mail.ids {
			seen[id] = true
		}
		if len(b.mail.ids) != sent || len(seen) != sent {
			t.Errorf("%d mails of %d letters, want %d", len(b.mail.ids), len(seen), sent)
		}
	})
}

// TestOneNetworkDoesNotUseUpTheMail: what a /48 may write beyond its share of
// the mail is stored and waits, and the letters of others are mailed.
// rule contact-mail-bounded
func TestOneNetworkDoesNotUseUpTheMail(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		stored := 0
		for span := range 6 {
			for i := range 80 {
				if err := b.Contact(t.Context(), core.NetworkOf(fmt.Sprintf("2001:db8:1:%x::1", i*256+span)), good()); err == nil {
					stored++
				}
			}
			b.time.Advance(2 * letterSpan)
		}
		if stored <= len(b.mail.mail) || len(b.mail.mail) >= mailedOfAll {
			t.Errorf("%d stored, %d mailed", stored, len(b.mail.mail))
		}
		before := len(b.mail.mail)
		if err := b.Contact(t.Context(), here, good()); err != nil || len(b.mail.mail) != before+1 {
			t.Errorf("somebody else's letter: %v, %d mails more", err, len(b.mail.mail)-before)
		}
	})
}

// TestLettersAtOnce: two hundred at once never pass the limit of their network.
// rule contact-how-often
func TestLettersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		var stored atomic.Int64
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() {
				if err := b.Contact(t.Context(), here, good()); err == nil {
					stored.Add(1)
				} else if !errors.Is(err, errManyLetters) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if list, _ := b.letters(); stored.Load() != lettersPerSpan || len(list) != lettersPerSpan {
			t.Errorf("%d were taken, %d stored, want %d", stored.Load(), len(list), lettersPerSpan)
		}
	})
}

// mailUnsent runs the upkeep once.
func (b *harness) mailUnsent() {
	b.t.Helper()
	if err := b.work["content.unsent-letters"](b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// TestEveryLetterIsAMail: what the form takes, the real mailer takes, in the
// same transaction.
func TestEveryLetterIsAMail(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.Mail = email.NewMailer(jobs.New(b.DB, b.Clock, slog.New(slog.DiscardHandler)), nil)
		for _, l := range []Letter{
			good(),
			{"Jörg", "jörg@pöst.example", "🎭", "Hi"},
			{"A", "o'b.c+tag@post.example", strings.Repeat("🎭", 150), "a\tb"},
		} {
			if err := b.Contact(t.Context(), here, l); err != nil {
				t.Errorf("%+v: %v", l, err)
			}
		}
		var waiting int
		err := b.DB.Reader().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM jobs JOIN contact_messages c ON c.id = jobs.key WHERE kind = $1`, email.Kind).Scan(&waiting)
		if err != nil || waiting != 3 {
			t.Errorf("%d letters wait to be mailed, %v", waiting, err)
		}
	})
}
