package leaving

import (
	"time"

	"colloquy/internal/email"
)

// confirmationLife is how long the confirmation is retried. Its job contains the
// address, and the row of a job that has failed permanently is kept.
const confirmationLife = 24 * time.Hour

// confirmation returns the mail that confirms a deletion. Rule accounts-delete-mail.
func confirmation(to string, now time.Time) email.Message {
	return email.Letter{
		Heading: "Your account is deleted",
		Intro: []string{
			"As you asked, your Colloquy account is deleted. You are signed out everywhere, and your chats, likes and follows are gone.",
			"Your comments stay under the name Deleted user.",
		},
		Outro: []string{"This cannot be undone. You can register again with this address at any time; the new account begins empty."},
	}.Fill(email.Message{To: to, Subject: "Your account is deleted", ExpiresAt: now.Add(confirmationLife)})
}
