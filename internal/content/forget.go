package content

import (
	"context"
	"strings"

	"colloquy/internal/storage"
)

// ForgetAddress deletes the stored letters of Contact Us that have a given address as sender.
// The mails that support has received stay. Rule accounts-delete-within.
func (s *Service) ForgetAddress(ctx context.Context, tx storage.Querier, address string) error {
	return s.store.deleteLetters(ctx, tx, address)
}

func (store) deleteLetters(ctx context.Context, tx storage.Querier, address string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM contact_messages WHERE lower(email) = $1 OR email = $2`, strings.ToLower(address), address)
	return err
}
