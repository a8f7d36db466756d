// Package leaving deletes accounts and exports the data of users. A room is a part of the service
// that deletes and exports its own rows. This package calls the rooms in a fixed order (Deps.Rooms,
// Deps.Exporters). It owns the table deleted_accounts.
//
// A deletion is final. One transaction deletes the account, its sessions, its waiting mail and most
// kinds of rows. A durable job then deletes the large kinds, such as messages, in small
// transactions. Calls that run during the deletion may add rows. So the job runs again after these
// calls have ended.
//
// Invariants:
//   - Of parallel deletions of one account, one succeeds.
//   - Stored counts, such as likes, still equal the number of rows.
//   - Only the id of a deleted account is kept.
package leaving

import (
	"log/slog"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// Deps are the dependencies of the Service.
type Deps struct {
	DB       *storage.DB
	Accounts Accounts
	Chats    Chats
	// Rooms delete what they hold of a user, in this order.
	Rooms []Room
	// AddressForgetters delete what belongs to an email address.
	AddressForgetters []AddressForgetter
	// Exporters write the sections of an export, in this order.
	Exporters []Exporter
	Files     Files
	Limits    Limits
	Log       *slog.Logger
	Mail      Mail
	Jobs      Jobs
	Clock     core.Clock
}

// Service deletes accounts and exports data. It is safe for concurrent use.
type Service struct {
	deps  Deps
	store store
}

const (
	eraseJob           = "leaving.erase"
	restartErasuresJob = "leaving.unfinished"

	// eraseRerunDelay is the time until the second run of eraseJob. Calls end after 30
	// seconds, and all data must be deleted within a minute (rules accounts-delete-within,
	// media-forgotten).
	eraseRerunDelay = 40 * time.Second
	// overdueDeletionAge is the age at which an unfinished deletion is started again. A deletion is
	// unfinished if a job failed, a backup was restored or an operator requested the deletion. Rule
	// accounts-delete-within.
	overdueDeletionAge = 10 * time.Minute
	// erasedUserIDRetention is how long the id of an erased account is kept. A restored backup may
	// contain the account. Rule accounts-delete-rest.
	erasedUserIDRetention = 400 * 24 * time.Hour
)

// eraseRetry retries for weeks, because an erasure must not be given up. Rule
// accounts-delete-within.
var eraseRetry = jobs.RetryPolicy{FirstDelay: time.Second, MaxDelay: time.Hour, MaxAttempts: 1000}

// New returns a Service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{deps: d, store: store{db: d.DB}}
	d.Jobs.HandleWith(eraseJob, eraseRetry, s.runEraseJob)
	d.Jobs.Every(restartErasuresJob, 5*time.Minute, s.restartErasures) // rule operations-accounts
	return s
}
