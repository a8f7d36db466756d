package apptest

import (
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Mail is a mail of the outbox.
type Mail struct {
	Subject, Text, HTML string
	Header              netmail.Header
}

// WaitForMails waits until the outbox has n mails to an address, and returns all of them, the
// oldest first. It fails the test after ten seconds.
func (e *Env) WaitForMails(to string, n int) []Mail {
	e.T.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if found := e.Outbox(to); len(found) >= n {
			return found
		} else if time.Now().After(end) {
			e.T.Fatalf("%d mails to %s, want %d", len(found), to, n)
		}
	}
}

// Outbox returns the mails to an address, the oldest first.
func (e *Env) Outbox(to string) []Mail {
	e.T.Helper()
	files, err := filepath.Glob(filepath.Join(e.dataDir, "outbox", "*.eml"))
	if err != nil {
		e.T.Fatal(err)
	}
	var out []Mail
	for _, file := range files {
		if m, is := e.readMail(file, to); is {
			out = append(out, m)
		}
	}
	return out
}

func (e *Env) readMail(file, to string) (m Mail, ok bool) {
	e.T.Helper()
	mailFile, err := os.Open(file)
	if err != nil {
		e.T.Fatal(err)
	}
	defer mailFile.Close()
	message, err := netmail.ReadMessage(mailFile)
	if err != nil {
		e.T.Fatal(err)
	}
	if message.Header.Get("To") != "<"+to+">" {
		return m, false
	}
	m.Header = message.Header
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		e.T.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		e.T.Fatal(err)
	}
	if !strings.HasPrefix(kind, "multipart/") {
		m.Text = e.decodeQuotedPrintable(message.Body)
		return m, true
	}
	for parts := multipart.NewReader(message.Body, params["boundary"]); ; {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return m, true
		}
		if err != nil {
			e.T.Fatal(err)
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			m.HTML = e.decodeQuotedPrintable(part)
		} else {
			m.Text = e.decodeQuotedPrintable(part)
		}
	}
}

// decodeQuotedPrintable reads a quoted-printable text.
func (e *Env) decodeQuotedPrintable(r io.Reader) string {
	e.T.Helper()
	text, err := io.ReadAll(quotedprintable.NewReader(r))
	if err != nil {
		e.T.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
