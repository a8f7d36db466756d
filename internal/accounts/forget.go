package accounts

import (
	"context"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// RemovedAccount is an account that was deleted. EmailAddresses are all addresses to
// which mail of the account may be queued: its own, and those to which links were sent.
type RemovedAccount struct {
	Email          string
	EmailAddresses []string
}

// Remove deletes an account in the caller's transaction. Foreign keys delete the account's
// sessions, known networks, links, codes, identities and settings. If the account does not exist,
// Remove returns errNotSignedIn. So only one of several parallel calls succeeds. Rule
// accounts-delete.
func (s *Service) Remove(ctx context.Context, tx storage.Querier, userID string) (RemovedAccount, error) {
	if err := s.store.lockUserRow(ctx, tx, userID); core.KindOf(err) == core.NotFound {
		return RemovedAccount{}, errNotSignedIn
	} else if err != nil {
		return RemovedAccount{}, err
	}
	mailLinkAddresses, err := s.store.mailLinkAddresses(ctx, tx, userID)
	if err != nil {
		return RemovedAccount{}, err
	}
	if err := s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.AccountDeleted, userID)); err != nil {
		return RemovedAccount{}, err
	}
	email, err := s.store.deleteUser(ctx, tx, userID)
	return RemovedAccount{email, append(mailLinkAddresses, email)}, err
}

// RecordDeletion records the security event of a deleted account. Call it after the commit.
func (s *Service) RecordDeletion(ctx context.Context, network core.Network, userID string) {
	s.deps.Events.RecordEvent(ctx, eventAccountDeleted, network.String(), userID)
}

// mailLinkAddresses returns the email addresses to which links of an account were sent.
func (store) mailLinkAddresses(ctx context.Context, tx storage.Querier, userID string) ([]string, error) {
	return storage.QueryAll(ctx, tx, func(r storage.Row) (address string, err error) { return address, r.Scan(&address) },
		`SELECT DISTINCT email FROM mail_links WHERE user_id = $1 AND email <> '' ORDER BY email`, userID)
}

func (store) deleteUser(ctx context.Context, tx storage.Querier, userID string) (email string, err error) {
	return email, tx.QueryRowContext(ctx, `DELETE FROM users WHERE id = $1 RETURNING email`, userID).Scan(&email)
}
