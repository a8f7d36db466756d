package accounts

import (
	"context"

	"colloquy/internal/storage"
)

// Contact is whom mail about an account is sent to.
type Contact struct{ ID, Name, Email string }

// ContactReader reads contacts. It is separate from Service because commands of the
// operator need it.
type ContactReader struct{ store store }

// NewContactReader returns a ContactReader.
func NewContactReader(db *storage.DB) ContactReader { return ContactReader{store{db: db}} }

// Contact returns the contact of an account, read with q. The error of an unknown id is
// core.NotFound.
func (r ContactReader) Contact(ctx context.Context, q storage.Querier, id string) (Contact, error) {
	u, err := r.store.userByID(ctx, q, id)
	return Contact{u.ID, u.Username, u.Email}, err
}

// ByEmail returns the contact of an address. The error of an unknown one is
// core.NotFound.
func (r ContactReader) ByEmail(ctx context.Context, email string) (Contact, error) {
	u, err := r.store.userByEmail(ctx, email)
	return Contact{u.ID, u.Username, u.Email}, err
}
