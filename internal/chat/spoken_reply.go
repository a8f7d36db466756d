package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
)

// SpokenReply is a reply, with what is needed to read it aloud.
type SpokenReply struct {
	Message   message.Message
	UserLine  string // the user's message that the reply answers
	Character Character
	Grant     Grant
}

// SpokenReply returns a reply of the actor's conversation, or the last message if messageID is
// "". For a message of the user it returns message.ErrNotFound (rule voice-server).
func (s *Service) SpokenReply(ctx context.Context, actor core.Actor, conversationID, messageID string) (out SpokenReply, err error) {
	c, err := s.findConversation(ctx, actor, conversationID)
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
	if message.IgnoreNotFound(err) != nil {
		return out, err
	}
	out.UserLine = line.Content
	if out.Character, err = s.loadCharacter(ctx, c); err != nil {
		return out, err
	}
	grants, err := s.deps.Access.Grants(ctx, actor.UserID, []Character{out.Character})
	out.Grant = grants[c.CharacterID]
	return out, err
}

// WrittenReply returns the text so far of a reply that SpokenReply has returned, and whether the
// text may grow. If this process writes the reply, WrittenReply returns text that the row may not
// have yet.
func (s *Service) WrittenReply(ctx context.Context, conversationID, messageID string) (text string, isRunning bool, err error) {
	if text, ok := s.replyRunner.RunningText(messageID); ok {
		return text, true, nil
	}
	m, err := message.ByID(ctx, s.deps.DB.Reader(), conversationID, messageID)
	return m.Content, m.Status == message.Generating, err
}
