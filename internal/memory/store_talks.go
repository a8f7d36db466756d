package memory

import (
	"context"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// talk is the conversation of a user with a character.
type talk struct {
	userID      string
	characterID int
}

func talkOfMemory(m Memory) talk { return talk{m.UserID, m.CharacterID} }

// conversationID is the id of the conversation (rule chat-conversation-id).
func (t talk) conversationID() string { return t.userID + "_" + strconv.Itoa(t.characterID) }

// parseTalk returns the talk with the given conversation id. It returns false for an id of
// another form.
func parseTalk(conversationID string) (talk, bool) {
	i := strings.LastIndexByte(conversationID, '_')
	if i < 0 {
		return talk{}, false
	}
	n, err := strconv.Atoi(conversationID[i+1:])
	return talk{conversationID[:i], n}, err == nil
}

// talkProgress is a row of memory_talks: how far a talk is read.
type talkProgress struct {
	version       int64 // changes with every deletion
	notedSeq      int64 // Seq of the last message whose facts are noted
	summarisedSeq int64 // Seq of the last message that is summarised
}

// insertTalkIfMissing inserts the row of a talk unless the row exists. The first version is the
// time in milliseconds, so it differs from that of a deleted row. Therefore a job that read the
// deleted row cannot store its notes.
func (store) insertTalkIfMissing(ctx context.Context, tx storage.Querier, t talk, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO memory_talks (user_id, character_id, version, noted_seq, folded_seq) VALUES ($1, $2, $3, 0, 0) ON CONFLICT DO NOTHING`,
		t.userID, t.characterID, core.Millis(now))
	return err
}

// lockTalk locks the row of a talk until the transaction ends. It inserts the row if it is
// missing.
func (store) lockTalk(ctx context.Context, tx storage.Querier, t talk, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO memory_talks (user_id, character_id, version, noted_seq, folded_seq) VALUES ($1, $2, $3, 0, 0)
		ON CONFLICT (user_id, character_id) DO UPDATE SET version = memory_talks.version`, t.userID, t.characterID, core.Millis(now))
	return err
}

// readProgress returns how far a talk is read. found is false if the talk has no row.
func (s store) readProgress(ctx context.Context, t talk) (p talkProgress, found bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT version, noted_seq, folded_seq FROM memory_talks WHERE user_id = $1 AND character_id = $2`, t.userID, t.characterID).
		Scan(&p.version, &p.notedSeq, &p.summarisedSeq)
	if storage.IsNoRows(err) {
		return p, false, nil
	}
	return p, err == nil, err
}

// advanceProgress changes the progress of a talk from the argument `from` to the argument `to`, and
// locks the row. advanceProgress returns errStaleProgress if the stored progress is not equal to
// `from`, or if the row is deleted.
func (store) advanceProgress(ctx context.Context, tx storage.Querier, t talk, from, to talkProgress) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE memory_talks SET noted_seq = $6, folded_seq = $7
		WHERE user_id = $1 AND character_id = $2 AND version = $3 AND noted_seq = $4 AND folded_seq = $5`,
		t.userID, t.characterID, from.version, from.notedSeq, from.summarisedSeq, to.notedSeq, to.summarisedSeq)
	if err == nil && n == 0 {
		err = errStaleProgress
	}
	return err
}

// rewindProgress marks the messages of a talk with a Seq above last as unread. It locks the row and
// increases the version, so that a job which is reading the talk stores nothing (rule
// memory-receipt).
func (store) rewindProgress(ctx context.Context, tx storage.Querier, t talk, last int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_talks SET version = version + 1,
		noted_seq = CASE WHEN noted_seq > $3 THEN $3 ELSE noted_seq END, folded_seq = CASE WHEN folded_seq > $3 THEN $3 ELSE folded_seq END
		WHERE user_id = $1 AND character_id = $2`, t.userID, t.characterID, last)
	return err
}

// increaseTalkVersions increases the versions of all talks of a user, so that jobs which are
// reading them store nothing.
func (store) increaseTalkVersions(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_talks SET version = version + 1 WHERE user_id = $1`, userID)
	return err
}

// setReadSeq stores that the messages of a talk up to seq are read and need no summary. It
// increases the version. Rule memory-delete-all.
func (store) setReadSeq(ctx context.Context, tx storage.Querier, t talk, seq int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_talks SET version = version + 1, noted_seq = $3, folded_seq = $3 WHERE user_id = $1 AND character_id = $2`,
		t.userID, t.characterID, seq)
	return err
}

func (store) deleteTalkRow(ctx context.Context, tx storage.Querier, t talk) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memory_talks WHERE user_id = $1 AND character_id = $2`, t.userID, t.characterID)
	return err
}

func scanTalk(r storage.Row) (t talk, err error) { return t, r.Scan(&t.userID, &t.characterID) }

func (store) talksOfUser(ctx context.Context, tx storage.Querier, userID string) ([]talk, error) {
	return storage.QueryAll(ctx, tx, scanTalk, `SELECT user_id, character_id FROM memory_talks WHERE user_id = $1 ORDER BY character_id`, userID)
}
