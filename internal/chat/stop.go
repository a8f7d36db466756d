package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
)

// Stop ends the running reply and cancels the model's request. seen is the number of code points
// of the text to keep; a negative seen keeps the whole text. It returns the stored reply. If no
// reply runs, it returns the last message unchanged. If a stopped continuation has no new text,
// Stop puts the replaced version back into the conversation and returns it.
func (s *Service) Stop(ctx context.Context, actor core.Actor, ref string, seen int) (message.Message, error) {
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return message.Message{}, err
	}
	m, err := message.Newest(ctx, s.deps.DB.Reader(), c.ID)
	if err != nil || m.Status != message.Generating {
		ended := []message.Message{m}
		s.replies.AddUnsavedSuggestions(ended)
		return ended[0], err
	}
	if m, err = s.replies.Stop(ctx, m, seen); err == nil && !m.IsActive {
		return message.Newest(ctx, s.deps.DB.Reader(), c.ID)
	}
	return m, err
}
