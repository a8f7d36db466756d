package chat

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/writing"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/storage"
)

// MessageInput is a message that a user sends. The client chooses ClientID, which begins with
// user- and makes the send idempotent.
type MessageInput struct {
	Content  string
	ClientID string
}

// maxReuseAge limits the reuse of a stored message without a client id. A send of an equal text
// reuses the message up to this age; later it stores a second message (rule chat-stored-line). A
// message with a client id is found by this id at any age.
const maxReuseAge = 60 * time.Second

// cleanAndCheck cleans the text and checks the fields. Rules chat-message-length,
// chat-client-id.
func (in *MessageInput) cleanAndCheck() error {
	in.Content = withoutControlCharacters(in.Content)
	switch n := utf8.RuneCountInString(in.Content); {
	case !plain.HasVisibleRune(in.Content):
		return core.InvalidFieldsError("content", emptyMessageText)
	case n > maxMessageLength:
		return core.InvalidFieldsError("content", longMessageText)
	}
	if in.ClientID != "" && (!strings.HasPrefix(in.ClientID, "user-") || len(in.ClientID) > maxClientIDLength) {
		return core.InvalidFieldsError("client_id", badClientIDText)
	}
	return nil
}

// Send stores the user message and starts its reply. A repeat with the same client id
// returns the same turn.
func (s *Service) Send(ctx context.Context, actor core.Actor, ref string, in MessageInput) (message.Turn, error) {
	if err := in.cleanAndCheck(); err != nil {
		return message.Turn{}, err
	}
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return message.Turn{}, err
	}
	if _, turn, err := s.findSentMessage(ctx, s.deps.DB.Reader(), c, in); turn.ReplyID != "" || err != nil {
		return turn, err
	}
	ch, grant, err := s.checkReplyMayStart(ctx, actor, c)
	if err != nil {
		return message.Turn{}, err
	}
	return s.startTurn(ctx, turnRequest{actor: actor, hasPurchase: grant.HasPurchase, conversation: c, character: ch, input: in})
}

// findSentMessage looks for the message `in`, which an earlier request may have stored. It returns the
// stored user message and its turn. findSentMessage searches by client id. Without a client id, it only
// considers the message that the running reply answers. That message must have the text in.Content.
// If the message has no reply yet, the turn is empty. If no message is found, both results are
// empty. Rules chat-client-id, messages-edit.
func (s *Service) findSentMessage(ctx context.Context, q storage.Querier, c Conversation, in MessageInput) (userMessage message.Message, turn message.Turn, err error) {
	userMessage, err = s.findUserMessage(ctx, q, c, in)
	if err != nil {
		return message.Message{}, message.Turn{}, message.IgnoreNotFound(err)
	}
	reply, err := message.ReplyTo(ctx, q, userMessage.ID)
	if err != nil {
		return userMessage, message.Turn{}, message.IgnoreNotFound(err)
	}
	return userMessage, message.TurnOf(reply), nil
}

// findUserMessage finds the user message that findSentMessage returns. If the client id belongs to a
// message with a text other than in.Content, the error says that the field client_id is invalid.
// Rule chat-client-id-one-text.
func (s *Service) findUserMessage(ctx context.Context, q storage.Querier, c Conversation, in MessageInput) (message.Message, error) {
	if in.ClientID != "" {
		userMessage, err := message.ByClientID(ctx, q, c.ID, in.ClientID)
		switch {
		case err == nil && userMessage.Content != in.Content:
			err = core.InvalidFieldsError("client_id", otherMessageText)
		case err == nil && !userMessage.IsActive:
			err = errMessageArchived
		}
		return userMessage, err
	}
	newest, err := message.Newest(ctx, q, c.ID)
	if err != nil || newest.Status != message.Generating {
		return message.Message{}, message.ErrNotFound
	}
	userMessage, err := message.ByID(ctx, q, c.ID, newest.ReplyTo)
	if err == nil && userMessage.Content != in.Content {
		err = message.ErrNotFound
	}
	return userMessage, err
}

// checkReplyMayStart does the checks of a call that starts a reply, except the limits. The
// transaction that stores the reply counts the call against the limits.
func (s *Service) checkReplyMayStart(ctx context.Context, actor core.Actor, c Conversation) (Character, Grant, error) {
	ch, grant, err := s.grantToWrite(ctx, actor, c)
	if err != nil {
		return ch, grant, err
	}
	if s.drainCtx.Err() != nil {
		return ch, grant, writing.ErrShuttingDown
	}
	_, err = s.replyRunner.ExpireOrphanedReply(ctx, c.ID)
	return ch, grant, message.IgnoreNotFound(err)
}

// checkMayWrite checks whether the user may write to a character. For a hidden character it
// returns errNoCharacter, for a locked one errCharacterLocked.
func (s *Service) checkMayWrite(ctx context.Context, actor core.Actor, c Conversation) (Character, error) {
	ch, _, err := s.grantToWrite(ctx, actor, c)
	return ch, err
}

// grantToWrite makes the same checks as checkMayWrite, and also returns the grant. Rules
// access-locked-refuses, access-hidden-character-chat.
func (s *Service) grantToWrite(ctx context.Context, actor core.Actor, c Conversation) (Character, Grant, error) {
	ch, err := s.loadCharacter(ctx, c)
	if err != nil {
		return ch, Grant{}, err
	}
	if ch.IsHidden {
		return ch, Grant{}, errNoCharacter
	}
	grant, err := s.grantOf(ctx, actor, ch)
	if err == nil && grant.IsLocked {
		err = errCharacterLocked
	}
	return ch, grant, err
}

// storeSentMessage stores the user message. Rule chat-one-at-a-time. It stores nothing in these
// cases:
//
//   - An earlier request stored the message but started no reply: the result is the stored message.
//   - An earlier request stored the message and started the reply: the error is an
//     alreadyStartedError.
//   - A reply to another message runs: the error is errReplyRunning.
func (s *Service) storeSentMessage(ctx context.Context, tx storage.Querier, c Conversation, in MessageInput) (message.Message, error) {
	// A query may see newer rows than an earlier query. So Newest is called first: findSentMessage
	// then sees at least the rows that Newest has seen.
	last, err := message.Newest(ctx, tx, c.ID)
	if message.IgnoreNotFound(err) != nil {
		return message.Message{}, err
	}
	userMessage, turn, err := s.findSentMessage(ctx, tx, c, in)
	if err != nil {
		return message.Message{}, err
	}
	if turn.ReplyID != "" {
		return message.Message{}, &alreadyStartedError{turn}
	}
	if last.Status == message.Generating {
		return message.Message{}, errReplyRunning
	}
	if userMessage.ID != "" {
		return userMessage, nil
	}
	now := s.deps.Clock.Now()
	if last.IsUser && last.Content == in.Content && last.ClientID == "" && now.Sub(last.CreatedAt) < maxReuseAge {
		return last, message.SetClientID(ctx, tx, last.ID, in.ClientID)
	}
	return s.insertUserMessage(ctx, tx, c, in, now)
}
