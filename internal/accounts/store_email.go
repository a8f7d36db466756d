package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// lockUserRow locks the row of a user until the transaction ends. It returns
// errUnknownUser if the account was deleted.
func (store) lockUserRow(ctx context.Context, tx storage.Querier, userID string) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET updated_at = updated_at WHERE id = $1`, userID)
	if err == nil && n == 0 {
		return errUnknownUser
	}
	return err
}

// confirmEmail marks an address as confirmed. It returns errInvalidLink if the user has
// another address.
func (store) confirmEmail(ctx context.Context, tx storage.Querier, userID, address string, now time.Time) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE users SET email_verified_at = COALESCE(email_verified_at, $1), updated_at = $1 WHERE id = $2 AND email = $3`,
		core.Millis(now), userID, address)
	if err == nil && n == 0 {
		return errInvalidLink
	}
	return err
}

// renameUser changes the name of a user. Its update locks the row until the transaction
// ends.
func (store) renameUser(ctx context.Context, tx storage.Querier, userID, name string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET username = $1, updated_at = $2 WHERE id = $3`, name, core.Millis(now), userID)
	return err
}

func (store) replaceImage(ctx context.Context, tx storage.Querier, userID, address string) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET image = $1 WHERE id = $2`, address, userID)
	return err
}

// storedAddressSpelling looks for the account with an address, in any spelling. It returns the address as
// stored in that account, or "" if there is no account.
func (store) storedAddressSpelling(ctx context.Context, tx storage.Querier, address string) (string, error) {
	var owner string
	err := tx.QueryRowContext(ctx, `SELECT email FROM users WHERE email_key IN ($1, $2) ORDER BY id LIMIT 1`, emailKey(address), legacyEmailKey(address)).Scan(&owner)
	if storage.IsNoRows(err) {
		return "", nil
	}
	return owner, err
}

// isReserved reports whether another account than exceptUser's has a revert link to the address.
// Without this check an attacker could change an account's address and register the old one. The
// owner could then not revert the change. Rule accounts-revert-email.
func (s store) isReserved(ctx context.Context, tx storage.Querier, address, exceptUser string, now time.Time) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM mail_links WHERE email_key = $1 AND purpose = $2 AND user_id <> $3 AND expires_at > $4)`,
		emailKey(address), linkRevert, exceptUser, core.Millis(now)).Scan(&is)
	return is, err
}

// replaceEmail gives a user an address and marks it as confirmed. If the address is reserved for
// another account, the error is errEmailTaken. If another account has it, the error satisfies
// storage.IsUniqueViolation.
func (s store) replaceEmail(ctx context.Context, tx storage.Querier, userID, address string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET email = $1, email_key = $2, email_verified_at = $3, updated_at = $3 WHERE id = $4`,
		address, emailKey(address), core.Millis(now), userID)
	if err != nil {
		return err
	}
	return s.refuseReservedAddress(ctx, tx, address, userID, now)
}

// refuseReservedAddress returns errEmailTaken if an address is reserved for another account. Call it after
// the address is stored. An earlier check could miss a parallel change: another account gives the
// address up and thereby reserves it.
func (s store) refuseReservedAddress(ctx context.Context, tx storage.Querier, address, userID string, now time.Time) error {
	is, err := s.isReserved(ctx, tx, address, userID, now)
	if err == nil && is {
		return errEmailTaken
	}
	return err
}

// deleteResetCode deletes the reset code of a user.
func (store) deleteResetCode(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM reset_codes WHERE user_id = $1`, userID)
	return err
}

// deleteLaterRevertLinks deletes those revert links of a user that were made after a time.
func (store) deleteLaterRevertLinks(ctx context.Context, tx storage.Querier, userID string, after time.Time) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM mail_links WHERE user_id = $1 AND purpose = $2 AND created_at > $3`, userID, linkRevert, core.Millis(after))
	return err
}
