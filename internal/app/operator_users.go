package app

import (
	"context"

	"colloquy/internal/accounts"
	"colloquy/internal/audit"
	"colloquy/internal/leaving"
	"colloquy/internal/storage"
)

// SignOut ends all sessions of the account of an address.
func (o *Operator) SignOut(ctx context.Context, address string) (u accounts.User, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) (err error) {
		u, err = o.EndSessions(ctx, tx, address)
		return err
	})
	return u, err
}

// DeleteUser ends all sessions of the account of an address and orders the deletion of the
// account. A server deletes the account within some minutes. Rule operations-accounts.
func (o *Operator) DeleteUser(ctx context.Context, address string) (u accounts.User, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) (err error) {
		if u, err = o.EndSessions(ctx, tx, address); err != nil {
			return err
		}
		if err := leaving.MarkAccountForDeletion(ctx, tx, u.ID); err != nil {
			return err
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.AccountDeleted, ActorID: audit.OperatorActor, SubjectID: u.ID})
	})
	return u, err
}
