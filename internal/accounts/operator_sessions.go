package accounts

import (
	"context"

	"colloquy/internal/audit"
	"colloquy/internal/storage"
)

// EndSessions ends all sessions of an account and records the event, in the caller's
// transaction. For an unknown address the error is of kind core.NotFound.
func (o *Operator) EndSessions(ctx context.Context, tx storage.Querier, email string) (User, error) {
	u, err := o.LockUserRow(ctx, tx, email)
	if err != nil {
		return u, err
	}
	if err := o.store.deleteSessionsExcept(ctx, tx, u.ID, ""); err != nil {
		return u, err
	}
	return u, o.deps.Audit.Write(ctx, tx, audit.Event{Name: audit.SessionsEnded, ActorID: audit.OperatorActor, SubjectID: u.ID})
}

// AccountWithSessions returns the account of an address and its sessions that have not
// ended. For an unknown address the error is of kind core.NotFound. Rule operations-accounts.
func (o *Operator) AccountWithSessions(ctx context.Context, email string) (User, []Session, error) {
	u, err := o.store.userByEmailWithQuerier(ctx, o.deps.DB.Reader(), email)
	if err != nil {
		return u, nil, err
	}
	sessions, err := o.store.sessionsOf(ctx, u.ID, o.deps.Clock.Now())
	return u, sessions, err
}
