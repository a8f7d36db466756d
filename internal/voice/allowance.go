package voice

import (
	"context"
	"time"

	"colloquy/internal/storage"
)

// monthOf returns the calendar month (UTC) of a time, such as "2026-11". Rule voice-allowance.
func monthOf(now time.Time) string { return now.UTC().Format("2006-01") }

// nextMonthStart returns when the calendar month (UTC) after a time begins.
func nextMonthStart(now time.Time) time.Time {
	y, m, _ := now.UTC().Date()
	return time.Date(y, m+1, 1, 0, 0, 0, 0, time.UTC)
}

// monthlyTextLengthAllowance returns how many characters may be spoken for a user in a month (rule
// voice-allowance).
func (s *Service) monthlyTextLengthAllowance(ctx context.Context, userID string) (int64, error) {
	paid, err := s.deps.Plans.IsPaid(ctx, userID)
	if paid {
		return s.deps.PaidTextLength, err
	}
	return s.deps.FreeTextLength, err
}

// reserveTextLength adds textLength to the count of a user's month. It returns errAllowanceUsed
// if the sum exceeds the allowance. The row of the count stays locked until the transaction ends.
// Rule voice-allowance.
func (store) reserveTextLength(ctx context.Context, tx storage.Querier, userID, month string, textLength, allowance int64) error {
	if textLength > allowance {
		return errAllowanceUsed
	}
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO voice_usage (user_id, month, characters) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, month) DO UPDATE SET characters = voice_usage.characters + $3 WHERE voice_usage.characters + $3 <= $4`,
		userID, month, textLength, allowance)
	if err == nil && n == 0 {
		return errAllowanceUsed
	}
	return err
}

// lockUser locks a user until the transaction ends: other attempts and deletions for the user wait.
// It inserts and deletes a row with an empty month, so the row is locked but never committed.
func (store) lockUser(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO voice_usage (user_id, month, characters) VALUES ($1, '', 0)
		ON CONFLICT (user_id, month) DO UPDATE SET characters = 0`, userID)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM voice_usage WHERE user_id = $1 AND month = ''`, userID)
	return err
}

// addedTextLength returns how many characters an attempt adds to the count of its message and
// voice. The parts of a reply have the words of the whole reply, and the words count only once. So
// the count is the larger of two numbers: the characters of the whole reply, and the characters of
// all its parts. Before the call, the row of the attempt must have an empty reserved_month.
// Otherwise the count would already include the attempt. Rule voice-allowance.
func (store) addedTextLength(ctx context.Context, tx storage.Querier, a recordingAttempt) (int64, error) {
	var whole, parts int64
	err := tx.QueryRowContext(ctx, `SELECT
			COALESCE(SUM(CASE WHEN substr(voice_key, $3, $4) = $5 THEN characters ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN substr(voice_key, $3, $4) = $5 THEN 0 ELSE characters END), 0)
		FROM voice_recordings WHERE message_id = $1 AND substr(voice_key, 1, $6) = $2 AND reserved_month <> ''`,
		a.messageID, a.voiceHash(), voiceHashLength+1, len(wholeReplyKeyInfix), wholeReplyKeyInfix, voiceHashLength).Scan(&whole, &parts)
	textLengthBeforeAttempt := max(whole, parts)
	if a.isWholeReply() {
		whole += a.textLength
	} else {
		parts += a.textLength
	}
	return max(whole, parts) - textLengthBeforeAttempt, err
}

// giveBackAddedTextLength subtracts the characters of a failed attempt from the count of the
// attempt's month. addedTextLength returns the number of these characters. The caller has emptied
// the reserved_month of the attempt's row, or deleted the row.
func (s store) giveBackAddedTextLength(ctx context.Context, tx storage.Querier, a recordingAttempt) error {
	if err := s.lockUsage(ctx, tx, a); err != nil {
		return err
	}
	textLengthToGiveBack, err := s.addedTextLength(ctx, tx, a)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE voice_usage SET characters = characters - $3 WHERE user_id = $1 AND month = $2`, a.userID, a.month, textLengthToGiveBack)
	return err
}

// lockUsage locks the count of an attempt's month until the transaction ends, so that
// addedTextLength sees what other transactions have counted.
func (store) lockUsage(ctx context.Context, tx storage.Querier, a recordingAttempt) error {
	_, err := tx.ExecContext(ctx, `UPDATE voice_usage SET characters = characters WHERE user_id = $1 AND month = $2`, a.userID, a.month)
	return err
}

// usedTextLength returns how many characters were spoken for a user in the current month.
func (s store) usedTextLength(ctx context.Context, userID string, now time.Time) (n int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT characters FROM voice_usage WHERE user_id = $1 AND month = $2`, userID, monthOf(now)).Scan(&n)
	if storage.IsNoRows(err) {
		return 0, nil
	}
	return n, err
}
