package accounts

import (
	"time"

	"colloquy/internal/core"
)

// Purposes of links in mails.
const (
	linkVerify        = "verify" // confirms the address of an account
	linkAddressChange = "change" // confirms the new address of an account
	linkRevert        = "revert" // brings the old address of an account back
	linkReset         = "reset"  // resets the password
	linkUsed          = "used"   // has confirmed an address and cannot be used again
)

// How long links work. Rules accounts-verify-mail, accounts-change-email and
// accounts-revert-email.
const (
	verifyLinkLifetime = 3 * 24 * time.Hour // of linkVerify and linkAddressChange
	revertLinkLifetime = 7 * 24 * time.Hour // of linkRevert
)

// mailLink is a single-use link in a mail. The database has only the hash of its
// token.
type mailLink struct {
	UserID    string
	Purpose   string
	Email     string // the address that the link confirms or brings back, or the account's address
	TokenHash string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// newLink returns a link for the caller to store. token is the token for the mail.
func newLink(userID, purpose, address string, now time.Time, life time.Duration) (l mailLink, token string) {
	token = core.NewSecret()
	return mailLink{
		UserID: userID, Purpose: purpose, Email: address, TokenHash: tokenHash(token), CreatedAt: now, ExpiresAt: now.Add(life),
	}, token
}
