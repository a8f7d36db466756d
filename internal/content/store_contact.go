package content

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func (store) insertLetter(ctx context.Context, tx storage.Querier, id string, l Letter, at time.Time, unsent bool) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO contact_messages (id, name, email, subject, message, created_at, unsent)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, id, l.Name, l.Email, l.Subject, l.Message, core.Millis(at), unsent)
	return err
}

// unsentLetter is a stored letter that has not been mailed yet.
type unsentLetter struct {
	id     string
	letter Letter
}

// unsentLetters returns at most limit letters that have not been mailed yet, the oldest
// first. Rule contact-mail-bounded.
func (store) unsentLetters(ctx context.Context, tx storage.Querier, limit int) ([]unsentLetter, error) {
	return storage.QueryAll(ctx, tx, func(r storage.Row) (u unsentLetter, err error) {
		l := &u.letter
		return u, r.Scan(&u.id, &l.Name, &l.Email, &l.Subject, &l.Message)
	}, `SELECT id, name, email, subject, message FROM contact_messages WHERE unsent ORDER BY created_at, id LIMIT $1`, limit)
}

func (store) markLetterSent(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `UPDATE contact_messages SET unsent = FALSE WHERE id = $1`, id)
	return err
}
