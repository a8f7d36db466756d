package chat

import (
	"context"
	"math"
	"slices"
	"strconv"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/storage"
)

const (
	// maxDeletedChats is the largest number of conversations that one call deletes.
	maxDeletedChats = 100
	// deleteBatchSize is the number of messages that one transaction of DeleteChats deletes. A
	// send waits until the transaction ends.
	deleteBatchSize = 100
)

// DeleteChats deletes 1 to 100 conversations of the actor with everything in them. It first stops
// their running replies. If an id cannot belong to the actor, it returns errNoConversation and
// deletes nothing. A missing conversation counts as deleted, so a call can be repeated (rules
// chats-delete, chats-delete-again).
func (s *Service) DeleteChats(ctx context.Context, actor core.Actor, ids []string) error {
	if len(ids) == 0 || len(ids) > maxDeletedChats {
		return core.InvalidFieldsError("sessionIds", badChatCountText)
	}
	for _, id := range ids {
		if !isConversationOf(actor.UserID, id) {
			return errNoConversation
		}
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	if err := s.stopRepliesIn(ctx, ids); err != nil {
		return err
	}
	for isDone := false; !isDone; {
		batch, err := s.deleteBatch(ctx, actor.UserID, ids)
		if err != nil {
			return err
		}
		for _, id := range batch.replyIDs {
			s.deps.Live.Drop(id)
		}
		isDone = batch.isLastBatch
	}
	return nil
}

// isConversationOf reports whether id has the form of an id of the user's conversations.
func isConversationOf(userID, id string) bool {
	_, number, _ := plain.CutLast(id, "_")
	n, err := strconv.Atoi(number)
	return err == nil && id == conversationID(userID, n)
}

// stopRepliesIn stops the running replies of conversations and cancels their calls of the model. It
// waits a few seconds for each reply to end. A reply that still runs ends when its writer finds
// that its row was deleted.
func (s *Service) stopRepliesIn(ctx context.Context, ids []string) error {
	list, err := message.RunningIn(ctx, s.deps.DB.Reader(), ids)
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

// deleteBatchResult is the result of one transaction of DeleteChats.
type deleteBatchResult struct {
	replyIDs    []string // ids of deleted replies
	isLastBatch bool     // whether this batch was the last one; the last batch also deletes the conversations
}

// deleteBatch deletes at most deleteBatchSize messages of the conversations ids. If no message is
// left, it deletes these conversations too. It locks the user's row of chat_usage, which every send
// locks too. So no send can insert a message before deleteBatch deletes the conversations.
func (s *Service) deleteBatch(ctx context.Context, userID string, ids []string) (b deleteBatchResult, err error) {
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		b = deleteBatchResult{}
		if err := s.store.lockUsage(ctx, tx, userID); err != nil {
			return err
		}
		list, err := message.ConversationTextSizes(ctx, tx, ids, deleteBatchSize)
		if err != nil {
			return err
		}
		b.isLastBatch = len(list) < deleteBatchSize
		if len(list) > 0 {
			if b.replyIDs, err = s.deleteMessages(ctx, tx, userID, list); err != nil {
				return err
			}
		}
		if !b.isLastBatch {
			return nil
		}
		if err := s.deps.Memory.ForgetSummariesAndProgress(ctx, tx, ids); err != nil {
			return err
		}
		return s.store.deleteConversationsByID(ctx, tx, ids)
	})
	return b, err
}

// deleteMessages deletes messages of a user, with their recordings and the memories that come from
// them. It subtracts the bytes of the user's own messages from the user's total. It records
// recently sent messages in deleted_sends. It returns the ids of the replies. Rules chats-delete,
// messages-delete.
func (s *Service) deleteMessages(ctx context.Context, tx storage.Querier, userID string, list []message.TextSize) (replyIDs []string, err error) {
	ids, bytes := make([]string, len(list)), 0
	for i, m := range list {
		ids[i] = m.ID
		if m.IsUser {
			bytes += m.ContentBytes
		} else {
			replyIDs = append(replyIDs, m.ID)
		}
	}
	if err := message.RecordDeletedSends(ctx, tx, ids, s.deps.Clock.Now().Add(-deletedSendAge)); err != nil {
		return nil, err
	}
	if err := s.deps.Recordings.ForgetMessages(ctx, tx, userID, ids); err != nil {
		return nil, err
	}
	if err := s.deps.Memory.ForgetMessages(ctx, tx, ids); err != nil {
		return nil, err
	}
	if err := message.Delete(ctx, tx, ids); err != nil {
		return nil, err
	}
	return replyIDs, s.store.subtractUsage(ctx, tx, userID, bytes)
}

// lockUsage locks a user's row of chat_usage until the transaction ends. addUsage does not lock a
// row above its limit, so lockUsage passes math.MaxInt64 as the limit. A row can exceed
// maxMessageBytesPerUser if an older server had a higher limit.
func (s store) lockUsage(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := s.addUsage(ctx, tx, userID, 0, math.MaxInt64)
	return err
}

func (store) subtractUsage(ctx context.Context, tx storage.Querier, userID string, bytes int) error {
	_, err := tx.ExecContext(ctx, `UPDATE chat_usage SET line_bytes = line_bytes - $2 WHERE user_id = $1`, userID, bytes)
	return err
}

func (store) deleteConversationsByID(ctx context.Context, tx storage.Querier, ids []string) error {
	placeholders, args := storage.InList(nil, ids)
	_, err := tx.ExecContext(ctx, `DELETE FROM conversations WHERE id IN (`+placeholders+`)`, args...)
	return err
}
