package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/storage"
)

// eraseBatchSize is the number of messages that one transaction of Erase deletes. On SQLite
// a message takes 1.6 ms, because its words are overwritten in the index of the search.
const eraseBatchSize = 100

// StopReplies ends the running replies of a user, also at the model, and waits a few
// seconds for their end.
func (s *Service) StopReplies(ctx context.Context, userID string) error {
	list, err := message.RunningOf(ctx, s.deps.DB.Reader(), userID)
	if err != nil {
		return err
	}
	for _, m := range list {
		if _, err := s.replies.Stop(ctx, m, -1); message.UnlessNotFound(err) != nil {
			return err
		}
	}
	return nil
}

// Forget deletes the counts of the user's sends (tables chat_usage and deleted_sends). It also requests the
// stop of replies that have started since StopReplies, in the process that writes them.
// Erase deletes the conversations.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	running, err := message.RunningOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	for _, m := range running {
		if err := message.RequestStop(ctx, tx, m.ID, -1); err != nil {
			return err
		}
	}
	if err := message.ForgetDeletedOf(ctx, tx, userID); err != nil {
		return err
	}
	return s.store.deleteUsage(ctx, tx, userID)
}

// Erase deletes the conversations of a user, in small transactions. A reply that still
// runs ends when its writer finds that the row is gone. A second call continues where the
// first one stopped.
func (s *Service) Erase(ctx context.Context, userID string) error {
	for deleted := int64(eraseBatchSize); deleted == eraseBatchSize; {
		err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			deleted, err = message.DeleteBatch(ctx, tx, userID, eraseBatchSize)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.deleteConversations(ctx, tx, userID) })
}

func (store) deleteUsage(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM chat_usage WHERE user_id = $1`, userID)
	return err
}

func (store) deleteConversations(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM conversations WHERE user_id = $1`, userID)
	return err
}
