package email

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/textproto"
	"net/url"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"

	"colloquy/internal/core"
)

const (
	smtpTimeout = 30 * time.Second // per command
	smtpPort    = 587              // submission, with STARTTLS
	smtpsPort   = 465              // submission over TLS from the first byte
)

// SMTP is a Sender that passes mail to a mail server, with a connection for each mail.
type SMTP struct {
	host            string
	from            *netmail.Address
	clock           core.Clock
	clientOptions   []mail.Option
	destinationText string
	signsIn         bool
}

// NewSMTP returns an SMTP for smtp://user:password@host:port or smtps://. smtp:// uses STARTTLS if
// the server offers it. If the address has a user, STARTTLS is required. roots are the trusted
// certificates; nil: those of the system. The error contains no part of the address.
func NewSMTP(address string, from *netmail.Address, clock core.Clock, roots *x509.CertPool) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("email: the mail server address is not smtp://host or smtps://host")
	}
	port, encryptionOption := smtpPort, mail.WithTLSPolicy(mail.TLSOpportunistic)
	switch {
	case u.Scheme == "smtps":
		port, encryptionOption = smtpsPort, mail.WithSSL()
	case u.User != nil:
		encryptionOption = mail.WithTLSPolicy(mail.TLSMandatory)
	}
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, errors.New("email: the mail server port is not a number")
		}
	}
	s := &SMTP{host: u.Hostname(), from: from, clock: clock, destinationText: "SMTP by way of " + u.Host}
	s.clientOptions = append(s.clientOptions, mail.WithPort(port), mail.WithTimeout(smtpTimeout), mail.WithHELO(domainOf(from)), encryptionOption,
		mail.WithTLSConfig(&tls.Config{ServerName: s.host, RootCAs: roots, MinVersion: tls.VersionTLS12}))
	if s.signsIn = u.User != nil; s.signsIn {
		password, _ := u.User.Password()
		s.clientOptions = append(s.clientOptions, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	return s, nil
}

// Send implements Sender. Send returns nil once the server has accepted the mail.
func (s *SMTP) Send(ctx context.Context, id string, m Message) error {
	msg, err := composeMail(s.from, id, m, s.clock.Now())
	if err != nil {
		return err
	}
	client, err := mail.NewClient(s.host, s.clientOptions...)
	if err != nil {
		return fmt.Errorf("email: smtp: %w", err)
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return smtpError("connect", err)
	}
	// If the server has accepted the mail, a later error is ignored. A retry would send the mail
	// twice.
	err = client.SendWithSMTPClient(conn, msg)
	_ = client.CloseWithSMTPClient(conn)
	if err != nil && !msg.IsDelivered() {
		return smtpError("send", err)
	}
	return nil
}

// Check connects to the server and signs in if the address has a user. It sends no mail.
func (s *SMTP) Check(ctx context.Context) error {
	client, err := mail.NewClient(s.host, s.clientOptions...)
	if err != nil {
		return fmt.Errorf("email: smtp: %w", err)
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return smtpError("connect", err)
	}
	return client.CloseWithSMTPClient(conn)
}

// SignsIn reports whether s signs in to the mail server: whether the address given to NewSMTP has a
// user name.
func (s *SMTP) SignsIn() bool { return s.signsIn }

// DestinationText implements Sender. The text names the server, without the credentials.
func (s *SMTP) DestinationText() string { return s.destinationText }

// smtpError returns an error with the codes of the server's answer. It leaves out the text of the
// answer, because the text may contain addresses. It wraps other errors.
func smtpError(step string, err error) error {
	if e, ok := errors.AsType[*mail.SendError](err); ok {
		return fmt.Errorf("email: smtp %s: the server answered %d %s", step, e.ErrorCode(), e.EnhancedStatusCode())
	}
	if e, ok := errors.AsType[*textproto.Error](err); ok {
		return fmt.Errorf("email: smtp %s: the server answered %d", step, e.Code)
	}
	return fmt.Errorf("email: smtp %s: %w", step, err)
}
