// Package notices writes notices to users, lists them and records which ones are read. It streams
// the number of unread notices, and mails notices to users who have chosen mail. The API calls a
// notice a notification. The package owns the tables notifications, notice_versions,
// notice_broadcasts, announced_characters and announced_articles.
//
// Invariants:
//   - A transaction that writes notices of a user first locks the user's row of notice_versions.
//   - Of the notices about likes of a comment, exactly one has is_latest.
//   - Users get no notices about their own acts.
package notices

import (
	"context"
	"log/slog"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps are the dependencies of the Service.
type Deps struct {
	DB       *storage.DB
	Jobs     Jobs
	Settings Settings
	Audit    Audit
	Clock    core.Clock
	Log      *slog.Logger

	// Mail and Limits are nil for commands, which do not mail notices.
	Mail    Mail
	Limits  Limits
	BaseURL string // public address of the site, for the links in mails
}

// Service implements the calls about notices. It is safe for concurrent use.
type Service struct {
	Writer
	deps Deps
}

// New returns a Service and registers its jobs.
func New(ctx context.Context, d Deps) (*Service, error) {
	s := &Service{Writer: NewWriter(d.DB, d.Clock), deps: d}
	s.hub = newHub(s.store, d.Log)
	if d.Mail != nil {
		secret, err := d.DB.Secret(ctx, "unsubscribe")
		if err != nil {
			return nil, err
		}
		s.mails = &mailer{d.Mail, d.Limits, d.BaseURL, secret}
	}
	d.Jobs.HandleWith(BroadcastJob, broadcastRetry, s.runBroadcast)
	d.Jobs.Every("notices.cleanNotices", cleanInterval, s.cleanNotices)
	return s, nil
}
