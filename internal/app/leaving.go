package app

import (
	"context"

	"colloquy/internal/accounts"
	"colloquy/internal/leaving"
	"colloquy/internal/storage"
)

// leavingRooms returns the rooms with rows of users, in the order in which they delete the rows of
// an account. Package accounts deletes its own rows first. Two rooms come before notices:
//   - billing: it locks the orders. Otherwise a payment could write a notice after notices has
//     deleted the notices of the user.
//   - social: its calls lock a comment before they lock notices.
func (a *App) leavingRooms(r rooms) []leaving.Room {
	return []leaving.Room{
		{Name: "billing", Forgetter: r.billing},
		{Name: "chat", Forgetter: r.chat},
		{Name: "social", Forgetter: r.social},
		{Name: "collections", Forgetter: r.collections},
		{Name: "notices", Forgetter: r.notices},
		{Name: "voice", Forgetter: r.voice},
		{Name: "memory", Forgetter: r.memory},
		{Name: "media", Forgetter: r.media},
		{Name: "spend", Forgetter: a.ledger},
	}
}

// leavingAccounts adapts package accounts to package leaving.
type leavingAccounts struct{ *accounts.Service }

// Remove deletes an account.
func (l leavingAccounts) Remove(ctx context.Context, tx storage.Querier, userID string) (leaving.RemovedAccount, error) {
	removedAccount, err := l.Service.Remove(ctx, tx, userID)
	return leaving.RemovedAccount(removedAccount), err
}
