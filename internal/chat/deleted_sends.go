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
	// deletedSendAge is how long deleted_sends keeps a row. A refund depends on how many messages
	// the user sent since the purchase (package billing). So deletedSendAge is longer than the time
	// within which a refund is possible. Rule chats-delete-usage.
	deletedSendAge       = 8 * 24 * time.Hour
	deletedSendsJob      = "chat.deleted-sends"
	deletedSendsInterval = 6 * time.Hour // interval of the job
)

// forgetDeletedSends deletes the rows that are older than deletedSendAge.
func (s *Service) forgetDeletedSends(ctx context.Context) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return message.ForgetDeletedSends(ctx, tx, s.deps.Clock.Now().Add(-deletedSendAge))
	})
}

// checkNotDeleted refuses a send whose message was stored before and then deleted, alone or
// with its conversation. A tab that was offline may repeat such a send (rule
// chats-delete-resend).
func (s *Service) checkNotDeleted(ctx context.Context, tx storage.Querier, c Conversation, in MessageInput) error {
	if in.ClientID == "" {
		return nil
	}
	wasDeleted, err := message.WasSendDeleted(ctx, tx, c.UserID, c.CharacterID, in.ClientID)
	if err == nil && wasDeleted {
		err = errMessageDeleted
	}
	return err
}

// asErrNoConversation returns errNoConversation if err shows that another call has deleted the
// conversation. It returns other errors unchanged. One of them is errNoMessage, which means that
// only a message is missing.
func asErrNoConversation(err error) error {
	if e, ok := errors.AsType[*core.Error](err); storage.IsForeignKeyViolation(err) || ok && e == message.ErrNotFound {
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
	return exportPages("deleted_messages", emit, func(after string) ([]message.DeletedSend, error) {
		return message.DeletedSends(ctx, s.deps.DB.Reader(), userID, after, exportPageSize)
	}, func(m message.DeletedSend) (item any, key string) {
		return exportedDeletedSend{m.ID, m.CharacterID, core.FromMillis(m.SentAt)}, m.ID
	})
}
