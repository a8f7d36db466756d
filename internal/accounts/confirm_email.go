package accounts

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// How often an account may request another confirmation mail. Rule accounts-verify-resend.
const (
	resendPause   = time.Minute // between two mails
	resendsPerDay = 5
)

// ConfirmEmail applies a link that confirms the present address or a new address of an account. A
// new address replaces the old one and ends all sessions except the actor's. Errors:
//   - errInvalidLink: the link is unknown, used or expired. There is no error if this link has
//     confirmed the actor's own address before.
//   - errEmailTaken: another account has the new address.
//
// Rules accounts-verify-link, accounts-change-confirm.
func (s *Service) ConfirmEmail(ctx context.Context, from core.Network, actor core.Actor, token string) error {
	hash := tokenHash(token)
	var link mailLink
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		now := s.deps.Clock.Now()
		if err := s.store.lockLinkUser(ctx, tx, hash); err != nil {
			return err
		}
		if link, err = s.store.takeLink(ctx, tx, hash, now, linkVerify, linkAddressChange); err != nil {
			return err
		}
		applyLink := s.confirmAddress
		if link.Purpose == linkAddressChange {
			applyLink = s.changeEmail
		}
		if err := applyLink(ctx, tx, actor, link, now); err != nil {
			return err
		}
		linkMarkedUsed := link
		linkMarkedUsed.Purpose = linkUsed
		if err := s.store.insertLink(ctx, tx, linkMarkedUsed); err != nil {
			return err
		}
		event := audit.EmailConfirmed
		if link.Purpose == linkAddressChange {
			event = audit.EmailChanged
		}
		return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(event, link.UserID))
	})
	if storage.IsUniqueViolation(err) {
		return errEmailTaken
	}
	if errors.Is(err, errInvalidLink) {
		return s.usedLinkError(ctx, actor, hash)
	}
	if err != nil {
		return err
	}
	event := eventEmailConfirmed
	if link.Purpose == linkAddressChange {
		event = eventEmailChanged
		s.deps.Mail.Wake()
	}
	s.deps.Events.RecordEvent(ctx, event, from.String(), link.UserID)
	return nil
}

// usedLinkError returns nil if the link has confirmed the address of the actor's own
// account, else errInvalidLink.
func (s *Service) usedLinkError(ctx context.Context, actor core.Actor, hash string) error {
	is, err := s.store.isLinkUsed(ctx, s.deps.DB.Reader(), hash, actor.UserID)
	if err == nil && !is {
		return errInvalidLink
	}
	return err
}

// confirmAddress marks the address of an account as confirmed and deletes the other links that
// confirm it. It returns errInvalidLink if the account has another address than the link.
func (s *Service) confirmAddress(ctx context.Context, tx storage.Querier, _ core.Actor, l mailLink, now time.Time) error {
	if err := s.store.confirmEmail(ctx, tx, l.UserID, l.Email, now); err != nil {
		return err
	}
	return s.store.deleteLinks(ctx, tx, l.UserID, linkVerify)
}

// ResendVerifyMail sends the actor another mail with a link that confirms the address. If the
// address is confirmed already, ResendVerifyMail does nothing. If a limit is full, it returns
// errTooManyAttempts.
func (s *Service) ResendVerifyMail(ctx context.Context, actor core.Actor) error {
	u, err := s.Me(ctx, actor)
	if err != nil || u.IsEmailVerified {
		return err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.resendVerifyLink(ctx, tx, u) })
	if wait, full := limits.WaitOfFullError(err); full {
		return errTooManyAttempts.WithRetryAfter(wait)
	}
	if err == nil {
		s.deps.Mail.Wake()
	}
	return err
}

// resendVerifyLink counts a mail towards the limits and enqueues it. It locks the user's row, so
// that parallel calls count each other's mails. The first mail after the registration needs no
// pause. Rule accounts-verify-resend.
func (s *Service) resendVerifyLink(ctx context.Context, tx storage.Querier, u User) error {
	if err := s.store.lockUserRow(ctx, tx, u.ID); err != nil {
		return err
	}
	lastSent, err := s.store.newestLinkTime(ctx, tx, u.ID, linkVerify)
	if err != nil {
		return err
	}
	if wait := resendPause - s.deps.Clock.Now().Sub(lastSent); wait > 0 && lastSent.After(u.CreatedAt) {
		return errTooManyAttempts.WithRetryAfter(wait)
	}
	if _, err := s.deps.Limits.TakeInTx(ctx, tx, limits.Limit{Key: "verify-mail " + u.ID, N: resendsPerDay, Period: 24 * time.Hour}); err != nil {
		return err
	}
	return s.sendVerifyLink(ctx, tx, u.ID, u.Email)
}
