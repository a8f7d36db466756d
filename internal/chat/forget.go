package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/storage"
)

// messagesPerEraseBatch is the number of messages that one transaction of Erase deletes. On SQLite a
// message takes 1.6 ms, because the search index overwrites its words.
const messagesPerEraseBatch = 100

// StopReplies stops the running replies of a user, cancels their calls of the model, and
// waits a few seconds for their end. Rule accounts-delete.
func (s *Service) StopReplies(ctx context.Context, userID string) error {
	list, err := message.RunningOfUser(ctx, s.deps.DB.Reader(), userID)
	if err != nil {
		return err
	}
	for _, m := range list {
		if _, err := s.replyRunner.Stop(ctx, m, -1); message.IgnoreNotFound(err) != nil {
			return err
		}
	}
	return nil
}

// Forget deletes the user's reports and the counts of the user's sends. The counts are in the
// tables chat_usage and deleted_sends. Erase deletes the conversations. Forget also requests a stop
// of replies that have started since StopReplies. The processes that write these replies then stop
// them.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	// The lock waits for a parallel call that stores a send or a report, so that its rows are deleted
	// too.
	if err := s.store.lockUsage(ctx, tx, userID); err != nil {
		return err
	}
	running, err := message.RunningOfUser(ctx, tx, userID)
	if err != nil {
		return err
	}
	for _, m := range running {
		if err := message.RequestStop(ctx, tx, m.ID, -1); err != nil {
			return err
		}
	}
	if err := message.ForgetDeletedSendsOf(ctx, tx, userID); err != nil {
		return err
	}
	if err := s.store.deleteReports(ctx, tx, userID); err != nil {
		return err
	}
	return s.store.deleteUsage(ctx, tx, userID)
}

// Erase deletes the conversations of a user with their archives, in small transactions. A reply
// that still runs ends when its writer finds that its row was deleted. After a failed call, the
// next call deletes what is left. Rule accounts-delete-within.
func (s *Service) Erase(ctx context.Context, userID string) error {
	for deleted := int64(messagesPerEraseBatch); deleted == messagesPerEraseBatch; {
		err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			deleted, err = message.DeleteBatchOfUser(ctx, tx, userID, messagesPerEraseBatch)
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

// deleteReports deletes a user's reports, which end with the account (rule messages-report).
func (store) deleteReports(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM message_reports WHERE user_id = $1`, userID)
	return err
}

func (store) deleteConversations(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM conversations WHERE user_id = $1`, userID)
	return err
}
