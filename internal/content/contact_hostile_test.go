package content

import (
	"io"
	"mime"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/core/hostiletest"
	"colloquy/internal/email"
)

// TestHostileLettersAreMailedAsText: no text in the fields can add a header to the
// mail, and the mail contains the texts unchanged.
func TestHostileLettersAreMailedAsText(t *testing.T) {
	from, err := email.ParseSender("Colloquy <hello@colloquy.example>")
	if err != nil {
		t.Fatal(err)
	}
	dir, texts := t.TempDir(), hostiletest.Texts(t)
	out := email.NewOutbox(dir, from, clocktest.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)))
	for _, text := range texts {
		name := []rune(text)
		l := Letter{Name: string(name[:min(len(name), maxLetterNameLength)]), Email: "eve@post.example", Subject: text, Message: text}.withTrimmedFields()
		if err := l.validate(); err != nil {
			t.Errorf("%q is refused: %v", text, err)
			continue
		}
		if err := out.Send(t.Context(), "letter", l.toMail("help@colloquy.example")); err != nil {
			t.Errorf("%q cannot be mailed: %v", text, err)
			continue
		}
		checkLetterMail(t, filepath.Join(dir, "letter.eml"), l)
	}
	if len(texts) != 500 {
		t.Errorf("%d texts", len(texts))
	}
}

func checkLetterMail(t *testing.T, file string, l Letter) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := netmail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatalf("%q makes no mail: %v", l.Subject, err)
	}
	var names []string
	for name, values := range m.Header {
		names = append(names, name)
		if len(values) != 1 {
			t.Errorf("%q: %d headers %s", l.Subject, len(values), name)
		}
	}
	slices.Sort(names)
	want := "[Auto-Submitted Content-Transfer-Encoding Content-Type Date From Message-Id Mime-Version Reply-To Subject To]"
	if got := "[" + strings.Join(names, " ") + "]"; got != want {
		t.Errorf("%q has the headers %s", l.Subject, got)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != "Contact: "+l.Subject {
		t.Errorf("the subject is %q, want %q, %v", subject, l.Subject, err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if text := strings.ReplaceAll(string(body), "\r\n", "\n"); err != nil || !strings.Contains(text, "\n\n"+l.Message) {
		t.Errorf("the text is %q, want %q in it, %v", text, l.Message, err)
	}
}
