package chat

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// StartOver moves all messages of the actor's conversation to an archive and begins again with the
// greeting. It stops a running reply first. It does not change a conversation that has only its
// greeting, so parallel calls make one archive (rule messages-start-over).
func (s *Service) StartOver(ctx context.Context, actor core.Actor, ref string) (Session, error) {
	return s.replaceTalk(ctx, actor, ref, func(tx storage.Querier, c Conversation, ch Character) error {
		begun, err := message.HasBegun(ctx, tx, c.ID)
		if err != nil || !begun {
			return err
		}
		if err := s.archiveActiveMessages(ctx, tx, c); err != nil {
			return err
		}
		if c, err = s.store.conversation(ctx, tx, c.ID); err != nil { // the year may have changed meanwhile
			return err
		}
		_, err = message.Insert(ctx, tx, s.newGreeting(actor, c.speakingPersona(ch)))
		return err
	})
}

// Restore brings an archive of StartOver back and moves the present messages to another archive. If
// the only present message is the greeting, Restore deletes the greeting instead (rule
// messages-start-over).
func (s *Service) Restore(ctx context.Context, actor core.Actor, ref, archiveID string) (Session, error) {
	return s.replaceTalk(ctx, actor, ref, func(tx storage.Querier, c Conversation, _ Character) error {
		a, err := s.store.archiveByID(ctx, tx, c.ID, archiveID)
		if err != nil {
			return err
		}
		if a.Kind != archiveOfStartOver {
			return errNoArchive
		}
		begun, err := message.HasBegun(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		if begun {
			err = s.archiveActiveMessages(ctx, tx, c)
		} else {
			err = s.deleteActiveMessages(ctx, tx, c)
		}
		if err != nil {
			return err
		}
		if err := message.MoveFromArchive(ctx, tx, a.ID); err != nil {
			return err
		}
		return s.store.deleteArchive(ctx, tx, a.ID)
	})
}

// archiveActiveMessages archives all active messages of a conversation and forgets their summaries.
func (s *Service) archiveActiveMessages(ctx context.Context, tx storage.Querier, c Conversation) error {
	if err := s.archiveFrom(ctx, tx, c.ID, archiveOfStartOver, 0); err != nil {
		return err
	}
	return s.deps.Memory.ForgetSummaries(ctx, tx, c.ID)
}

// deleteActiveMessages deletes the active messages of a conversation that has only a greeting.
func (s *Service) deleteActiveMessages(ctx context.Context, tx storage.Querier, c Conversation) error {
	list, err := message.ActiveTextSizes(ctx, tx, c.ID)
	if err != nil || len(list) == 0 {
		return err
	}
	_, err = s.deleteMessages(ctx, tx, c.UserID, list)
	return err
}

// replaceTalk runs the function `replace`, which must replace the messages of a conversation.
// During the transaction of `replace`, no reply runs and no other call sends a message.
func (s *Service) replaceTalk(ctx context.Context, actor core.Actor, ref string, replace func(tx storage.Querier, c Conversation, ch Character) error) (Session, error) {
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return Session{}, err
	}
	ch, err := s.checkMayWrite(ctx, actor, c)
	if err != nil {
		return Session{}, err
	}
	if err := s.endReply(ctx, c.ID); err != nil {
		return Session{}, err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.lockTalk(ctx, tx, c); err != nil {
			return err
		}
		if err := replace(tx, c, ch); err != nil {
			return err
		}
		return message.RecountMessages(ctx, tx, c.ID)
	})
	if err != nil {
		return Session{}, asErrNoConversation(err)
	}
	return s.sessionOf(ctx, actor, c.ID)
}

// endReply stops the running reply of a conversation and cancels its call of the model. It waits a
// few seconds for the reply to end. If the process of the reply has died, endReply marks the reply
// as interrupted.
func (s *Service) endReply(ctx context.Context, conversationID string) error {
	if _, err := s.replyRunner.ExpireOrphanedReply(ctx, conversationID); message.IgnoreNotFound(err) != nil {
		return err
	}
	return s.stopRepliesIn(ctx, []string{conversationID})
}

// lockTalk keeps other calls from sending until the transaction ends. It returns
// errReplyRunning if a reply runs, and errNoConversation if the conversation was deleted.
func (s *Service) lockTalk(ctx context.Context, tx storage.Querier, c Conversation) error {
	if err := s.store.lockUsage(ctx, tx, c.UserID); err != nil {
		return err
	}
	last, err := message.Newest(ctx, tx, c.ID)
	if err == nil && last.Status == message.Generating {
		err = errReplyRunning
	}
	return err
}
