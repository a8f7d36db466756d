// Package email sends mail as plain text and HTML. It uses SMTP, or a folder of the data directory
// if no mail server is configured. It owns no table. A Mailer enqueues each mail as a job in the
// caller's transaction. A worker then passes the mail to the Sender.
//
// Invariants:
//   - User input cannot become a header.
//   - After a crash a mail may be sent twice. Both copies have the same Message-ID, and the folder
//     has one file.
//   - No error contains an address or a text (rule privacy-no-text-in-logs).
package email

import (
	"context"
	"errors"
	"time"
)

// Message is one mail. To and ReplyTo are bare addresses. Subject is one line. Text is plain text
// with \n as line ending; HTML has the same content. A mail is not sent after ExpiresAt, unless
// ExpiresAt is zero. OneClickUnsubscribeURL is the address that stops such mail with one POST
// request (RFC 8058). Kind tells the operator what the mail is about, without words of users.
// ReplyTo, HTML and OneClickUnsubscribeURL may be empty.
type Message struct {
	To        string    `json:"to"`
	ReplyTo   string    `json:"reply_to,omitempty"`
	Subject   string    `json:"subject"`
	Text      string    `json:"text"`
	HTML      string    `json:"html,omitempty"`
	ExpiresAt time.Time `json:"expires_at,omitzero"`

	OneClickUnsubscribeURL string `json:"unsubscribe,omitempty"`
	Kind                   string `json:"kind,omitempty"`
}

// Sender delivers mail. Each mail has its own id of at most 64 letters, digits and hyphens. Send
// may be called again with the same mail and id. For an invalid mail Send returns
// ErrInvalidMessage.
type Sender interface {
	Send(ctx context.Context, id string, m Message) error
	// DestinationText returns a text for the log that says where mail is sent. The text has no secrets.
	DestinationText() string
}

// ErrInvalidMessage is the error of a mail with an invalid address, subject, text or id.
var ErrInvalidMessage = errors.New("email: invalid mail")
