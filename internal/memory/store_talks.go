package memory

import (
	"context"
	"strconv"
	"strings"

	"colloquy/internal/storage"
)

// talk is the conversation of a user with a character.
type talk struct {
	userID      string
	characterID int
}

func talkOf(m Memory) talk { return talk{m.UserID, m.CharacterID} }

// conversationID is the id of the conversation (rule chat-conversation-id).
func (t talk) conversationID() string { return t.userID + "_" + strconv.Itoa(t.characterID) }

// parseTalk returns the talk of a conversation's id.
func parseTalk(conversationID string) (talk, bool) {
	i := strings.LastIndexByte(conversationID, '_')
	if i < 0 {
		return talk{}, false
	}
	n, err := strconv.Atoi(conversationID[i+1:])
	return talk{conversationID[:i], n}, err == nil
}

// progress is a row of memory_talks.
type progress struct {
	version, noted, folded int64
}

// begin inserts the row of a talk unless it exists.
func (store) begin(ctx context.Context, tx storage.Querier, t talk) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO memory_talks (user_id, character_id, version, noted_seq, folded_seq) VALUES ($1, $2, 0, 0, 0) ON CONFLICT DO NOTHING`,
		t.userID, t.characterID)
	return err
}

// lock locks the row of a talk until the transaction ends, and inserts it if need be.
func (store) lock(ctx context.Context, tx storage.Querier, t talk) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO memory_talks (user_id, character_id, version, noted_seq, folded_seq) VALUES ($1, $2, 0, 0, 0)
		ON CONFLICT (user_id, character_id) DO UPDATE SET version = memory_talks.version`, t.userID, t.characterID)
	return err
}

// progress reports false if the talk has no row.
func (s store) progress(ctx context.Context, t talk) (p progress, found bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT version, noted_seq, folded_seq FROM memory_talks WHERE user_id = $1 AND character_id = $2`, t.userID, t.characterID).
		Scan(&p.version, &p.noted, &p.folded)
	if storage.IsNoRows(err) {
		return p, false, nil
	}
	return p, err == nil, err
}

// advance moves a talk from one state to another, and locks its row. It returns errStale if
// the talk is in another state, or gone.
func (store) advance(ctx context.Context, tx storage.Querier, t talk, from, to progress) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE memory_talks SET noted_seq = $6, folded_seq = $7
		WHERE user_id = $1 AND character_id = $2 AND version = $3 AND noted_seq = $4 AND folded_seq = $5`,
		t.userID, t.characterID, from.version, from.noted, from.folded, to.noted, to.folded)
	if err == nil && n == 0 {
		err = errStale
	}
	return err
}

// newVersion drops what is being read of a talk. It also locks the row.
func (store) newVersion(ctx context.Context, tx storage.Querier, t talk, last int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_talks SET version = version + 1,
		noted_seq = CASE WHEN noted_seq > $3 THEN $3 ELSE noted_seq END, folded_seq = CASE WHEN folded_seq > $3 THEN $3 ELSE folded_seq END
		WHERE user_id = $1 AND character_id = $2`, t.userID, t.characterID, last)
	return err
}

// newVersions is newVersion for all talks of a user.
func (store) newVersions(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_talks SET version = version + 1 WHERE user_id = $1`, userID)
	return err
}

// setRead sets up to where a talk counts as read.
func (store) setRead(ctx context.Context, tx storage.Querier, t talk, seq int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_talks SET version = version + 1, noted_seq = $3, folded_seq = $3 WHERE user_id = $1 AND character_id = $2`,
		t.userID, t.characterID, seq)
	return err
}

func (store) deleteTalkRow(ctx context.Context, tx storage.Querier, t talk) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memory_talks WHERE user_id = $1 AND character_id = $2`, t.userID, t.characterID)
	return err
}

func scanTalk(r storage.Row) (t talk, err error) { return t, r.Scan(&t.userID, &t.characterID) }

func (store) talksOf(ctx context.Context, tx storage.Querier, userID string) ([]talk, error) {
	return storage.All(ctx, tx, scanTalk, `SELECT user_id, character_id FROM memory_talks WHERE user_id = $1 ORDER BY character_id`, userID)
}
