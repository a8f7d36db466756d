package accounts

import (
	"context"

	"colloquy/internal/storage"
)

// Contact is the addressee of mail about an account.
type Contact struct{ ID, Name, Email string }

// ContactReader reads contacts. It is separate from Service because the operator's commands
// have no Service.
type ContactReader struct{ store store }

// NewContactReader returns a ContactReader.
func NewContactReader(db *storage.DB) ContactReader { return ContactReader{store{db: db}} }

// Contact returns the contact of an account, read with q. For an unknown id the error is of
// kind core.NotFound.
func (r ContactReader) Contact(ctx context.Context, q storage.Querier, id string) (Contact, error) {
	u, err := r.store.userByID(ctx, q, id)
	return Contact{u.ID, u.Username, u.Email}, err
}

// ByEmail returns the contact of the account with an address. For an unknown address the
// error is of kind core.NotFound.
func (r ContactReader) ByEmail(ctx context.Context, email string) (Contact, error) {
	u, err := r.store.userByEmail(ctx, email)
	return Contact{u.ID, u.Username, u.Email}, err
}
