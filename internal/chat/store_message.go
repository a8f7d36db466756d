package chat

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

const (
	sendsPerMinute = 20
	sendsPerDay    = 300
	// maxStoredBytes bounds the stored messages of one user, in bytes.
	maxStoredBytes = 32 << 20
)

// Store stores a user message without starting a reply (POST /messages/{id}).
func (s *Service) Store(ctx context.Context, actor core.Actor, ref string, in Input) (message.Message, error) {
	if err := in.check(); err != nil {
		return message.Message{}, err
	}
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return message.Message{}, err
	}
	if in.ClientID != "" {
		if m, err := s.findUserMessage(ctx, s.deps.DB.Reader(), c, in); err == nil || message.UnlessNotFound(err) != nil {
			return m, err
		}
	}
	if _, err := s.checkWrite(ctx, actor, c); err != nil {
		return message.Message{}, err
	}
	var m message.Message
	return m, goneIfDeleted(retryRace(func() error {
		return s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			m, err = s.storeMessage(ctx, tx, c, in)
			return err
		})
	}))
}

// storeMessage returns the stored message with the same client id, or inserts a new
// one.
func (s *Service) storeMessage(ctx context.Context, tx storage.Querier, c Conversation, in Input) (message.Message, error) {
	last, err := message.Newest(ctx, tx, c.ID) // read first, because later queries may see newer rows
	if err != nil {
		return message.Message{}, err
	}
	if in.ClientID != "" {
		if m, err := s.findUserMessage(ctx, tx, c, in); err == nil || message.UnlessNotFound(err) != nil {
			return m, err
		}
	}
	if last.Status == message.Generating {
		return message.Message{}, errReplyRunning
	}
	return s.insertUserMessage(ctx, tx, c, in, s.deps.Clock.Now())
}

// insertUserMessage inserts a message and counts it against the limits of its user.
func (s *Service) insertUserMessage(ctx context.Context, tx storage.Querier, c Conversation, in Input, now time.Time) (message.Message, error) {
	if err := s.checkNotDeleted(ctx, tx, c, in, now); err != nil {
		return message.Message{}, err
	}
	if err := s.takeLimits(ctx, tx, c.UserID); err != nil {
		return message.Message{}, err
	}
	fits, err := s.store.addUsage(ctx, tx, c.UserID, len(in.Content), maxStoredBytes)
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
	return m, message.Touch(ctx, tx, c.ID, message.Preview(m.Content), 1, core.Millis(now))
}

// takeLimits counts a message, or a retry, against the limits of sending. A rollback of
// the transaction undoes the count.
func (s *Service) takeLimits(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := s.deps.Limits.TakeIn(ctx, tx,
		limits.Limit{Key: "send " + userID, N: sendsPerMinute, Per: time.Minute},
		limits.Limit{Key: "send " + userID, N: sendsPerDay, Per: 24 * time.Hour})
	if wait, full := limits.Full(err); full {
		return errRateLimited.After(wait)
	}
	return err
}
