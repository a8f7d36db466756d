package app

import (
	"cmp"
	"path/filepath"

	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/email"
)

// outboxSender is the sender of mail in the outbox, which is never delivered.
const outboxSender = "Colloquy <no-reply@colloquy.example>"

// chooseSender returns the configured SMTP server, or the outbox.
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
