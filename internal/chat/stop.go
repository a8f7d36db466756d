package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
)

// Stop ends the running reply, cancels the model's request and returns the stored reply. seen is
// the number of code points of the text to keep; a negative seen keeps the whole text. If no reply
// runs, Stop returns the last message unchanged. If a stopped continuation has no new text, Stop
// restores and returns the version that the continuation replaced.
func (s *Service) Stop(ctx context.Context, actor core.Actor, ref string, seen int) (message.Message, error) {
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return message.Message{}, err
	}
	m, err := message.Newest(ctx, s.deps.DB.Reader(), c.ID)
	if err != nil || m.Status != message.Generating {
		endedReplies := []message.Message{m}
		s.replyRunner.AddUnsavedSuggestions(endedReplies)
		return endedReplies[0], err
	}
	if m, err = s.replyRunner.Stop(ctx, m, seen); err == nil && !m.IsActive {
		return message.Newest(ctx, s.deps.DB.Reader(), c.ID)
	}
	return m, err
}
