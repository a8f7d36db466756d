package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
)

// SpokenReply is a reply, with what a voice needs.
type SpokenReply struct {
	Message   message.Message
	Character Character
	Grant     Grant
}

// SpokenReply finds a reply in a conversation of the actor. Any other message is not found.
// Rule voice-server.
func (s *Service) SpokenReply(ctx context.Context, actor core.Actor, conversationID, messageID string) (out SpokenReply, err error) {
	c, err := s.conversation(ctx, actor, conversationID)
	if err != nil {
		return out, err
	}
	if out.Message, err = message.ByID(ctx, s.deps.DB.Reader(), c.ID, messageID); err != nil {
		return out, err
	}
	if out.Message.IsUser {
		return out, message.ErrNotFound
	}
	if out.Character, err = s.character(ctx, c); err != nil {
		return out, err
	}
	grants, err := s.deps.Access.Grants(ctx, actor.UserID, []Character{out.Character})
	out.Grant = grants[c.CharacterID]
	return out, err
}
