package memory

import (
	"context"

	"colloquy/internal/storage"
)

// summaryBlock is the summary of successive messages of a talk.
type summaryBlock struct {
	talk
	firstSeq, lastSeq int64  // the Seq of its first and of its last message
	text              string // one statement a line
	isStale           bool   // whether the summary must be made again, because a message was deleted or changed
}

const summaryBlockColumns = `user_id, character_id, first_seq, last_seq, text, stale`

func scanSummaryBlock(r storage.Row) (b summaryBlock, err error) {
	return b, r.Scan(&b.userID, &b.characterID, &b.firstSeq, &b.lastSeq, &b.text, &b.isStale)
}

// summaryBlocksOfTalk returns the summaries of a talk, the oldest first. A talk has at most
// maxSummaryBlocks + 1.
func (store) summaryBlocksOfTalk(ctx context.Context, q storage.Querier, userID string, characterID int) ([]summaryBlock, error) {
	return storage.QueryAll(ctx, q, scanSummaryBlock, `SELECT `+summaryBlockColumns+` FROM memory_summaries WHERE user_id = $1 AND character_id = $2 ORDER BY first_seq`, userID, characterID)
}

// summaryBlocksToClean returns the summaries of a user's talk with a character, or of all talks of
// the user if characterID is 0.
func (store) summaryBlocksToClean(ctx context.Context, tx storage.Querier, userID string, characterID int) ([]summaryBlock, error) {
	return storage.QueryAll(ctx, tx, scanSummaryBlock, `SELECT `+summaryBlockColumns+` FROM memory_summaries
		WHERE user_id = $1 AND (character_id = $2 OR $2 = 0) ORDER BY character_id, first_seq`, userID, characterID)
}

func (store) saveSummaryBlock(ctx context.Context, tx storage.Querier, b summaryBlock) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO memory_summaries (`+summaryBlockColumns+`) VALUES ($1, $2, $3, $4, $5, FALSE)
		ON CONFLICT (user_id, character_id, first_seq) DO UPDATE SET last_seq = $4, text = $5, stale = FALSE`, b.userID, b.characterID, b.firstSeq, b.lastSeq, b.text)
	return err
}

func (store) updateSummaryBlockText(ctx context.Context, tx storage.Querier, t talk, firstSeq int64, text string) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_summaries SET text = $4 WHERE user_id = $1 AND character_id = $2 AND first_seq = $3`, t.userID, t.characterID, firstSeq, text)
	return err
}

func (store) deleteSummaryBlock(ctx context.Context, tx storage.Querier, b summaryBlock) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memory_summaries WHERE user_id = $1 AND character_id = $2 AND first_seq = $3`, b.userID, b.characterID, b.firstSeq)
	return err
}

// deleteSummaryBlocksAfterSeq deletes the summaries whose first message has a Seq greater than the argument
// `after`.
func (store) deleteSummaryBlocksAfterSeq(ctx context.Context, tx storage.Querier, t talk, after int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memory_summaries WHERE user_id = $1 AND character_id = $2 AND first_seq > $3`, t.userID, t.characterID, after)
	return err
}

// markSummaryBlocksStale empties the summaries with messages between the Seqs first and last, and
// marks them stale. The next job makes them again (rule memory-receipt).
func (store) markSummaryBlocksStale(ctx context.Context, tx storage.Querier, t talk, first, last int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE memory_summaries SET text = '', stale = TRUE
		WHERE user_id = $1 AND character_id = $2 AND first_seq <= $4 AND last_seq >= $3`, t.userID, t.characterID, first, last)
	return err
}
