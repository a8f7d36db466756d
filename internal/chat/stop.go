package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
)

// Stop ends the running reply, also at the model's side, and keeps its first
// seen code points; negative seen keeps all. It returns the reply as stored.
// Stopping a reply that has ended changes nothing.
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
