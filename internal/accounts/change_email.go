package accounts

import (
	"context"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// changeEmail replaces the address of an account with l.Email, the address that the link l
// confirms. It ends all sessions except the actor's own and mails the old address a link that
// reverts the change. It also deletes the codes and links that reset the password, because they
// were sent to the old address. Rule accounts-change-confirm.
func (s *Service) changeEmail(ctx context.Context, tx storage.Querier, actor core.Actor, l mailLink, now time.Time) error {
	u, err := s.store.userByID(ctx, tx, l.UserID)
	if err != nil {
		return err
	}
	if err := s.store.replaceEmail(ctx, tx, u.ID, l.Email, now); err != nil {
		return err
	}
	keep := ""
	if actor.UserID == u.ID {
		keep = actor.SessionID
	}
	if err := s.endAccess(ctx, tx, u.ID, keep); err != nil {
		return err
	}
	return s.sendRevertLink(ctx, tx, u.ID, u.Email)
}

// endAccess ends the sessions of a user, except the session with the id keep, which may be
// empty. It also ends sign-ins that wait for a code or a password, pending confirmations of
// addresses, and the codes and links that reset the password. Rules accounts-reset-done,
// accounts-two-factor-reset, accounts-google-unverified.
func (s *Service) endAccess(ctx context.Context, tx storage.Querier, userID, keep string) error {
	if err := s.store.deleteSessionsExcept(ctx, tx, userID, keep); err != nil {
		return err
	}
	if err := s.store.deleteLinks(ctx, tx, userID, linkVerify, linkChange, linkReset); err != nil {
		return err
	}
	if err := s.store.deleteChallenges(ctx, tx, userID); err != nil {
		return err
	}
	if err := s.store.deleteTickets(ctx, tx, userID); err != nil {
		return err
	}
	return s.store.deleteResetCode(ctx, tx, userID)
}

// RevertEmail brings back the old address of an account and ends all its sessions. It also
// deletes the links of later changes, and the Google accounts that were connected since the
// change. So an attacker who changed the address twice, or who signs in with Google, cannot
// get the account back. It returns errInvalidLink or errEmailTaken. Rules
// accounts-revert-email, accounts-google-reset.
func (s *Service) RevertEmail(ctx context.Context, from core.Network, token string) error {
	hash := tokenHash(token)
	var l mailLink
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		now := s.deps.Clock.Now()
		if err := s.store.lockLinkUser(ctx, tx, hash); err != nil {
			return err
		}
		if l, err = s.store.takeLink(ctx, tx, hash, now, linkRevert); err != nil {
			return err
		}
		if err := s.store.replaceEmail(ctx, tx, l.UserID, l.Email, now); err != nil {
			return err
		}
		if err := s.store.deleteLaterReverts(ctx, tx, l.UserID, l.CreatedAt); err != nil {
			return err
		}
		if err := s.endAccess(ctx, tx, l.UserID, ""); err != nil {
			return err
		}
		if err := s.store.deleteIdentitiesSince(ctx, tx, l.UserID, l.CreatedAt); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.OwnEvent(audit.EmailReverted, l.UserID))
	})
	if storage.IsUniqueViolation(err) {
		return errEmailTaken
	}
	if err == nil {
		s.deps.Events.RecordEvent(ctx, eventEmailReverted, from.String(), l.UserID)
	}
	return err
}
