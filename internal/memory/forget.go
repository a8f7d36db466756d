package memory

import (
	"context"
	"math"

	"colloquy/internal/storage"
)

// ForgetMessages deletes the memories that come from messages, and empties the summaries that cover
// the messages. Call it in the transaction that deletes or changes the messages, before the
// deletion or change. After a change also call EnqueueNote with the ids, so that a job notes the
// new texts. Rule memory-receipt.
func (s *Service) ForgetMessages(ctx context.Context, tx storage.Querier, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	positions, err := findMessagePositions(ctx, tx, ids)
	if err != nil {
		return err
	}
	for len(positions) > 0 {
		n := 1
		for n < len(positions) && positions[n].talk == positions[0].talk {
			n++
		}
		if err := s.forgetMessagesOfTalk(ctx, tx, positions[:n]); err != nil {
			return err
		}
		positions = positions[n:]
	}
	return nil
}

// forgetMessagesOfTalk is ForgetMessages for messages of one talk, sorted by Seq.
func (s *Service) forgetMessagesOfTalk(ctx context.Context, tx storage.Querier, positions []messagePosition) error {
	t, ids := positions[0].talk, make([]string, len(positions))
	for i, p := range positions {
		ids[i] = p.id
	}
	lastSeq, err := lastSeqExceptMessages(ctx, tx, t, ids)
	if err != nil {
		return err
	}
	if err := s.store.rewindProgress(ctx, tx, t, lastSeq); err != nil {
		return err
	}
	if err := s.store.deleteMemoriesOfMessages(ctx, tx, ids); err != nil {
		return err
	}
	if err := s.store.deleteSummaryBlocksAfterSeq(ctx, tx, t, lastSeq); err != nil {
		return err
	}
	for _, p := range positions {
		if err := s.store.markSummaryBlocksStale(ctx, tx, t, p.seq, p.seq); err != nil {
			return err
		}
	}
	return nil
}

// ForgetFrom deletes the memories that come from a conversation's messages with Seq seq or above.
// It deletes the summaries that begin with one of these messages. A summary that begins earlier and
// covers such a message becomes stale, and a job makes it again. Call ForgetFrom in the transaction
// that takes these messages out of the conversation. Rules memory-receipt, messages-edit.
func (s *Service) ForgetFrom(ctx context.Context, tx storage.Querier, conversationID string, seq int64) error {
	t, ok := parseTalk(conversationID)
	if !ok {
		return nil
	}
	if err := s.store.rewindProgress(ctx, tx, t, seq-1); err != nil {
		return err
	}
	if err := s.store.deleteMemoriesSince(ctx, tx, t, seq); err != nil {
		return err
	}
	if err := s.store.deleteSummaryBlocksAfterSeq(ctx, tx, t, seq-1); err != nil {
		return err
	}
	return s.store.markSummaryBlocksStale(ctx, tx, t, seq, math.MaxInt64)
}

// ForgetSummariesAndProgress deletes the summaries of conversations. It also deletes their rows of
// memory_talks, which record how far jobs have read. The memories stay. Call it in the transaction
// that empties or deletes the conversations.
func (s *Service) ForgetSummariesAndProgress(ctx context.Context, tx storage.Querier, conversationIDs []string) error {
	for _, id := range conversationIDs {
		t, ok := parseTalk(id)
		if !ok {
			continue
		}
		if err := s.store.deleteTalkRow(ctx, tx, t); err != nil {
			return err
		}
		if err := s.store.deleteSummaryBlocksAfterSeq(ctx, tx, t, -1); err != nil {
			return err
		}
	}
	return nil
}

// ForgetSummaries deletes the summaries of a conversation whose messages are archived, because
// prompts of the new talk must not have them. The memories and the progress in memory_talks stay.
// Archived messages may be from a time when the memory was switched off. Because the progress
// stays, no job reads them after a restore. Call it in the transaction that archives the messages.
// Rule messages-start-over.
func (s *Service) ForgetSummaries(ctx context.Context, tx storage.Querier, conversationID string) error {
	t, ok := parseTalk(conversationID)
	if !ok {
		return nil
	}
	if err := s.store.rewindProgress(ctx, tx, t, math.MaxInt64); err != nil {
		return err
	}
	return s.store.deleteSummaryBlocksAfterSeq(ctx, tx, t, -1)
}

// deleteMemoriesOfMessages deletes the memories that come from the given messages.
func (store) deleteMemoriesOfMessages(ctx context.Context, tx storage.Querier, messageIDs []string) error {
	placeholders, args := storage.InList(nil, messageIDs)
	_, err := tx.ExecContext(ctx, `DELETE FROM memories WHERE message_id <> '' AND message_id IN (`+placeholders+`)`, args...)
	return err
}

// Forget deletes all rows of a user.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	for _, statement := range []string{
		`DELETE FROM memory_talks WHERE user_id = $1`,
		`DELETE FROM memories WHERE user_id = $1`,
		`DELETE FROM memory_deleted WHERE user_id = $1`,
		`DELETE FROM memory_summaries WHERE user_id = $1`,
		`DELETE FROM memory_settings WHERE user_id = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, userID); err != nil {
			return err
		}
	}
	return nil
}

// Erase deletes the rows that concurrent calls added after Forget.
func (s *Service) Erase(ctx context.Context, userID string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.Forget(ctx, tx, userID) })
}
