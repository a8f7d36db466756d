package chat

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// maxMessageBytesPerUser is the largest total size of the messages that one user has sent, in bytes
// (rule chat-storage).
const maxMessageBytesPerUser = 32 << 20

// StoreWithoutReply stores a user message and starts no reply (POST /messages/{id}).
func (s *Service) StoreWithoutReply(ctx context.Context, actor core.Actor, ref string, in MessageInput) (message.Message, error) {
	if err := in.cleanAndCheck(); err != nil {
		return message.Message{}, err
	}
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return message.Message{}, err
	}
	if in.ClientID != "" {
		if m, err := s.findUserMessage(ctx, s.deps.DB.Reader(), c, in); err == nil || message.IgnoreNotFound(err) != nil {
			return m, err
		}
	}
	if _, err := s.checkMayWrite(ctx, actor, c); err != nil {
		return message.Message{}, err
	}
	var m message.Message
	return m, asErrNoConversation(retryRace(func() error {
		return s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			if err := s.store.lockUsage(ctx, tx, actor.UserID); err != nil {
				return err
			}
			m, err = s.storeMessage(ctx, tx, c, in)
			return err
		})
	}))
}

// storeMessage returns the stored message with the same client id, or inserts a new
// message.
func (s *Service) storeMessage(ctx context.Context, tx storage.Querier, c Conversation, in MessageInput) (message.Message, error) {
	last, err := message.Newest(ctx, tx, c.ID) // before findUserMessage: on PostgreSQL a later query may see newer rows
	if err != nil {
		return message.Message{}, err
	}
	if in.ClientID != "" {
		if m, err := s.findUserMessage(ctx, tx, c, in); err == nil || message.IgnoreNotFound(err) != nil {
			return m, err
		}
	}
	if last.Status == message.Generating {
		return message.Message{}, errReplyRunning
	}
	return s.insertUserMessage(ctx, tx, c, in, s.deps.Clock.Now())
}

// insertUserMessage inserts a message and counts it against the limits of its user.
func (s *Service) insertUserMessage(ctx context.Context, tx storage.Querier, c Conversation, in MessageInput, now time.Time) (message.Message, error) {
	if err := s.checkNotDeleted(ctx, tx, c, in); err != nil {
		return message.Message{}, err
	}
	if err := s.countSend(ctx, tx, c.UserID); err != nil {
		return message.Message{}, err
	}
	fits, err := s.store.addUsage(ctx, tx, c.UserID, len(in.Content), maxMessageBytesPerUser)
	if err != nil {
		return message.Message{}, err
	}
	if !fits {
		return message.Message{}, errStorageFull
	}
	m := message.Message{
		ID: core.NewID(now), ConversationID: c.ID, IsUser: true, Content: in.Content,
		Status: message.Complete, ClientID: in.ClientID, CreatedAt: now,
	}
	if m.Seq, err = message.Insert(ctx, tx, m); err != nil {
		return message.Message{}, err
	}
	return m, message.ApplySidebarChange(ctx, tx, c.ID, message.SidebarChange{LastMessage: m.Content, AddedMessages: 1, ReadUpToSeq: m.Seq, At: core.Millis(now)})
}
