package email_test

import (
	"io"
	"mime"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/email"
)

// clockAtNoon returns a clock that stands at noon.
func clockAtNoon() *clocktest.Clock {
	return clocktest.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
}

func exampleSender(t *testing.T) *netmail.Address {
	t.Helper()
	from, err := email.ParseSender("Colloquy <hello@colloquy.example>")
	if err != nil {
		t.Fatal(err)
	}
	return from
}

// parseMail returns the headers and the decoded text of a mail.
func parseMail(t *testing.T, raw string) (netmail.Header, string) {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	body := m.Body
	if m.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return m.Header, strings.ReplaceAll(string(text), "\r\n", "\n")
}

func decodeHeader(t *testing.T, header string) string {
	t.Helper()
	text, err := new(mime.WordDecoder).DecodeHeader(header)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestOutboxIsPrivateAndHasCompleteFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "outbox")
	out := email.NewOutbox(dir, exampleSender(t), clockAtNoon())
	for range 2 {
		if err := out.Send(t.Context(), "mail-1", validMail()); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "mail-1.eml" {
		t.Fatalf("the folder holds %v, %v", entries, err)
	}
	file, err := entries[0].Info()
	if err != nil || file.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v", file.Mode(), err)
	}
	if folder, err := os.Stat(dir); err != nil || folder.Mode().Perm() != 0o700 {
		t.Errorf("the folder's mode is %v, %v", folder.Mode(), err)
	}
	if about := out.DestinationText(); !strings.Contains(about, dir) {
		t.Errorf("About() is %q", about)
	}
}

func TestOutboxReturnsWriteErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := email.NewOutbox(filepath.Join(file, "outbox"), exampleSender(t), clockAtNoon()).Send(t.Context(), "mail-1", validMail()); err == nil {
		t.Error("a mail was sent to a folder that cannot be created")
	}
}
