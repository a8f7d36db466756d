package chat

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// deletedSendAge is for how long the sends of deleted conversations are remembered. It
	// is longer than a purchase can be refunded, which depends on how many messages were
	// sent since (package billing).
	deletedSendAge   = 8 * 24 * time.Hour
	deletedSendsJob  = "chat.deleted-sends"
	deletedSendsTime = 6 * time.Hour // interval of the job
)

// forgetDeletedSends deletes the rows that are too old to be needed.
func (s *Service) forgetDeletedSends(ctx context.Context) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return message.ForgetDeleted(ctx, tx, s.deps.Clock.Now().Add(-deletedSendAge))
	})
}

// checkNotDeleted refuses a send whose message was stored before and deleted with its
// conversation: a tab that was offline repeats it after the user has begun a new
// conversation. An older conversation than deletedSendAge has no such sends. Rule
// chats-delete-resend.
func (s *Service) checkNotDeleted(ctx context.Context, tx storage.Querier, c Conversation, in Input, now time.Time) error {
	if in.ClientID == "" || now.Sub(c.CreatedAt) > deletedSendAge {
		return nil
	}
	wasDeleted, err := message.WasDeleted(ctx, tx, c.UserID, c.CharacterID, in.ClientID)
	if err == nil && wasDeleted {
		err = errMessageDeleted
	}
	return err
}

// goneIfDeleted replaces the errors of a transaction that lost its conversation, because
// another call has deleted it since it was read.
func goneIfDeleted(err error) error {
	if storage.IsForeignKey(err) || errors.Is(err, message.ErrNotFound) {
		return errNoConversation
	}
	return err
}

type exportedDeletedSend struct {
	MessageID   string    `json:"message_id"`
	CharacterID int       `json:"character_id"`
	SentAt      time.Time `json:"sent_at"`
}

func (s *Service) exportDeletedSends(ctx context.Context, userID string, emit func(section string, item any) error) error {
	const section = "deleted_messages"
	if err := emit(section, nil); err != nil {
		return err
	}
	for after := ""; ; {
		list, err := message.DeletedSends(ctx, s.deps.DB.Reader(), userID, after, exportPageSize)
		if err != nil {
			return err
		}
		for _, m := range list {
			if err := emit(section, exportedDeletedSend{m.ID, m.CharacterID, core.FromMillis(m.SentAt)}); err != nil {
				return err
			}
			after = m.ID
		}
		if len(list) < exportPageSize {
			return nil
		}
	}
}
