package voice

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// store has the SQL of the package, in this file, the other store files and allowance.go.
type store struct{ db *storage.DB }

// recordingAttempt is one attempt to make a recording.
type recordingAttempt struct {
	id, messageID, userID, key string // key is a recordingKey
	textLength                 int64  // of the text to speak
	attemptID                  string // unique for the attempt
	month                      string // in which the characters are counted
}

// voiceHash returns the part of the key that is the same for all recordings of a message in
// one voice.
func (a recordingAttempt) voiceHash() string { return a.key[:voiceHashLength] }

// isWholeReply reports whether the attempt records a whole reply and not a part.
func (a recordingAttempt) isWholeReply() bool {
	return strings.HasPrefix(a.key[voiceHashLength:], wholeReplyKeyInfix)
}

// recordingRow has the columns of voice_recordings that waiting calls read. The zero value
// means that there is no row.
type recordingRow struct {
	id, file, failure string // file and failure are empty while an attempt runs
	leaseUntil        time.Time
}

// isRunning reports whether an attempt has the lease at the time now.
func (r recordingRow) isRunning(now time.Time) bool {
	return r.id != "" && r.failure == "" && now.Before(r.leaseUntil)
}

func (store) findRecordingRow(ctx context.Context, q storage.Querier, messageID, key string) (r recordingRow, err error) {
	var lease int64
	err = q.QueryRowContext(ctx, `SELECT id, file, failure, lease_until FROM voice_recordings WHERE message_id = $1 AND voice_key = $2`, messageID, key).
		Scan(&r.id, &r.file, &r.failure, &lease)
	if storage.IsNoRows(err) {
		return recordingRow{}, nil
	}
	r.leaseUntil = core.FromMillis(lease)
	return r, err
}

// claimLease takes the lease of a recording and reserves its characters. If a former attempt has left
// a row in voice_recordings, claimLease sets a.id from the row, and a.month if its characters are
// still reserved. It returns false if another attempt has the lease or the recording exists. If the
// user may not make the recording, the error is errAllowanceUsed or errTooManyRequests. Rules voice-once,
// voice-errors, voice-allowance.
func (s store) claimLease(ctx context.Context, tx storage.Querier, a *recordingAttempt, allowance int64, now, until time.Time) (bool, error) {
	if err := s.lockUser(ctx, tx, a.userID); err != nil {
		return false, err
	}
	month := ""
	err := tx.QueryRowContext(ctx, `INSERT INTO voice_recordings (id, message_id, user_id, voice_key, characters, reserved_month, owner, lease_until, created_at)
		VALUES ($1, $2, $3, $4, $5, '', $6, $7, $8)
		ON CONFLICT (message_id, voice_key) DO UPDATE SET owner = $6, lease_until = $7, failure = ''
			WHERE voice_recordings.file = '' AND (voice_recordings.failure <> '' OR voice_recordings.lease_until <= $8)
		RETURNING id, reserved_month`,
		a.id, a.messageID, a.userID, a.key, a.textLength, a.attemptID, core.Millis(until), core.Millis(now)).Scan(&a.id, &month)
	if storage.IsNoRows(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if month != "" { // an attempt whose process died has reserved the characters
		a.month = month
		return true, nil
	}
	textLengthToAdd, err := s.addedTextLength(ctx, tx, *a)
	if err != nil {
		return false, err
	}
	if textLengthToAdd > 0 {
		if err := s.reserveTextLength(ctx, tx, a.userID, a.month, textLengthToAdd, allowance); err != nil {
			return false, err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE voice_recordings SET reserved_month = $2 WHERE id = $1`, a.id, a.month); err != nil {
		return false, err
	}
	n, err := s.countLeasedAttempts(ctx, tx, a.userID, now)
	if err == nil && n > maxRecordingsPerUser {
		err = errTooManyRequests
	}
	return err == nil, err
}

// countLeasedAttempts returns how many attempts of a user have a lease. The caller has locked the
// user.
func (store) countLeasedAttempts(ctx context.Context, tx storage.Querier, userID string, now time.Time) (n int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM voice_recordings WHERE user_id = $1 AND file = '' AND failure = '' AND lease_until > $2`, userID, core.Millis(now)).Scan(&n)
	return n, err
}

// storeFile stores the file name of a finished attempt. It returns false if the row was deleted
// or another attempt has taken over.
func (store) storeFile(ctx context.Context, tx storage.Querier, a recordingAttempt, file string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE voice_recordings SET file = $3 WHERE id = $1 AND owner = $2 AND file = ''`, a.id, a.attemptID, file)
	return n == 1, err
}

// storeFailure stores why an attempt failed, ends its lease and gives its characters back. The
// row stays for unfinishedAttemptLifetime, so that all waiting calls can read the reason. Rule
// voice-allowance.
func (s store) storeFailure(ctx context.Context, tx storage.Querier, a recordingAttempt, reason string, now time.Time) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE voice_recordings SET failure = $3, lease_until = $4, reserved_month = ''
		WHERE id = $1 AND owner = $2 AND file = ''`, a.id, a.attemptID, reason, core.Millis(now))
	if err != nil || n == 0 {
		return err
	}
	return s.giveBackAddedTextLength(ctx, tx, a)
}
