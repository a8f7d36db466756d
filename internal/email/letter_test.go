package email_test

import (
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"colloquy/internal/email"
)

func exampleLetter() email.Letter {
	return email.Letter{
		Heading:        "Hello <Ada> & co",
		Intro:          []string{"Your code is below."},
		Code:           "0472",
		Button:         email.Button{Label: "Open it", URL: "https://colloquy.example/#reset-password=a_b-c"},
		Outro:          []string{"Not you? Ignore this mail."},
		UnsubscribeURL: "https://colloquy.example/#unsubscribe=x_y-z",
	}
}

func TestLetterSaysTheSameAsTextAndHTML(t *testing.T) {
	text, html := exampleLetter().Text(), exampleLetter().HTML()
	for _, want := range []string{"Your code is below.", "0472", "Open it", "https://colloquy.example/#reset-password=a_b-c", "Not you? Ignore this mail.", "Stop these mails", "https://colloquy.example/#unsubscribe=x_y-z"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
		if !strings.Contains(html, want) {
			t.Errorf("the HTML lacks %q:\n%s", want, html)
		}
	}
	if !strings.Contains(text, "Hello <Ada> & co") || !strings.Contains(html, "Hello &lt;Ada&gt; &amp; co") {
		t.Errorf("the heading is not escaped in HTML only:\n%s\n%s", text, html)
	}
	if strings.Contains(html, "<script") || strings.Contains(html, "<img") || strings.Contains(html, "<link") {
		t.Errorf("the HTML loads something:\n%s", html)
	}
}

// TestSendersWriteTextAndHTML: a mail has the plain text and the HTML, and mail programs choose one
// of them.
func TestSendersWriteTextAndHTML(t *testing.T) {
	eachSender(t, func(t *testing.T, s email.Sender, last func() string) {
		m := exampleLetter().FillMessage(email.Message{To: "help@colloquy.example", Subject: "A code"})
		if err := s.Send(t.Context(), "mail-1", m); err != nil {
			t.Fatal(err)
		}
		got, err := netmail.ReadMessage(strings.NewReader(last()))
		if err != nil {
			t.Fatal(err)
		}
		kind, params, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
		if err != nil || kind != "multipart/alternative" {
			t.Fatalf("the type is %s, %v", kind, err)
		}
		parts := multipart.NewReader(got.Body, params["boundary"])
		for _, want := range []struct{ kind, text string }{{"text/plain", m.Text}, {"text/html", m.HTML}} {
			part, err := parts.NextRawPart()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(quotedprintable.NewReader(part))
			if err != nil || !strings.HasPrefix(part.Header.Get("Content-Type"), want.kind) {
				t.Errorf("a part is %s, %v; want %s", part.Header.Get("Content-Type"), err, want.kind)
			}
			if normal := strings.ReplaceAll(string(text), "\r\n", "\n"); strings.TrimSpace(normal) != strings.TrimSpace(want.text) {
				t.Errorf("%s is\n%s\nwant\n%s", want.kind, normal, want.text)
			}
		}
	})
}

// TestExpiredMailIsDropped: a mail is not sent at or after its ExpiresAt.
func TestExpiredMailIsDropped(t *testing.T) {
	eachEngine(t, func(t *testing.T, o *mailerFixture) {
		for id, lives := range map[string]time.Duration{"mail-late": 10 * time.Minute, "mail-soon": 10*time.Minute + time.Millisecond} {
			m := validMail()
			m.ExpiresAt = o.clock.Now().Add(lives)
			if err := o.enqueue(t, id, m); err != nil {
				t.Fatal(err)
			}
		}
		o.clock.Advance(10 * time.Minute)
		o.runDueJobs(t)
		if _, late := o.sender.sentByID["mail-late"]; late || len(o.sender.sentByID) != 1 {
			t.Errorf("sent %v", o.sender.sentByID)
		}
	})
}
