package voice

import (
	"context"
	"time"

	"colloquy/internal/storage"
)

// monthOf is the calendar month (UTC) of a time, such as 2026-11.
func monthOf(now time.Time) string { return now.UTC().Format("2006-01") }

// refillOf is the beginning of the month after a time.
func refillOf(now time.Time) time.Time {
	y, m, _ := now.UTC().Date()
	return time.Date(y, m+1, 1, 0, 0, 0, 0, time.UTC)
}

// allowance returns how many characters a user may hear in a month (rule voice-allowance).
func (s *Service) allowance(ctx context.Context, userID string) (int64, error) {
	paid, err := s.deps.Plans.IsPaid(ctx, userID)
	if paid {
		return s.deps.PaidCharacters, err
	}
	return s.deps.FreeCharacters, err
}

// reserve counts characters in a month unless they exceed the allowance. It locks the row
// of the user and month until the transaction ends.
func (store) reserve(ctx context.Context, tx storage.Querier, userID, month string, characters, allowance int64) error {
	if characters > allowance {
		return errFunds
	}
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO voice_usage (user_id, month, characters) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, month) DO UPDATE SET characters = voice_usage.characters + $3 WHERE voice_usage.characters + $3 <= $4`,
		userID, month, characters, allowance)
	if err == nil && n == 0 {
		return errFunds
	}
	return err
}

func (store) giveBack(ctx context.Context, tx storage.Querier, userID, month string, characters int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE voice_usage SET characters = characters - $3 WHERE user_id = $1 AND month = $2`, userID, month, characters)
	return err
}

// used returns the characters that were spoken for a user in the month of a time.
func (s store) used(ctx context.Context, userID string, now time.Time) (n int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT characters FROM voice_usage WHERE user_id = $1 AND month = $2`, userID, monthOf(now)).Scan(&n)
	if storage.IsNoRows(err) {
		return 0, nil
	}
	return n, err
}
