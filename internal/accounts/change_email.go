package accounts

import (
	"context"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// changeEmail replaces the address of the account l.UserID with l.Email, and ends all sessions
// except the actor's. It mails the old address a link that reverts the change. It also deletes the
// account's reset code and reset links, because they went to the old address. Rule
// accounts-change-confirm.
func (s *Service) changeEmail(ctx context.Context, tx storage.Querier, actor core.Actor, l mailLink, now time.Time) error {
	u, err := s.store.userByID(ctx, tx, l.UserID)
	if err != nil {
		return err
	}
	if err := s.store.replaceEmail(ctx, tx, u.ID, l.Email, now); err != nil {
		return err
	}
	keptSessionID := ""
	if actor.UserID == u.ID {
		keptSessionID = actor.SessionID
	}
	if err := s.endSessionsAndLinks(ctx, tx, u.ID, keptSessionID); err != nil {
		return err
	}
	return s.sendRevertLink(ctx, tx, u.ID, u.Email)
}

// endSessionsAndLinks deletes all sessions of a user, except the one with the id keptSessionID. keptSessionID
// may be empty. endSessionsAndLinks also deletes unfinished sign-ins, reset codes, reset links and links that
// confirm an address. Rules accounts-reset-done, accounts-two-factor-reset,
// accounts-google-unverified.
func (s *Service) endSessionsAndLinks(ctx context.Context, tx storage.Querier, userID, keptSessionID string) error {
	if err := s.store.deleteSessionsExcept(ctx, tx, userID, keptSessionID); err != nil {
		return err
	}
	if err := s.store.deleteLinks(ctx, tx, userID, linkVerify, linkAddressChange, linkReset); err != nil {
		return err
	}
	if err := s.store.deleteChallenges(ctx, tx, userID); err != nil {
		return err
	}
	if err := s.store.deletePendingIdentities(ctx, tx, userID); err != nil {
		return err
	}
	return s.store.deleteResetCode(ctx, tx, userID)
}

// RevertEmail restores the old address of an account and ends all its sessions. An attacker may
// have changed the address again or connected a Google account. So RevertEmail deletes the revert
// links and Google accounts that are newer than this link. It returns errInvalidLink or
// errEmailTaken. Rules accounts-revert-email, accounts-google-reset.
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
		if err := s.store.deleteLaterRevertLinks(ctx, tx, l.UserID, l.CreatedAt); err != nil {
			return err
		}
		if err := s.endSessionsAndLinks(ctx, tx, l.UserID, ""); err != nil {
			return err
		}
		if err := s.store.deleteIdentitiesSince(ctx, tx, l.UserID, l.CreatedAt); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.EmailReverted, l.UserID))
	})
	if storage.IsUniqueViolation(err) {
		return errEmailTaken
	}
	if err == nil {
		s.deps.Events.RecordEvent(ctx, eventEmailReverted, from.String(), l.UserID)
	}
	return err
}
