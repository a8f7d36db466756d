// Package accounts registers people, signs them in and out, and authenticates requests. It also
// changes and resets passwords, and confirms and changes addresses. It owns the tables users,
// auth_sessions, known_networks, mail_links, reset_codes, identities, pending_identities,
// oidc_returns, two_factor, recovery_codes, login_challenges and user_settings.
//
// Invariants:
//   - A mailbox can be registered only once. The case of letters and the spelling of the domain do
//     not matter.
//   - The database has passwords as argon2id hashes and tokens as SHA-256 hashes.
//   - The bearer token and the cookie of one session are different secrets.
//   - Each link in a mail works once. The database has only the hash of its token.
//   - The service counts each attempt to sign in before it compares the password.
//   - While two-factor sign-in is on, each new session needs a code, and each code works once.
//   - The service counts each try of a code before it compares the code.
//   - Wrong passwords from elsewhere never lock the owner out of a known device or network.
//   - Issuer and subject identify a Google account.
//   - Google must have confirmed an address before the Google account is connected to the account
//     with that address. If the account's address is confirmed here too, the user must also enter
//     the password.
package accounts

import (
	"context"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps are the dependencies and options of a Service.
type Deps struct {
	DB     *storage.DB
	Limits Limits
	Jobs   Jobs
	Clock  core.Clock
	Events Events // nil: events are not recorded
	Audit  Audit  // nil: events are not recorded
	Mail   Mail
	// Pictures stores the pictures of profiles; nil: there are none.
	Pictures Pictures
	// Purchases returns what users have paid for; nil: nobody has paid.
	Purchases Purchases
	// BaseURL is the public address of the site, without a trailing slash. Links in mails
	// begin with it.
	BaseURL string
	// HasMailServer is false if mail is only written to the outbox, so that nobody can confirm
	// an address.
	HasMailServer bool
	// Google signs people in with an OpenID Connect provider. nil: there is no provider.
	Google Google
	// HashMemoryKiB is the memory of an argon2id hash in KiB. 0 means 19 MiB.
	HashMemoryKiB uint32
	// LimitRefusalDelay is how long a response is delayed if a limit or the hash queue
	// is full. 0 means defaultLimitRefusalDelay.
	LimitRefusalDelay time.Duration
}

// Service is the accounts room. It is safe for concurrent use.
type Service struct {
	deps            Deps
	store           store
	hasher          *password.Hasher
	placeRecogniser placeRecogniser
	recoveryKey     []byte // key of the hashes of recovery codes
	resetCodeKey    []byte // key of the hashes of reset codes
	googleKey       []byte // signs the cookies of sign-ins with Google
}

// New returns a Service on a migrated database. It replaces email keys that older versions stored.
// It registers the job that sends reset mails, and schedules the deletion of expired rows.
func New(ctx context.Context, d Deps) (*Service, error) {
	secret, err := d.DB.Secret(ctx, "known devices")
	if err != nil {
		return nil, err
	}
	recoveryKey, err := d.DB.Secret(ctx, "recovery codes")
	if err != nil {
		return nil, err
	}
	resetCodeKey, err := d.DB.Secret(ctx, "reset codes")
	if err != nil {
		return nil, err
	}
	googleKey, err := d.DB.Secret(ctx, "google sign-ins")
	if err != nil {
		return nil, err
	}
	if d.Events == nil {
		d.Events = noEvents{}
	}
	if d.Audit == nil {
		d.Audit = noAudit{}
	}
	if d.Pictures == nil {
		d.Pictures = noPictures{}
	}
	if d.Purchases == nil {
		d.Purchases = noPurchases{}
	}
	s := &Service{deps: d, store: store{db: d.DB}, hasher: password.NewHasher(d.HashMemoryKiB), placeRecogniser: placeRecogniser{secret}, recoveryKey: recoveryKey, resetCodeKey: resetCodeKey, googleKey: googleKey}
	if err := s.updateEmailKeys(ctx); err != nil {
		return nil, err
	}
	d.Jobs.HandleWith(ResetMailJob, resetMailRetry, s.sendResetMail)
	d.Jobs.Every("accounts.expired-sessions", time.Hour, s.deleteExpiredSignInData)
	return s, nil
}

// User is an account.
type User struct {
	ID           string
	Email        string
	Username     string
	PasswordHash string
	Image        string
	IsAdmin      bool
	CreatedAt    time.Time
	// IsEmailVerified is true once the user has confirmed the address.
	IsEmailVerified bool
	// PendingEmail is the new address that waits for its confirmation, or empty. Login,
	// LoginWithCode and Me set it.
	PendingEmail string
	// MustVerifyEmail is true for accounts that have to confirm their address before they may
	// comment. It is false for accounts that were made before confirmation existed.
	MustVerifyEmail bool
	// HasTwoFactor is true if two-factor sign-in is on.
	HasTwoFactor bool
}

// HasPassword reports whether the user can sign in with a password. A user who registered
// with Google has no password until a reset sets one. Rule accounts-no-password (`has_password`).
func (u User) HasPassword() bool { return u.PasswordHash != "" }
