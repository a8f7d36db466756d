package memory

import (
	"context"

	"colloquy/internal/storage"
)

// block is the summary of some successive messages, one statement a line.
type block struct {
	talk
	firstSeq, lastSeq int64
	text              string
	stale             bool
}

const blockColumns = `user_id, character_id, first_seq, last_seq, text, stale`

func scanBlock(r storage.Row) (b block, err error) {
	return b, r.Scan(&b.userID, &b.characterID, &b.firstSeq, &b.lastSeq, &b.text, &b.stale)
}

// blocks returns the summaries of a talk, the oldest first. There are at most maxBlocks and
// one more.
func (store) blocks(ctx context.Context, q storage.Querier, userID string, characterID int) ([]block, error) {
	return storage.All(ctx, q, scanBlock, `SELECT `+blockColumns+` FROM memory_summaries WHERE user_id = $1 AND character_id = $2 ORDER BY first_seq`, userID, characterID)
}

// blocksToClean returns the summaries of a character's talk, or of all for character 0.
func (store) blocksToClean(ctx context.Context, tx storage.Querier, userID string, characterID int) ([]block, error) {
	return storage.All(ctx, tx, scanBlock, `SELECT `+blockColumns+` FROM memory_summaries
		WHERE user_id = $1 AND (character_id = $2 OR $2 = 0) ORDER BY character_id, first_seq`, userID, characterID)
}

func (store) saveBlock(ctx context.Context, tx storage.Querier, b block) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO memory_summaries (`+blockColumns+`) VALUES ($1, $2, $3, $4, $5, FALSE)
		ON CONFLICT (user_id, character_id, first_seq) DO UPDATE SET last_seq = $4, text = $5, stale = FALSE`, b.userID, b.characterID, b.firstSeq, b.lastSeq, b.text)
	return err
}

func (store) setBlock(ctx context.Context, tx storage.Querier, t talk, firstSeq int64, text string) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_summaries SET text = $4 WHERE user_id = $1 AND character_id = $2 AND first_seq = $3`, t.userID, t.characterID, firstSeq, text)
	return err
}

func (store) deleteBlock(ctx context.Context, tx storage.Querier, b block) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memory_summaries WHERE user_id = $1 AND character_id = $2 AND first_seq = $3`, b.userID, b.characterID, b.firstSeq)
	return err
}

// deleteBlocks deletes the summaries of messages above a Seq.
func (store) deleteBlocks(ctx context.Context, tx storage.Querier, t talk, after int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memory_summaries WHERE user_id = $1 AND character_id = $2 AND first_seq > $3`, t.userID, t.characterID, after)
	return err
}

// emptyBlocks empties the summaries that have messages of a range, to be made again.
func (store) emptyBlocks(ctx context.Context, tx storage.Querier, t talk, first, last int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_summaries SET text = '', stale = TRUE
		WHERE user_id = $1 AND character_id = $2 AND first_seq <= $4 AND last_seq >= $3`, t.userID, t.characterID, first, last)
	return err
}
