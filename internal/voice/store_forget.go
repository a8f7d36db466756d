package voice

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func scanFileName(r storage.Row) (name string, err error) { return name, r.Scan(&name) }

// deleteRecordingsOfMessages deletes the rows of messages' recordings and returns the file
// names. A name is empty for an attempt without a file. Rule voice-forgotten.
func (store) deleteRecordingsOfMessages(ctx context.Context, tx storage.Querier, ids []string) ([]string, error) {
	placeholders, args := storage.InList(nil, ids)
	return storage.QueryAll(ctx, tx, scanFileName, `DELETE FROM voice_recordings WHERE message_id IN (`+placeholders+`) RETURNING file`, args...)
}

func (store) forgetUser(ctx context.Context, tx storage.Querier, userID string) error {
	for _, statement := range []string{
		`DELETE FROM voice_recordings WHERE user_id = $1`,
		`DELETE FROM voice_usage WHERE user_id = $1`,
		`DELETE FROM voice_settings WHERE user_id = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, userID); err != nil {
			return err
		}
	}
	return nil
}

// unfinishedAttempts returns attempts without a file whose lease ended before a time.
func (s store) unfinishedAttempts(ctx context.Context, before time.Time, limit int) ([]recordingAttempt, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (a recordingAttempt, err error) {
		return a, r.Scan(&a.id, &a.messageID, &a.key, &a.userID, &a.attemptID, &a.month, &a.textLength)
	}, `SELECT id, message_id, voice_key, user_id, owner, reserved_month, characters FROM voice_recordings WHERE file = '' AND lease_until < $1 ORDER BY lease_until LIMIT $2`,
		core.Millis(before), limit)
}

// deleteAttempt deletes an attempt and gives its characters back, unless another attempt
// has taken over.
func (s store) deleteAttempt(ctx context.Context, tx storage.Querier, a recordingAttempt) error {
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM voice_recordings WHERE id = $1 AND owner = $2 AND reserved_month = $3 AND file = ''`, a.id, a.attemptID, a.month)
	if err != nil || n == 0 || a.month == "" {
		return err
	}
	return s.giveBackAddedTextLength(ctx, tx, a)
}
