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

// recordedMail is a Mail that records the mails.
type recordedMail struct {
	mu         sync.Mutex
	ids        []string
	messages   []email.Message
	wakeCount  int
	enqueueErr error
}

func (p *recordedMail) Enqueue(_ context.Context, _ storage.Querier, id string, m email.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ids, p.messages = append(p.ids, id), append(p.messages, m)
	return p.enqueueErr
}

func (p *recordedMail) Wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wakeCount++
}

// letters returns the stored letters and their ids, the oldest first.
func (b *harness) letters() (list []Letter, ids []string) {
	b.t.Helper()
	_, err := storage.QueryAll(b.t.Context(), b.DB.Reader(), func(r storage.Row) (struct{}, error) {
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

// homeNetwork is the network of an ordinary user.
var homeNetwork = core.NetworkOf("192.0.2.1")

func validLetter() Letter {
	return Letter{"Ada Byron", "ada@post.example", "A date", "It was 1843.\n\tNot 1842."}
}

// rule contact-stored-and-mailed
func TestALetterIsStoredAndMailed(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		err := b.ReceiveLetter(t.Context(), homeNetwork, Letter{"  Ada\n Byron ", " ada@post.example\t", " A  date\u2028", "\r\nIt was 1843.\r\n\tNot 1842. \n"})
		if err != nil {
			t.Fatal(err)
		}
		list, ids := b.letters()
		if diff := cmp.Diff([]Letter{validLetter()}, list); diff != "" {
			t.Errorf("stored (-want +got)\n%s", diff)
		}
		want := []email.Message{{
			To: "help@colloquy.example", ReplyTo: "ada@post.example", Subject: "Contact: A date", Kind: "contact",
			Text: "Name: Ada Byron\nEmail: ada@post.example\nSubject: A date\n\nIt was 1843.\n\tNot 1842.\n",
		}}
		if diff := cmp.Diff(want, b.mail.messages); diff != "" {
			t.Errorf("mailed (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff(ids, b.mail.ids); diff != "" || b.mail.wakeCount != 1 {
			t.Errorf("%d kicks, ids (-stored +mailed)\n%s", b.mail.wakeCount, diff)
		}
	})
}

func TestALetterThatCannotBeMailedIsNotStored(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.mail.enqueueErr = errors.New("no queue")
		if err := b.ReceiveLetter(t.Context(), homeNetwork, validLetter()); !errors.Is(err, b.mail.enqueueErr) {
			t.Errorf("the error is %v", err)
		}
		if list, _ := b.letters(); len(list) != 0 || b.mail.wakeCount != 0 {
			t.Errorf("stored %v, %d kicks", list, b.mail.wakeCount)
		}
	})
}

// rule contact-lengths
func TestInvalidFieldsHaveTheirTexts(t *testing.T) {
	for name, c := range map[string]struct {
		change func(l *Letter)
		want   map[string]string
	}{
		"nothing": {func(l *Letter) { *l = Letter{" ", "\t", "\n", "\r\n"} }, map[string]string{
			"name": "Name is required", "email": "Email is required", "subject": "Subject is required", "message": "Message is required"}},
		"nothing visible": {func(l *Letter) { l.Name, l.Subject, l.Message = "\u200b", "\u2060 \ufe0f", "\u3164" }, map[string]string{
			"name": "Name is required", "subject": "Subject is required", "message": "Message is required"}},
		"maximum lengths": {func(l *Letter) {
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
			l := validLetter()
			c.change(&l)
			var fields map[string]string
			if e, ok := errors.AsType[*core.Error](l.withTrimmedFields().validate()); ok {
				fields = e.TextByField
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

// TestLettersOfOneNetworkAreLimited: a network can send five letters in ten minutes.
// Invalid letters do not count.
// rule contact-how-often
func TestLettersOfOneNetworkAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		for range 20 {
			if err := b.ReceiveLetter(t.Context(), homeNetwork, Letter{}); core.KindOf(err) != core.Invalid {
				t.Fatalf("an empty letter: %v", err)
			}
		}
		for range 5 {
			if err := b.ReceiveLetter(t.Context(), homeNetwork, validLetter()); err != nil {
				t.Fatal(err)
			}
		}
		err := b.ReceiveLetter(t.Context(), homeNetwork, validLetter())
		if e, ok := errors.AsType[*core.Error](err); !ok || !errors.Is(err, errManyLetters) || e.RetryAfter <= 0 {
			t.Errorf("the sixth letter: %v", err)
		}
		if err := b.ReceiveLetter(t.Context(), core.NetworkOf("198.51.100.7"), validLetter()); err != nil {
			t.Errorf("another network: %v", err)
		}
		if list, _ := b.letters(); len(list) != 6 || len(b.mail.messages) != 6 {
			t.Errorf("%d stored, %d mailed, want 6", len(list), len(b.mail.messages))
		}
	})
}

// TestAFloodOfLettersIsStoredAndMailedLater: 360 letters in an hour, more than are
// mailed in an hour, are all accepted. Those beyond the limit are mailed later.
// rule contact-mail-bounded
func TestAFloodOfLettersIsStoredAndMailedLater(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		sentCount := 0
		send := func(from core.Network) {
			t.Helper()
			sentCount++
			if err := b.ReceiveLetter(t.Context(), from, validLetter()); err != nil {
				t.Fatalf("letter %d: %v", sentCount, err)
			}
		}
		for i := range 300 {
			send(core.NetworkOf(fmt.Sprintf("198.18.0.%d", i%80)))
		}
		for i := range 60 {
			send(core.NetworkOf(fmt.Sprintf("203.0.113.%d", i)))
		}
		if n := len(b.mail.messages); n != mailsPerHour {
			t.Errorf("%d letters were mailed, want %d", n, mailsPerHour)
		}
		send(homeNetwork)
		if list, _ := b.letters(); len(list) != sentCount {
			t.Errorf("%d of %d letters are stored", len(list), sentCount)
		}
		b.runMailJob()
		if n := len(b.mail.messages); n != mailsPerHour {
			t.Errorf("%d letters were mailed in a full hour, want %d", n, mailsPerHour)
		}
		b.clock.Advance(2 * time.Hour)
		for range 1 + (sentCount-mailsPerHour)/lettersPerTx {
			b.runMailJob()
		}
		b.runMailJob()
		seenSubjects := map[string]bool{}
		for _, id := range b.mail.ids {
			seenSubjects[id] = true
		}
		if len(b.mail.ids) != sentCount || len(seenSubjects) != sentCount {
			t.Errorf("%d mails of %d letters, want %d", len(b.mail.ids), len(seenSubjects), sentCount)
		}
	})
}

// TestOneNetworkDoesNotUseUpMailLimit: a /48 has reached its limit of mails. Its further letters are
// stored and not mailed yet. A letter from another network is mailed at once.
// rule contact-mail-bounded
func TestOneNetworkDoesNotUseUpMailLimit(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		storedLetterCount := 0
		for span := range 6 {
			for i := range 80 {
				if err := b.ReceiveLetter(t.Context(), core.NetworkOf(fmt.Sprintf("2001:db8:1:%x::1", i*256+span)), validLetter()); err == nil {
					storedLetterCount++
				}
			}
			b.clock.Advance(2 * letterSpan)
		}
		if storedLetterCount <= len(b.mail.messages) || len(b.mail.messages) >= mailsPerHour {
			t.Errorf("%d stored, %d mailed", storedLetterCount, len(b.mail.messages))
		}
		oldMailCount := len(b.mail.messages)
		if err := b.ReceiveLetter(t.Context(), homeNetwork, validLetter()); err != nil || len(b.mail.messages) != oldMailCount+1 {
			t.Errorf("a letter of another network: %v, %d mails more", err, len(b.mail.messages)-oldMailCount)
		}
	})
}

// TestParallelLettersDoNotExceedTheLimit: of two hundred parallel letters of one
// network, as many are accepted as the limit allows.
// rule contact-how-often
func TestParallelLettersDoNotExceedTheLimit(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		var stored atomic.Int64
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() {
				if err := b.ReceiveLetter(t.Context(), homeNetwork, validLetter()); err == nil {
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

// runMailJob runs the scheduled function Service.mailUnsentLetters once.
func (b *harness) runMailJob() {
	b.t.Helper()
	if err := b.jobs["content.unsent-letters"](b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// TestTheMailerAcceptsEveryValidLetter: email.Mailer queues every letter that the
// form accepts.
func TestTheMailerAcceptsEveryValidLetter(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.Mail = email.NewMailer(jobs.New(b.DB, b.Clock, slog.New(slog.DiscardHandler)), nil, b.Clock)
		for _, l := range []Letter{
			validLetter(),
			{"Jörg", "jörg@pöst.example", "🎭", "Hi"},
			{"A", "o'b.c+tag@post.example", strings.Repeat("🎭", 150), "a\tb"},
		} {
			if err := b.ReceiveLetter(t.Context(), homeNetwork, l); err != nil {
				t.Errorf("%+v: %v", l, err)
			}
		}
		var waiting int
		err := b.DB.Reader().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM jobs JOIN contact_messages c ON c.id = jobs.key WHERE kind = $1`, email.JobKind).Scan(&waiting)
		if err != nil || waiting != 3 {
			t.Errorf("%d letters wait to be mailed, %v", waiting, err)
		}
	})
}
