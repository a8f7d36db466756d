package content

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func (store) insertLetter(ctx context.Context, tx storage.Querier, id string, l Letter, at time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO contact_messages (id, name, email, subject, message, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, id, l.Name, l.Email, l.Subject, l.Message, core.Millis(at))
	return err
}

// lettersSince counts the letters of everybody after a moment.
func (store) lettersSince(ctx context.Context, tx storage.Querier, since time.Time) (n int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM contact_messages WHERE created_at > $1`, core.Millis(since)).Scan(&n)
	return n, err
}
