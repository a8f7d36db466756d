package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// DeleteMessage deletes one message of the actor's conversation. A reply is deleted with all its
// versions. DeleteMessage stops a running reply first. It returns errGreetingStays for the
// greeting, and errNoMessage for a message that does not exist (rule messages-delete).
func (s *Service) DeleteMessage(ctx context.Context, actor core.Actor, ref, messageID string) error {
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return err
	}
	if _, err := message.ByID(ctx, s.deps.DB.Reader(), c.ID, messageID); err != nil { // checked before a running reply is stopped
		return asErrNoMessage(err)
	}
	if err := s.endReply(ctx, c.ID); err != nil {
		return err
	}
	var replies []string
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.lockTalk(ctx, tx, c); err != nil {
			return asErrNoConversation(err)
		}
		list, err := s.messagesToDelete(ctx, tx, c, messageID)
		if err != nil {
			return err
		}
		archives, err := message.ArchiveIDsOf(ctx, tx, list)
		if err != nil {
			return err
		}
		if replies, err = s.deleteMessages(ctx, tx, actor.UserID, list); err != nil {
			return err
		}
		if err := s.recountMessagesOfArchives(ctx, tx, archives); err != nil {
			return err
		}
		return message.RecountMessages(ctx, tx, c.ID)
	})
	if err != nil {
		return err
	}
	for _, id := range replies {
		s.deps.Live.Drop(id)
	}
	return nil
}

// messagesToDelete returns a user message, or a reply with all its versions.
func (s *Service) messagesToDelete(ctx context.Context, tx storage.Querier, c Conversation, messageID string) ([]message.TextSize, error) {
	m, err := message.ByID(ctx, tx, c.ID, messageID)
	switch {
	case err != nil:
		return nil, asErrNoMessage(err)
	case m.IsUser:
		return []message.TextSize{{ID: m.ID, IsUser: true, ContentBytes: len(m.Content)}}, nil
	case m.ReplyTo == "":
		return nil, errGreetingStays
	}
	return message.VersionTextSizes(ctx, tx, m.ReplyTo)
}
