package app

import (
	"cmp"
	"net/http"
	"path/filepath"

	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/email/viewer"
)

// outboxSender is the sender of mails in the outbox folder, which are never delivered.
const outboxSender = "Colloquy <no-reply@colloquy.example>"

// chooseSender returns a Sender for the configured SMTP server, or else for the outbox
// folder.
func chooseSender(c config.Config, clock core.Clock) (email.Sender, error) {
	from, err := email.ParseSender(cmp.Or(c.MailFrom, outboxSender))
	if err != nil {
		return nil, err
	}
	if c.SMTPURL != "" {
		return email.NewSMTP(c.SMTPURL.Reveal(), from, clock, nil)
	}
	return email.NewOutbox(outboxDir(c), from, clock), nil
}

func outboxDir(c config.Config) string { return filepath.Join(c.DataDir, "outbox") }

// mailViewer returns a handler that shows the mails of the outbox folder and passes other requests
// to next. If the settings forbid the viewer, mailViewer returns next.
func (a *App) mailViewer(next http.Handler) http.Handler {
	c := a.opts.Config
	if !c.ShowsMail() {
		return next
	}
	return viewer.Handler(outboxDir(c), c.BaseURL(), a.opts.Log, next)
}

// describeMailTarget describes the destination of mail. address is the address of this service.
func (a *App) describeMailTarget(address string) string {
	if !a.opts.Config.ShowsMail() {
		return a.sender.DestinationText()
	}
	return a.sender.DestinationText() + ", shown at " + address + viewer.Path
}
