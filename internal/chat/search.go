package chat

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

const (
	// maxCountedMatches is the largest total that a search counts (rule chat-search-total).
	maxCountedMatches = 101
	// maxFoundOnPage is the largest number of messages on a page (rule chat-search-page).
	maxFoundOnPage = 100

	searchWordsJob       = "chat.search-words"
	searchWordsInterval  = time.Minute // interval of searchWordsJob
	searchWordsBatchSize = 200         // messages of one transaction
	// searchWordsPause is the pause between batches, in which other writers can write.
	searchWordsPause = 20 * time.Millisecond
)

// MessageQuery selects messages by words of their text.
type MessageQuery struct {
	Text   string
	Limit  int    // clamped to 1..100
	Cursor string // NextCursor of the previous page
}

// FoundMessage is a message that a search found.
type FoundMessage struct {
	message.Message
	Chat    Chat
	Excerpt message.Excerpt
}

// FoundMessagePage is a page of found messages, newest first.
type FoundMessagePage struct {
	Messages   []FoundMessage
	NextCursor string // cursor of the next page; empty at the end
	Total      int    // messages on all pages, at most maxCountedMatches
}

// messageSearchCursor is the position of a page's last message, and the total of the search.
type messageSearchCursor struct {
	message.Position
	Total int `json:"n"`
}

// SearchMessages searches all conversations of the actor. Conversations with locked and hidden
// characters are included, because they stay readable (rule chat-search-own).
func (s *Service) SearchMessages(ctx context.Context, actor core.Actor, q MessageQuery) (FoundMessagePage, error) {
	return s.findMessagesInScope(ctx, message.Scope{UserID: actor.UserID}, q)
}

// SearchConversation searches one conversation of the actor.
func (s *Service) SearchConversation(ctx context.Context, actor core.Actor, ref string, q MessageQuery) (FoundMessagePage, error) {
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return FoundMessagePage{}, err
	}
	return s.findMessagesInScope(ctx, message.Scope{UserID: actor.UserID, ConversationID: c.ID}, q)
}

// findMessagesInScope returns a page of the messages that a search finds in a scope.
func (s *Service) findMessagesInScope(ctx context.Context, scope message.Scope, q MessageQuery) (FoundMessagePage, error) {
	cursor := messageSearchCursor{Position: message.SearchStart}
	if q.Cursor != "" {
		if err := core.ParseCursor(q.Cursor, &cursor); err != nil {
			return FoundMessagePage{}, errBadCursor.Because(err)
		}
	}
	terms := message.ParseTerms(plain.FirstCharacters(q.Text, maxSearchLength))
	limit := min(max(q.Limit, 1), maxFoundOnPage)
	wantedCount := limit + 1
	if q.Cursor == "" { // the first page counts the total of all pages
		wantedCount = max(wantedCount, maxCountedMatches)
	}
	foundPositions, err := message.Search(ctx, s.deps.DB, scope, terms, cursor.Position, wantedCount)
	if err != nil {
		return FoundMessagePage{}, err
	}
	page := FoundMessagePage{Total: cursor.Total}
	if q.Cursor == "" {
		page.Total = min(len(foundPositions), maxCountedMatches)
	}
	if len(foundPositions) > limit {
		foundPositions = foundPositions[:limit]
		page.NextCursor = core.FormatCursor(messageSearchCursor{foundPositions[limit-1], page.Total})
	}
	page.Messages, err = s.readFoundMessages(ctx, terms, foundPositions)
	return page, err
}

// readFoundMessages reads the messages at these positions, with their conversations and characters. It
// leaves out messages that were deleted or replaced meanwhile.
func (s *Service) readFoundMessages(ctx context.Context, terms message.Terms, positions []message.Position) ([]FoundMessage, error) {
	if len(positions) == 0 {
		return nil, nil
	}
	ids := make([]string, len(positions))
	for i, p := range positions {
		ids[i] = p.ID
	}
	list, err := message.ByIDs(ctx, s.deps.DB.Reader(), ids)
	if err != nil {
		return nil, err
	}
	chats, err := s.chatsOf(ctx, list)
	if err != nil {
		return nil, err
	}
	out := make([]FoundMessage, 0, len(list))
	for _, m := range list {
		if chat, ok := chats[m.ConversationID]; ok {
			out = append(out, FoundMessage{m, chat, terms.Excerpt(m.Content)})
		}
	}
	return out, nil
}

// chatsOf returns the chats of messages by the conversation's id.
func (s *Service) chatsOf(ctx context.Context, list []message.Message) (map[string]Chat, error) {
	var conversationKeys []sessionCursor
	seenIDs := map[string]bool{}
	for _, m := range list {
		if !seenIDs[m.ConversationID] {
			seenIDs[m.ConversationID] = true
			conversationKeys = append(conversationKeys, sessionCursor{ID: m.ConversationID})
		}
	}
	conversations, err := s.store.chatsByID(ctx, conversationKeys)
	if err != nil {
		return nil, err
	}
	chats, err := s.asChats(ctx, conversations)
	out := make(map[string]Chat, len(chats))
	for _, c := range chats {
		out[c.Conversation.ID] = c
	}
	return out, err
}

// addSearchWords puts new messages into the search index. It also adds messages of an older server
// that had no search. Searches read messages outside the index one by one, and only the newest of
// them. If ctx ends, addSearchWords stops early, and the next call continues.
func (s *Service) addSearchWords(ctx context.Context) error {
	for {
		n, err := message.AddSearchWords(ctx, s.deps.DB, searchWordsBatchSize)
		if err != nil || n < searchWordsBatchSize {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(searchWordsPause):
		}
	}
}
