package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Retry restarts the last reply if it failed or was interrupted, or starts the reply to
// a message that has none. It returns a running reply unchanged.
func (s *Service) Retry(ctx context.Context, actor core.Actor, ref string) (message.Turn, error) {
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return message.Turn{}, err
	}
	last, err := s.replies.ExpireStale(ctx, c.ID)
	if err != nil {
		return message.Turn{}, err
	}
	if last.Status == message.Generating {
		return message.TurnOf(last), nil
	}
	ch, err := s.checkReply(ctx, actor, c)
	if err != nil {
		return message.Turn{}, err
	}
	if !last.Retryable() {
		return message.Turn{}, errNothingToRetry
	}
	return s.startTurn(ctx, newTurn{actor: actor, conversation: c, character: ch, isRetry: true})
}

// unansweredMessage returns the user message that a retry answers. It retires the
// previous reply to the message, unless another call has done so.
func (s *Service) unansweredMessage(ctx context.Context, tx storage.Querier, c Conversation) (message.Message, error) {
	last, err := message.Newest(ctx, tx, c.ID)
	switch {
	case err != nil:
		return message.Message{}, err
	case last.Status == message.Generating:
		return message.Message{}, &startedError{message.TurnOf(last)}
	case !last.Retryable():
		return message.Message{}, errNothingToRetry
	}
	if err := s.takeLimits(ctx, tx, c.UserID); err != nil || last.IsUser {
		return last, err
	}
	retired, err := message.Retire(ctx, tx, last.ID)
	if err == nil && !retired {
		err = errLostRace
	}
	return message.Message{ID: last.ReplyTo}, err
}
