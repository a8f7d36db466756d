package app

import (
	"cmp"
	"path/filepath"

	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/email"
)

// outboxSender is the sender of mails in the outbox folder, which are never delivered.
const outboxSender = "Colloquy <no-reply@colloquy.example>"

// chooseSender returns a Sender for the configured SMTP server, or else for the outbox
// folder.
func chooseSender(c config.Config, clock core.Clock) (email.Sender, error) {
	from, err := email.ParseFrom(cmp.Or(c.MailFrom, outboxSender))
	if err != nil {
		return nil, err
	}
	if c.SMTPURL != "" {
		return email.NewSMTP(c.SMTPURL.Reveal(), from, clock, nil)
	}
	return email.NewOutbox(filepath.Join(c.DataDir, "outbox"), from, clock), nil
}
