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
	resetMailKind = "accounts.reset-mail"

	// resetLinkLifetime is long enough that an owner has a working link even after others
	// have used up the mails of a day.
	resetLinkLifetime = 24 * time.Hour
)

// resetMailRetry repeats the job while its code could still arrive in time.
var resetMailRetry = jobs.RetryPolicy{First: time.Second, Max: time.Minute, Attempts: 16}

// resetMail is the payload of the job that sends a code. Expires is the end of the
// code.
type resetMail struct {
	ID      string    `json:"id"`
	Email   string    `json:"email"`
	Expires time.Time `json:"expires"`
}

// sendResetMail makes a code and a link and enqueues the mail. It replaces the code of
// an earlier mail. For an unknown address it does the same except for the mail.
func (s *Service) sendResetMail(ctx context.Context, payload []byte) error {
	var job resetMail
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
	off, err := s.codesAreOff(ctx)
	if err != nil {
		return err
	}
	code, token := newCode(), core.NewSecret()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		hasCode, err := s.store.replaceCode(ctx, tx, u.ID, resetCode{s.codeHash(u, code), core.Millis(job.Expires)}, off)
		if err != nil {
			return err
		}
		if err := s.store.insertResetLink(ctx, tx, u.ID, tokenHash(token), now, now.Add(resetLinkLifetime)); err != nil {
			return err
		}
		mail := s.resetLetter(token).Fill(email.Message{To: u.Email, Subject: "Reset your password", ExpiresAt: now.Add(resetLinkLifetime)})
		if hasCode {
			mail = s.resetCodeLetter(code, token).Fill(email.Message{To: u.Email, Subject: "Reset your password", ExpiresAt: job.Expires})
		}
		if u.ID == "" {
			return nil
		}
		return s.deps.Mail.Enqueue(ctx, tx, job.ID, mail)
	})
	s.deps.Mail.Kick()
	return err
}

const resetMailOutro = "If you did not ask for this mail, you can ignore it. Your password stays as it is."

// resetCodeLetter is the mail with a code and a link.
func (s *Service) resetCodeLetter(code, token string) email.Letter {
	l := s.resetLetter(token)
	l.Intro = []string{"Enter this code to choose a new password. It works for 10 minutes."}
	l.Code = code
	l.Outro = []string{"Instead of entering the code you can open the link. It works once, within 24 hours.", resetMailOutro}
	return l
}

// resetLetter is the mail without a code.
func (s *Service) resetLetter(token string) email.Letter {
	return email.Letter{
		Heading: "Reset your password",
		Intro:   []string{"Open this link to choose a new password. It works once, within 24 hours.", "This mail has no code, because too many wrong codes were entered."},
		Button:  email.Button{Label: "Choose a new password", URL: s.deps.BaseURL + "/#reset-password=" + token},
		Outro:   []string{resetMailOutro},
	}
}
