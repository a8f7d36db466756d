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

// lockUser locks out other attempts and deletions of a user until the transaction ends. Its
// row exists only inside of the transaction.
func (store) lockUser(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO voice_usage (user_id, month, characters) VALUES ($1, '', 0)
		ON CONFLICT (user_id, month) DO UPDATE SET characters = 0`, userID)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM voice_usage WHERE user_id = $1 AND month = ''`, userID)
	return err
}

// share returns how many characters an attempt adds to what is counted for its message and
// voice. The whole and the parts have the same words, so the larger of the two counts.
// The attempt itself must not be reserved.
func (store) share(ctx context.Context, tx storage.Querier, a attempt) (int64, error) {
	var whole, parts int64
	err := tx.QueryRowContext(ctx, `SELECT
			COALESCE(SUM(CASE WHEN substr(voice_key, $3, $4) = $5 THEN characters ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN substr(voice_key, $3, $4) = $5 THEN 0 ELSE characters END), 0)
		FROM voice_recordings WHERE message_id = $1 AND substr(voice_key, 1, $6) = $2 AND reserved_month <> ''`,
		a.messageID, a.voice(), voiceLength+1, len(wholeMark), wholeMark, voiceLength).Scan(&whole, &parts)
	before := max(whole, parts)
	if a.isWhole() {
		whole += a.characters
	} else {
		parts += a.characters
	}
	return max(whole, parts) - before, err
}

// giveBackShare gives the characters of an attempt back that is no longer reserved.
func (s store) giveBackShare(ctx context.Context, tx storage.Querier, a attempt) error {
	if err := s.lockUsage(ctx, tx, a); err != nil {
		return err
	}
	less, err := s.share(ctx, tx, a)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE voice_usage SET characters = characters - $3 WHERE user_id = $1 AND month = $2`, a.userID, a.month, less)
	return err
}

// lockUsage locks the count of an attempt's month until the transaction ends, so that share
// sees what other transactions have counted.
func (store) lockUsage(ctx context.Context, tx storage.Querier, a attempt) error {
	_, err := tx.ExecContext(ctx, `UPDATE voice_usage SET characters = characters WHERE user_id = $1 AND month = $2`, a.userID, a.month)
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
