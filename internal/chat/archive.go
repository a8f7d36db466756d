package chat

import (
	"context"
	"math"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/storage"
)

// Kinds of archives.
const (
	archiveOfStartOver = "start_over"
	// rule messages-edit
	archiveOfEdit = "edit"
)

// Archive is a part of a conversation that was put aside: StartOver archives all messages, and
// Edit archives the edited message with the messages after it.
type Archive struct {
	ID             string
	ConversationID string
	Kind           string // start_over or edit
	MessageCount   int
	LastMessage    string // shortened by message.Preview
	CreatedAt      time.Time
}

// maxArchives is how many archives Archives returns. Rule messages-start-over.
const maxArchives = 100

// Archives returns the newest archives of the actor's conversation, at most 100, newest
// first (rule messages-start-over).
func (s *Service) Archives(ctx context.Context, actor core.Actor, ref string) ([]Archive, error) {
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return nil, err
	}
	return s.store.archives(ctx, s.deps.DB.Reader(), c.ID, maxArchives)
}

// archiveFrom moves the active messages from fromSeq on into a new archive. The caller must have
// checked that no reply runs. archiveFrom returns errLostRace if another call has archived these
// messages first.
//
// archiveFrom locks the user's row of chat_usage until the transaction ends. Every send locks that
// row too, so no send inserts a message meanwhile.
func (s *Service) archiveFrom(ctx context.Context, tx storage.Querier, conversationID, kind string, fromSeq int64) error {
	userID, _, _ := plain.CutLast(conversationID, "_")
	if err := s.store.lockUsage(ctx, tx, userID); err != nil {
		return err
	}
	newestMessage, err := message.Newest(ctx, tx, conversationID)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	a := Archive{ID: core.NewID(now), ConversationID: conversationID, Kind: kind, LastMessage: message.Preview(newestMessage.Content), CreatedAt: now}
	n, err := message.MoveToArchive(ctx, tx, conversationID, fromSeq, a.ID)
	if err == nil && n == 0 {
		err = errLostRace
	}
	if err != nil {
		return err
	}
	a.MessageCount = int(n)
	return s.store.insertArchive(ctx, tx, a)
}

// recountMessagesOfArchives corrects the counts of archives after some of their messages were deleted.
// It deletes empty archives. Rule messages-delete.
func (s *Service) recountMessagesOfArchives(ctx context.Context, tx storage.Querier, ids []string) error {
	for _, id := range ids {
		newest, err := message.ArchivedBeforeSeq(ctx, tx, id, math.MaxInt64, 1)
		if err != nil {
			return err
		}
		if len(newest) == 0 {
			err = s.store.deleteArchive(ctx, tx, id)
		} else {
			err = s.store.recountMessagesOfArchive(ctx, tx, id, message.Preview(newest[0].Content))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
