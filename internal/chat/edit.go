package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Edit replaces one of the user's messages by a new one and starts the reply to it. It moves the
// old message and all later messages to an archive. A repeated call with the same client id returns
// the first call's turn (rule messages-edit).
func (s *Service) Edit(ctx context.Context, actor core.Actor, ref, messageID string, in MessageInput) (message.Turn, error) {
	if err := in.cleanAndCheck(); err != nil {
		return message.Turn{}, err
	}
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return message.Turn{}, err
	}
	if in.ClientID != "" {
		if _, turn, err := s.findSentMessage(ctx, s.deps.DB.Reader(), c, in); turn.ReplyID != "" || err != nil {
			return turn, err
		}
	}
	ch, grant, err := s.checkReplyMayStart(ctx, actor, c)
	if err != nil {
		return message.Turn{}, err
	}
	return s.startTurn(ctx, turnRequest{actor: actor, hasPurchase: grant.HasPurchase, conversation: c, character: ch, input: in, editedID: messageID})
}

// storeEditedMessage archives a user message with all later messages, and stores the new text as a
// new message. If an earlier call of this edit has stored the new message, it returns that message.
// If that message has a reply already, it returns a alreadyStartedError.
func (s *Service) storeEditedMessage(ctx context.Context, tx storage.Querier, c Conversation, messageID string, in MessageInput) (message.Message, error) {
	last, err := message.Newest(ctx, tx, c.ID)
	if err != nil {
		return message.Message{}, err
	}
	if in.ClientID != "" {
		userMessage, turn, err := s.findSentMessage(ctx, tx, c, in)
		if err != nil {
			return message.Message{}, err
		}
		if turn.ReplyID != "" {
			return message.Message{}, &alreadyStartedError{turn}
		}
		if userMessage.ID != "" {
			return userMessage, nil
		}
	}
	if last.Status == message.Generating {
		return message.Message{}, errReplyRunning
	}
	edited, err := message.ByID(ctx, tx, c.ID, messageID)
	if err != nil {
		return message.Message{}, asErrNoMessage(err)
	}
	if !edited.IsUser || !edited.IsActive {
		return message.Message{}, errNoMessage
	}
	if err := s.deps.Memory.ForgetFrom(ctx, tx, c.ID, edited.Seq); err != nil {
		return message.Message{}, err
	}
	if err := s.archiveFrom(ctx, tx, c.ID, archiveOfEdit, edited.Seq); err != nil {
		return message.Message{}, err
	}
	m, err := s.insertUserMessage(ctx, tx, c, in, s.deps.Clock.Now())
	if err != nil {
		return message.Message{}, err
	}
	return m, message.RecountMessages(ctx, tx, c.ID)
}

// asErrNoMessage replaces message.ErrNotFound by errNoMessage, because startTurn treats
// message.ErrNotFound as the deletion of the conversation.
func asErrNoMessage(err error) error {
	if core.KindOf(err) == core.NotFound {
		return errNoMessage
	}
	return err
}
