package chat

import (
	"context"
	"math"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
)

// exportPageSize is the number of rows that Export has in memory at once.
const exportPageSize = 100

type exportedConversation struct {
	ID           string    `json:"id"`
	CharacterID  int       `json:"character_id"`
	Title        string    `json:"title"`
	Year         *int      `json:"year"`
	MessageCount int       `json:"message_count"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
}

type exportedMessage struct {
	ID                string    `json:"id"`
	ConversationID    string    `json:"conversation_id"`
	IsUserMessage     bool      `json:"is_user_message"`
	Content           string    `json:"content"`
	Status            string    `json:"status"`
	ReplyTo           string    `json:"reply_to"`
	Provider          string    `json:"provider"`
	Suggestions       []string  `json:"suggestions"`
	IsReplacedVersion bool      `json:"is_replaced"`
	ArchiveID         string    `json:"archive_id"`
	UserWish          string    `json:"guidance"`
	FeedbackValue     int       `json:"feedback"`
	FeedbackReason    string    `json:"feedback_reason"`
	CreatedAt         time.Time `json:"created_at"`
}

// Export emits the user's conversations, archives, messages, reports and rows of deleted_sends. It
// reads them in pages. emit gets the name of a section and an item. A nil item begins the list of
// the section.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	if err := emit("conversations", nil); err != nil {
		return err
	}
	err := s.eachConversation(ctx, userID, func(c Conversation) error {
		return emit("conversations", exportedConversation{c.ID, c.CharacterID, c.Title, c.Year, c.MessageCount, c.CreatedAt, c.UpdatedAt})
	})
	if err != nil {
		return err
	}
	if err := s.exportArchives(ctx, userID, emit); err != nil {
		return err
	}
	if err := emit("messages", nil); err != nil {
		return err
	}
	err = s.eachConversation(ctx, userID, func(c Conversation) error { return s.exportMessages(ctx, c.ID, emit) })
	if err != nil {
		return err
	}
	if err := s.exportReports(ctx, userID, emit); err != nil {
		return err
	}
	return s.exportDeletedSends(ctx, userID, emit)
}

// eachConversation calls fn for each conversation of a user, latest first.
func (s *Service) eachConversation(ctx context.Context, userID string, fn func(Conversation) error) error {
	from := sessionCursor{At: math.MaxInt64}
	for {
		list, err := s.store.conversations(ctx, userID, from, exportPageSize)
		if err != nil {
			return err
		}
		for _, c := range list {
			if err := fn(c); err != nil {
				return err
			}
		}
		if len(list) < exportPageSize {
			return nil
		}
		lastConversation := list[len(list)-1]
		from = sessionCursor{core.Millis(lastConversation.UpdatedAt), lastConversation.ID}
	}
}

func (s *Service) exportMessages(ctx context.Context, conversationID string, emit func(section string, item any) error) error {
	for after := int64(0); ; {
		list, err := message.AllAfterSeq(ctx, s.deps.DB.Reader(), conversationID, after, exportPageSize)
		if err != nil {
			return err
		}
		for _, m := range list {
			err := emit("messages", exportedMessage{
				ID: m.ID, ConversationID: m.ConversationID, IsUserMessage: m.IsUser, Content: m.Content, Status: string(m.Status),
				ReplyTo: m.ReplyTo, Provider: m.Provider, Suggestions: append([]string{}, m.Suggestions...), IsReplacedVersion: !m.IsActive && m.ArchiveID == "",
				CreatedAt: m.CreatedAt, ArchiveID: m.ArchiveID, UserWish: m.Guidance, FeedbackValue: m.Feedback, FeedbackReason: m.FeedbackReason,
			})
			if err != nil {
				return err
			}
			after = m.Seq
		}
		if len(list) < exportPageSize {
			return nil
		}
	}
}
