package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
)

// SpokenReply is a reply, with what a voice needs.
type SpokenReply struct {
	Message   message.Message
	Line      string // of the user, which the reply answers
	Character Character
	Grant     Grant
}

// SpokenReply finds a reply in a conversation of the actor. Without messageID it is the last
// message. Any other message is not found.
// Rule voice-server.
func (s *Service) SpokenReply(ctx context.Context, actor core.Actor, conversationID, messageID string) (out SpokenReply, err error) {
	c, err := s.conversation(ctx, actor, conversationID)
	if err != nil {
		return out, err
	}
	if messageID == "" {
		out.Message, err = message.Newest(ctx, s.deps.DB.Reader(), c.ID)
	} else {
		out.Message, err = message.ByID(ctx, s.deps.DB.Reader(), c.ID, messageID)
	}
	if err != nil {
		return out, err
	}
	if out.Message.IsUser {
		return out, message.ErrNotFound
	}
	line, err := message.ByID(ctx, s.deps.DB.Reader(), c.ID, out.Message.ReplyTo)
	if message.UnlessNotFound(err) != nil {
		return out, err
	}
	out.Line = line.Content
	if out.Character, err = s.character(ctx, c); err != nil {
		return out, err
	}
	grants, err := s.deps.Access.Grants(ctx, actor.UserID, []Character{out.Character})
	out.Grant = grants[c.CharacterID]
	return out, err
}

// StoredReply returns a message of a conversation that SpokenReply has found, as it is
// stored now.
func (s *Service) StoredReply(ctx context.Context, conversationID, messageID string) (message.Message, error) {
	return message.ByID(ctx, s.deps.DB.Reader(), conversationID, messageID)
}
