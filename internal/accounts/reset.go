package accounts

import (
	"context"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Limits of mails for a forgotten password. A request counts for its address whether or
// not an account has the address. Rules accounts-reset-mails, accounts-forgot-resend.
const (
	resetMailGap         = 30 * time.Second // between two mails to one address
	resetMailsPerHour    = 3                // per address
	resetMailsPerDay     = 5                // per address
	resetMailsPerNetwork = 20               // per network, in an hour
)

// RequestReset counts a request and enqueues a job. If an account has the address, the job mails a
// code and a link. So neither the result nor the time of RequestReset reveals whether there is an
// account. Rule accounts-reset-silent.
func (s *Service) RequestReset(ctx context.Context, network core.Network, email string) error {
	if err := fieldErrors("email", emailFieldFault(email)); err != nil {
		return err
	}
	list := resetMailLimits(emailKey(email), network)
	if err := s.replaceResetLimitError(ctx, network, s.deps.Limits.Check(ctx, list...)); err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	job := resetMailPayload{ID: core.NewID(now), Email: email, Expires: now.Add(resetCodeLifetime)}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if _, err := s.deps.Limits.TakeInTx(ctx, tx, list...); err != nil {
			return err
		}
		return s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: ResetMailJob, UniqueKey: job.ID, Payload: job})
	})
	if err := s.replaceResetLimitError(ctx, network, err); err != nil {
		return err
	}
	s.deps.Jobs.Wake()
	s.deps.Events.RecordEvent(ctx, eventResetRequested, network.String(), emailKey(email))
	return nil
}

// resetMailLimits returns the limits of reset mails. The argument account is an email key. The
// argument n is the network that asks for a mail.
func resetMailLimits(account string, n core.Network) []limits.Limit {
	return append(limits.ByNetwork("reset-mail-network", n, resetMailsPerNetwork, time.Hour),
		limits.Spaced("reset-mail-gap "+account, resetMailGap),
		limits.Limit{Key: "reset-mail-hour " + account, N: resetMailsPerHour, Period: time.Hour},
		limits.Limit{Key: "reset-mail-day " + account, N: resetMailsPerDay, Period: 24 * time.Hour})
}

// replaceResetLimitError returns errTooManyAttempts and records a security event if err says that a
// limit is full. It returns other errors unchanged.
func (s *Service) replaceResetLimitError(ctx context.Context, network core.Network, err error) error {
	if wait, full := limits.WaitOfFullError(err); full {
		s.deps.Events.RecordRepeated(ctx, eventResetRefused, network.String(), "/admin/auth")
		return errTooManyAttempts.WithRetryAfter(wait)
	}
	return err
}

// VerifyCode checks a code without using it up. It returns errInvalidCode for a wrong code. Rule
// accounts-reset-code.
func (s *Service) VerifyCode(ctx context.Context, network core.Network, email, code string) error {
	if err := fieldErrors("email", emailFieldFault(email), "otp", resetCodeFault(code)); err != nil {
		return err
	}
	try, err := s.tryResetCode(ctx, network, email, code)
	if err != nil {
		return err
	}
	return s.uncountResetTry(ctx, try)
}

// ResetByCode uses up a code and replaces the password of its account. It starts no session. Of
// parallel calls with one code, one succeeds. The checks that need the account run only after a
// right code. Rule accounts-reset-fields.
func (s *Service) ResetByCode(ctx context.Context, network core.Network, email, code, chosenPassword string) error {
	err := fieldErrors("email", emailFieldFault(email), "otp", resetCodeFault(code), "password", resetPasswordFault(chosenPassword, "", email))
	if err != nil {
		return err
	}
	try, err := s.tryResetCode(ctx, network, email, code)
	if err != nil {
		return err
	}
	err = s.resetPassword(ctx, network, try.user, chosenPassword, func(tx storage.Querier) error {
		if err := s.deps.Limits.GiveBackInTx(ctx, tx, try.takenEvent); err != nil {
			return err
		}
		if used, err := s.store.useResetCode(ctx, tx, try.user.ID, try.code, s.deps.Clock.Now()); err != nil || !used {
			return firstError(err, errInvalidCode)
		}
		return s.store.uncountAccountTry(ctx, tx, try.user.ID)
	})
	if err != nil {
		_ = s.uncountResetTry(ctx, try) // if uncountResetTry fails too, the try stays counted
	}
	return err
}

// ResetByLink does the same as ResetByCode, with the token of the link in the mail. Rule
// accounts-reset-link.
func (s *Service) ResetByLink(ctx context.Context, network core.Network, token, chosenPassword string) error {
	if err := fieldErrors("password", resetPasswordFault(chosenPassword, "", "")); err != nil {
		return err
	}
	u, err := s.store.userOfResetLink(ctx, tokenHash(token), s.deps.Clock.Now())
	if core.KindOf(err) == core.NotFound {
		s.deps.Events.RecordRepeated(ctx, eventResetFailed, network.String(), "/auth/reset-by-link")
		return errInvalidResetLink
	}
	if err != nil {
		return err
	}
	return s.resetPassword(ctx, network, u, chosenPassword, func(tx storage.Querier) error {
		isUsed, err := s.store.useResetLink(ctx, tx, tokenHash(token), s.deps.Clock.Now())
		if err != nil || !isUsed {
			return firstError(err, errInvalidResetLink)
		}
		return nil
	})
}

// firstError returns err, or other if err is nil.
func firstError(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// resetPassword hashes and stores a new password, ends all sessions of the user and disconnects the
// user's Google accounts. consume uses up the code or link in the same transaction. If consume
// returns an error, nothing changes. Rules accounts-reset-done, accounts-google-reset,
// accounts-two-factor-reset.
func (s *Service) resetPassword(ctx context.Context, network core.Network, u User, chosenPassword string, consume func(tx storage.Querier) error) error {
	if err := fieldErrors("password", resetPasswordFault(chosenPassword, u.Username, u.Email)); err != nil {
		return err
	}
	release, err := s.hasher.Acquire(ctx, password.QueueKey{Network: widestPrefix(network)})
	if err != nil {
		return err
	}
	hash := s.hasher.Hash(chosenPassword)
	release()
	now := s.deps.Clock.Now()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := consume(tx); err != nil {
			return err
		}
		// storeResetPassword locks the user's row. A parallel sign-in with the old password may
		// have stored its session before; endSessionsAndLinks deletes that session. A later sign-in fails,
		// because the hash has changed.
		if err := s.store.storeResetPassword(ctx, tx, u.ID, hash, now); err != nil {
			return err
		}
		if err := s.endSessionsAndLinks(ctx, tx, u.ID, ""); err != nil {
			return err
		}
		if err := s.store.deleteIdentitiesSince(ctx, tx, u.ID, time.UnixMilli(0)); err != nil {
			return err
		}
		if err := s.sendPasswordResetMail(ctx, tx, u.Email); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.PasswordReset, u.ID))
	})
	if err == nil {
		s.deps.Mail.Wake()
		s.deps.Events.RecordEvent(ctx, eventPasswordReset, network.String(), u.ID)
	}
	return err
}
