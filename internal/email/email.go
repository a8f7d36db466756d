// Package email sends plain text to people outside: over SMTP, or into a folder
// of the data directory where no mail server is configured. It owns no table:
// a Mailer puts each mail into the jobs of the transaction that made it
// necessary, and a worker hands it to the Sender.
//
// Invariants: nothing that a person wrote can become a header of its own; a
// mail that is sent twice, after a crash, has the same Message-ID, and one file
// in the folder; no error repeats an address or a text.
package email

import (
	"context"
	"errors"
)

// Message is one mail. To and ReplyTo are bare addresses; ReplyTo may be empty.
// Subject is one line, Text is plain text with \n as line end.
type Message struct {
	To      string `json:"to"`
	ReplyTo string `json:"reply_to,omitempty"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// Sender hands a mail over. ID names the mail among all: letters, digits and
// hyphens, 64 at most; sending the same again is allowed. A mail that cannot be
// written as one fails with ErrMessage, whatever the sender.
type Sender interface {
	Send(ctx context.Context, id string, m Message) error
	// About tells a person where mail goes, without a secret.
	About() string
}

// ErrMessage says that a mail has no proper address, subject or id.
var ErrMessage = errors.New("email: not a proper mail")
