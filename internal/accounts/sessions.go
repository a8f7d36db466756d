package accounts

import (
	"context"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Sessions returns the actor's sessions that have not ended, the most recently used first.
// Rule accounts-sessions-list.
func (s *Service) Sessions(ctx context.Context, actor core.Actor) ([]Session, error) {
	return s.store.sessionsOf(ctx, actor.UserID, s.deps.Clock.Now())
}

// StillOpenSessions returns those of the given session ids whose sessions have not ended.
func (s *Service) StillOpenSessions(ctx context.Context, ids []string) ([]string, error) {
	return s.store.openSessions(ctx, ids, s.deps.Clock.Now())
}

// EndSession ends a session of the actor. For a session of another user it returns
// errNoSession. Rule accounts-sessions-end.
func (s *Service) EndSession(ctx context.Context, from core.Network, actor core.Actor, id string) error {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.deleteSession(ctx, tx, actor.UserID, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.SessionsEnded, actor.UserID))
	})
	if err == nil {
		s.deps.Events.RecordEvent(ctx, eventSessionEnded, from.String(), actor.UserID)
	}
	return err
}

// EndOtherSessions ends all sessions of the actor except the session of the call. Rule
// accounts-sessions-end.
func (s *Service) EndOtherSessions(ctx context.Context, from core.Network, actor core.Actor) error {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.deleteSessionsExcept(ctx, tx, actor.UserID, actor.SessionID); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.SessionsEnded, actor.UserID))
	})
	if err == nil {
		s.deps.Events.RecordEvent(ctx, eventSessionEnded, from.String(), actor.UserID)
	}
	return err
}
