package memory

import (
	"context"

	"colloquy/internal/storage"
)

// ForgetMessages deletes the memories that come from messages, and empties the summaries of
// them. Call it in the transaction that deletes or changes the messages, before it does.
// Messages that are only changed are read again with Note. Rule memory-receipt.
func (s *Service) ForgetMessages(ctx context.Context, tx storage.Querier, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	list, err := places(ctx, tx, ids)
	if err != nil {
		return err
	}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].talk == list[0].talk {
			n++
		}
		if err := s.forgetIn(ctx, tx, list[:n]); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

// forgetIn is ForgetMessages for messages of one talk, sorted by Seq.
func (s *Service) forgetIn(ctx context.Context, tx storage.Querier, list []place) error {
	t, ids := list[0].talk, make([]string, len(list))
	for i, p := range list {
		ids[i] = p.id
	}
	last, err := lastSeq(ctx, tx, t, ids)
	if err != nil {
		return err
	}
	if err := s.store.newVersion(ctx, tx, t, last); err != nil {
		return err
	}
	if err := s.store.deleteFrom(ctx, tx, ids); err != nil {
		return err
	}
	if err := s.store.deleteBlocks(ctx, tx, t, last); err != nil {
		return err
	}
	for _, p := range list {
		if err := s.store.emptyBlocks(ctx, tx, t, p.seq, p.seq); err != nil {
			return err
		}
	}
	return nil
}

// StartOver forgets how far conversations were read, and their summaries. The memories stay.
// Call it in the transaction that empties or deletes the conversations.
func (s *Service) StartOver(ctx context.Context, tx storage.Querier, conversationIDs []string) error {
	for _, id := range conversationIDs {
		t, ok := parseTalk(id)
		if !ok {
			continue
		}
		if err := s.store.deleteTalkRow(ctx, tx, t); err != nil {
			return err
		}
		if err := s.store.deleteBlocks(ctx, tx, t, -1); err != nil {
			return err
		}
	}
	return nil
}

// deleteFrom deletes the memories that come from messages.
func (store) deleteFrom(ctx context.Context, tx storage.Querier, messageIDs []string) error {
	placeholders, args := storage.In(nil, messageIDs)
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

// Erase deletes what a call that was running during Forget has added.
func (s *Service) Erase(ctx context.Context, userID string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.Forget(ctx, tx, userID) })
}
