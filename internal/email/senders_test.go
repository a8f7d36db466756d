package email_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"colloquy/internal/email"
)

// mailServer is an SMTP server that records the mails and logins it received.
type mailServer struct {
	addr       string
	roots      *x509.CertPool
	refusal    *smtp.SMTPError // answer to every recipient; nil: the server accepts all recipients
	mu         sync.Mutex
	rawMails   []string
	recipients []string
	logins     []string // names and passwords
}

// startMailServer starts a server. encryption is "" for none, "starttls" or "tls"; the server
// has its own certificate.
func startMailServer(t *testing.T, encryption string) *mailServer {
	t.Helper()
	st := &mailServer{roots: x509.NewCertPool()}
	tlsServer := httptest.NewTLSServer(nil)
	t.Cleanup(tlsServer.Close)
	st.roots.AddCert(tlsServer.Certificate())
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &smtpSession{st}, nil }))
	server.Domain, server.EnableSMTPUTF8, server.ErrorLog = "post.example", true, discardLogger{}
	if encryption != "" {
		server.TLSConfig = &tls.Config{Certificates: tlsServer.TLS.Certificates}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	st.addr = l.Addr().String()
	if encryption == "tls" {
		l = tls.NewListener(l, server.TLSConfig)
	}
	serveEnded := make(chan struct{})
	go func() { defer close(serveEnded); server.Serve(l) }()
	t.Cleanup(func() { l.Close(); server.Close(); <-serveEnded }) // server.Close does not close l before Serve has begun
	return st
}

type discardLogger struct{}

func (discardLogger) Printf(string, ...any) {}
func (discardLogger) Println(...any)        {}

// smtpSession is one connection to the server.
type smtpSession struct{ *mailServer }

func (v *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (v *smtpSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.logins = append(v.logins, user+" "+password)
		if password != "canary" {
			return &smtp.SMTPError{Code: 535, Message: "no " + user}
		}
		return nil
	}), nil
}

func (v *smtpSession) Mail(string, *smtp.MailOptions) error { return nil }

func (v *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.refusal != nil {
		return v.refusal
	}
	v.recipients = append(v.recipients, to)
	return nil
}

func (v *smtpSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.rawMails = append(v.rawMails, string(text))
	return err
}

func (v *smtpSession) Reset()        {}
func (v *smtpSession) Logout() error { return nil }

// mailAndLoginCounts returns the number of mails and of logins.
func (st *mailServer) mailAndLoginCounts() (mails, logins int) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return len(st.rawMails), len(st.logins)
}

func (st *mailServer) newSender(t *testing.T, scheme, user string) *email.SMTP {
	t.Helper()
	s, err := email.NewSMTP(scheme+"://"+user+st.addr, exampleSender(t), clockAtNoon(), st.roots)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// eachSender runs fn with every kind of Sender. lastMail returns the mail that was sent last, or
// "".
func eachSender(t *testing.T, fn func(t *testing.T, s email.Sender, lastMail func() string)) {
	t.Helper()
	t.Run("outbox", func(t *testing.T) {
		dir := t.TempDir()
		fn(t, email.NewOutbox(dir, exampleSender(t), clockAtNoon()), func() string {
			files, _ := filepath.Glob(filepath.Join(dir, "*"))
			if len(files) == 0 {
				return ""
			}
			text, err := os.ReadFile(files[len(files)-1])
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		})
	})
	t.Run("smtp", func(t *testing.T) {
		st := startMailServer(t, "")
		fn(t, st.newSender(t, "smtp", ""), func() string {
			st.mu.Lock()
			defer st.mu.Unlock()
			if len(st.rawMails) == 0 {
				return ""
			}
			return st.rawMails[len(st.rawMails)-1]
		})
	})
}

// All kinds of Sender write the same headers and text.
func TestSendersWriteTheSameMail(t *testing.T) {
	eachSender(t, func(t *testing.T, s email.Sender, lastMail func() string) {
		for i, m := range []email.Message{
			validMail(),
			{To: "help@colloquy.example", Subject: "Größe 🎭 =?utf-8?q?x?=", Text: "Ünï\n.\n..dots\n" + strings.Repeat("long ", 500) + "\nFrom me\n"},
			{To: "help@colloquy.example", Subject: "=?utf-8?B?DQpCY2M6IHg=?= " + strings.Repeat("and more ", 12), Text: "An encoded word that is typed."},
			{To: "help@colloquy.example", ReplyTo: "jörg@pöst.example", Subject: strings.Repeat("🎭 ", 140) + "x", Text: "Bcc: x@y.example\n"},
		} {
			id := fmt.Sprint("mail-", i)
			if err := s.Send(t.Context(), id, m); err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			h, text := parseMail(t, lastMail())
			got := map[string]string{}
			for _, name := range []string{"From", "To", "Reply-To", "Date", "Message-Id", "Bcc", "Auto-Submitted"} {
				got[name] = h.Get(name)
			}
			want := map[string]string{
				"From": `"Colloquy" <hello@colloquy.example>`, "To": "<help@colloquy.example>", "Reply-To": "", "Date": "Sun, 01 Mar 2026 12:00:00 +0000",
				"Message-Id": "<" + id + "@colloquy.example>", "Bcc": "", "Auto-Submitted": "auto-generated",
			}
			if m.ReplyTo == "ada@post.example" {
				want["Reply-To"] = "<ada@post.example>"
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: headers (-want +got)\n%s", id, diff)
			}
			if subject := decodeHeader(t, h.Get("Subject")); subject != m.Subject {
				t.Errorf("%s: the subject is %q, want %q", id, subject, m.Subject)
			}
			if strings.TrimRight(text, "\n") != strings.TrimRight(m.Text, "\n") {
				t.Errorf("%s: the text is %q, want %q", id, text, m.Text)
			}
		}
	})
}

func TestSendersRefuseInvalidMail(t *testing.T) {
	eachSender(t, func(t *testing.T, s email.Sender, lastMail func() string) {
		for name, m := range invalidMails() {
			if err := s.Send(t.Context(), "mail-1", m); !errors.Is(err, email.ErrInvalidMessage) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := s.Send(t.Context(), "../mail", validMail()); !errors.Is(err, email.ErrInvalidMessage) {
			t.Errorf("an id that is a path: %v", err)
		}
		if raw := lastMail(); raw != "" {
			t.Errorf("sent %q", raw)
		}
	})
}

func TestPasswordNeedsEncryption(t *testing.T) {
	for _, c := range []struct {
		scheme, encryption string
		sent               bool
	}{{"smtp", "", false}, {"smtp", "starttls", true}, {"smtps", "tls", true}} {
		st := startMailServer(t, c.encryption)
		s := st.newSender(t, c.scheme, "postman:canary@")
		err := s.Send(t.Context(), "mail-1", validMail())
		if mails, logins := st.mailAndLoginCounts(); (err == nil) != c.sent || (mails == 1) != c.sent || (logins == 1) != c.sent {
			t.Errorf("%s to a server with %q: %v, %d mails, %d sign-ins", c.scheme, c.encryption, err, mails, logins)
		}
		if about := s.DestinationText(); strings.Contains(about, "canary") || strings.Contains(about, "postman") || !strings.Contains(about, st.addr) {
			t.Errorf("About() is %q", about)
		}
	}
}

func TestSMTPErrorsContainNoPrivateText(t *testing.T) {
	st := startMailServer(t, "starttls")
	err := st.newSender(t, "smtp", "postman:wrong@").Send(t.Context(), "mail-1", validMail())
	if err == nil || !strings.Contains(err.Error(), "535") || strings.Contains(err.Error(), "postman") {
		t.Errorf("a wrong password: %v", err)
	}
	st.refusal = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such help@colloquy.example"}
	err = st.newSender(t, "smtp", "").Send(t.Context(), "mail-1", validMail())
	if err == nil || !strings.Contains(err.Error(), "550") || strings.Contains(err.Error(), "help@") {
		t.Errorf("a refused recipient: %v", err)
	}
	untrustedServer := startMailServer(t, "tls")
	untrustedServer.roots = x509.NewCertPool()
	err = untrustedServer.newSender(t, "smtps", "").Send(t.Context(), "mail-1", validMail())
	if mails, _ := untrustedServer.mailAndLoginCounts(); err == nil || mails != 0 {
		t.Errorf("an untrusted certificate: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), -time.Second)
	defer cancel()
	if err := st.newSender(t, "smtp", "").Send(ctx, "mail-1", validMail()); err == nil {
		t.Error("sent after the deadline")
	}
	for _, bad := range []string{"", "mail.example", "https://u:canary@mail.example", "smtp://", "smtp://u:canary@mail.example:x", "smtp://u:canary@[mail"} {
		if _, err := email.NewSMTP(bad, exampleSender(t), clockAtNoon(), nil); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
