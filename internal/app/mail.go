package app

import (
	"cmp"
	"path/filepath"

	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/email"
)

// ownSender is whom mail in the outbox comes from; nobody outside reads it.
const ownSender = "Colloquy <no-reply@colloquy.example>"

// chooseSender picks where mail goes by what is configured.
func chooseSender(c config.Config, clock core.Clock) (email.Sender, error) {
	from, err := email.ParseFrom(cmp.Or(c.MailFrom, ownSender))
	if err != nil {
		return nil, err
	}
	if c.SMTPURL != "" {
		return email.NewSMTP(c.SMTPURL.Reveal(), from, clock, nil)
	}
	return email.NewOutbox(filepath.Join(c.DataDir, "outbox"), from, clock), nil
}
