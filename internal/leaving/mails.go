package leaving

import (
	"time"

	"colloquy/internal/email"
)

// confirmationLife is how long sending the confirmation is retried. After that its job is
// deleted, because the job contains the address.
const confirmationLife = 24 * time.Hour

// confirmationMail returns the mail that confirms a deletion. Rule accounts-delete-mail.
func confirmationMail(to string, now time.Time) email.Message {
	return email.Letter{
		Heading: "Your account is deleted",
		Intro: []string{
			"As you asked, your Colloquy account is deleted. You are signed out everywhere, and your chats, likes and follows are gone.",
			"Your comments stay under the name Deleted user.",
		},
		Outro: []string{"This cannot be undone. You can register again with this address at any time; the new account begins empty."},
	}.FillMessage(email.Message{To: to, Subject: "Your account is deleted", Kind: "account deleted", ExpiresAt: now.Add(confirmationLife)})
}
