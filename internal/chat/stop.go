package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
)

// Stop ends the running reply, cancels the model's request, and keeps the first seen
// code points; a negative seen keeps all. It returns the stored reply, unchanged if the
// reply has ended before.
func (s *Service) Stop(ctx context.Context, actor core.Actor, ref string, seen int) (message.Message, error) {
	c, err := s.conversation(ctx, actor, ref)
	if err != nil {
		return message.Message{}, err
	}
	m, err := message.Newest(ctx, s.deps.DB.Reader(), c.ID)
	if err != nil || m.Status != message.Generating {
		ended := []message.Message{m}
		s.replies.AddUnsaved(ended)
		return ended[0], err
	}
	return s.replies.Stop(ctx, m, seen)
}
