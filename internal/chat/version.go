package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// PickVersion replaces the last reply by another version of that reply. It returns the picked
// version and the list of all versions. If the picked version is in the conversation already,
// nothing changes (rule messages-versions).
func (s *Service) PickVersion(ctx context.Context, actor core.Actor, ref, messageID string) (message.Message, []message.Version, error) {
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return message.Message{}, nil, err
	}
	if _, err := s.checkMayWrite(ctx, actor, c); err != nil {
		return message.Message{}, nil, err
	}
	var pickedReply message.Message
	err = retryRace(func() error {
		return s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			if err := s.store.lockUsage(ctx, tx, actor.UserID); err != nil {
				return err
			}
			pickedReply, err = s.pickVersion(ctx, tx, c, messageID)
			return err
		})
	})
	if err != nil || pickedReply.ReplyTo == "" {
		return pickedReply, nil, err
	}
	list, err := message.Versions(ctx, s.deps.DB.Reader(), pickedReply.ReplyTo)
	return pickedReply, list, err
}

func (s *Service) pickVersion(ctx context.Context, tx storage.Querier, c Conversation, messageID string) (message.Message, error) {
	last, err := message.Newest(ctx, tx, c.ID)
	if err != nil || last.ID == messageID && !last.IsUser {
		return last, err
	}
	if last.Status == message.Generating {
		return last, errReplyRunning
	}
	pickedReply, err := message.ByID(ctx, tx, c.ID, messageID)
	if err != nil {
		return pickedReply, asErrNoMessage(err)
	}
	if pickedReply.IsUser || pickedReply.ReplyTo == "" || pickedReply.ReplyTo != last.ReplyTo {
		return pickedReply, errNotLastReply
	}
	isSwapped, err := message.SwapVersions(ctx, tx, last.ID, pickedReply.ID)
	if err == nil && !isSwapped {
		err = errLostRace
	}
	if err != nil {
		return pickedReply, err
	}
	pickedReply.IsActive = true
	return pickedReply, message.RecountMessages(ctx, tx, c.ID)
}
