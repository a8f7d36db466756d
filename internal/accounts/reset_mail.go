package accounts

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

const (
	// ResetMailJob is the kind of the jobs that send reset mails.
	ResetMailJob = "accounts.reset-mail"

	// resetLinkLifetime is one day, like the longest limit of reset mails. A stranger can use up
	// the reset mails of an address for a day. The link of the last mail still works on that day.
	// Rule accounts-reset-link.
	resetLinkLifetime = 24 * time.Hour
)

// resetMailRetry stops the retries at about the time when the code in the mail expires. Rule
// accounts-reset-mails.
var resetMailRetry = jobs.RetryPolicy{FirstDelay: time.Second, MaxDelay: time.Minute, MaxAttempts: 16}

// resetMailPayload is the payload of ResetMailJob. ID is the id of the mail. Expires is the time
// at which the code in the mail expires.
type resetMailPayload struct {
	ID      string    `json:"id"`
	Email   string    `json:"email"`
	Expires time.Time `json:"expires"`
}

// sendResetMail enqueues a mail with a new code and a new link. The code replaces the code of an
// earlier mail. The mail has only the link if codes are off or the account has no tries left. For
// an unknown address sendResetMail does the same work but enqueues no mail. After job.Expires
// sendResetMail does nothing. Rules accounts-reset-silent, accounts-reset-tries,
// accounts-reset-codes-off.
func (s *Service) sendResetMail(ctx context.Context, payload []byte) error {
	var job resetMailPayload
	if err := json.Unmarshal(payload, &job); err != nil {
		return fmt.Errorf("accounts: invalid job payload: %w", err)
	}
	now := s.deps.Clock.Now()
	if !now.Before(job.Expires) {
		return nil
	}
	u, err := s.store.userByEmail(ctx, job.Email)
	if err != nil && core.KindOf(err) != core.NotFound {
		return err
	}
	codesOff, err := s.resetCodesAreOff(ctx)
	if err != nil {
		return err
	}
	code, token := newResetCode(), core.NewSecret()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		hasCode, err := s.store.replaceResetCode(ctx, tx, u.ID, resetCode{s.resetCodeHash(u, code), core.Millis(job.Expires)}, codesOff)
		if err != nil {
			return err
		}
		if err := s.store.insertResetLink(ctx, tx, u.ID, tokenHash(token), now, now.Add(resetLinkLifetime)); err != nil {
			return err
		}
		mail := s.resetLetter(token).FillMessage(email.Message{To: u.Email, Subject: "Reset your password", Kind: "Reset your password", ExpiresAt: now.Add(resetLinkLifetime)})
		if hasCode {
			mail = s.resetCodeLetter(code, token).FillMessage(email.Message{To: u.Email, Subject: "Reset your password", Kind: "Reset your password", ExpiresAt: job.Expires})
		}
		if u.ID == "" {
			return nil
		}
		return s.deps.Mail.Enqueue(ctx, tx, job.ID, mail)
	})
	s.deps.Mail.Wake()
	return err
}

const resetMailOutro = "If you did not ask for this mail, you can ignore it. Your password stays as it is."

// resetCodeLetter returns the letter with a code and a link.
func (s *Service) resetCodeLetter(code, token string) email.Letter {
	l := s.resetLetter(token)
	l.Intro = []string{"Enter this code to choose a new password. It works for 10 minutes."}
	l.Code = code
	l.Outro = []string{"Instead of entering the code you can open the link. It works once, within 24 hours.", resetMailOutro}
	return l
}

// resetLetter returns the letter with a link and without a code.
func (s *Service) resetLetter(token string) email.Letter {
	return email.Letter{
		Heading: "Reset your password",
		Intro:   []string{"Open this link to choose a new password. It works once, within 24 hours.", "This mail has no code, because too many wrong codes were entered."},
		Button:  email.Button{Label: "Choose a new password", URL: s.deps.BaseURL + "/#reset-password=" + token},
		Outro:   []string{resetMailOutro},
	}
}
