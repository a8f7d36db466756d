package chat

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/fold"
)

// maxSearchLength is how many characters of a search text are used. Rule chat-search-words.
const maxSearchLength = 100

// ListQuery selects conversations of the chat history. Zero values select all.
type ListQuery struct {
	Search    string    // part of the character's name, the title or the last message
	FromTime  time.Time // earliest time of the last message; zero means no bound
	UntilTime time.Time // the last message must be before this time; zero means no bound
	Limit     int       // clamped to 1..100
	Cursor    string    // NextCursor of the previous page
}

// Chat is a conversation in the chat history.
type Chat struct {
	Conversation
	Character Character
}

// ListPage is a page of the chat history, latest first.
type ListPage struct {
	Chats      []Chat
	NextCursor string // cursor of the next page; empty at the end
	Total      int    // conversations that match, on all pages
}

// chatPeriod has the bounds of updated_at in milliseconds. The bound "from" is inclusive, and the
// bound "until" is exclusive (rule chats-period).
type chatPeriod struct{ from, until int64 }

func (q ListQuery) period() chatPeriod {
	p := chatPeriod{from: core.Millis(q.FromTime), until: math.MaxInt64}
	if q.FromTime.IsZero() {
		p.from = math.MinInt64
	}
	if !q.UntilTime.IsZero() {
		p.until = core.Millis(q.UntilTime)
	}
	return p
}

// Chats returns a page of the actor's conversations that match a query. Conversations with hidden
// and locked characters are included, because they stay readable. The number of SQL queries does
// not depend on the number of conversations (rule chats-list).
func (s *Service) Chats(ctx context.Context, actor core.Actor, q ListQuery) (ListPage, error) {
	cursor := sessionCursor{At: math.MaxInt64}
	if q.Cursor != "" {
		if err := core.ParseCursor(q.Cursor, &cursor); err != nil {
			return ListPage{}, errBadCursor.Because(err)
		}
	}
	limit := min(max(q.Limit, 1), maxSessions)
	list, total, err := s.matchingChats(ctx, actor.UserID, q, cursor, limit+1)
	if err != nil {
		return ListPage{}, err
	}
	page := ListPage{Total: total}
	if len(list) > limit {
		list = list[:limit]
		lastChat := list[limit-1]
		page.NextCursor = core.FormatCursor(sessionCursor{core.Millis(lastChat.UpdatedAt), lastChat.ID})
	}
	page.Chats, err = s.asChats(ctx, list)
	return page, err
}

// matchingChats returns at most limit conversations that match a query and come after a cursor.
// total is how many conversations match on all pages.
func (s *Service) matchingChats(ctx context.Context, userID string, q ListQuery, cursor sessionCursor, limit int) (list []Conversation, total int, err error) {
	period := q.period()
	if strings.TrimSpace(q.Search) != "" {
		return s.searchChats(ctx, userID, fold.Text(plain.FirstCharacters(q.Search, maxSearchLength)), period, cursor, limit)
	}
	if total, err = s.store.countChats(ctx, userID, period); err != nil {
		return nil, 0, err
	}
	list, err = s.store.chats(ctx, userID, period, cursor, limit)
	return list, total, err
}

// searchChats compares text with the titles and last messages of all conversations of the user. The
// comparison is in Go, because a filter in SQL would read the table twice for a rare text. text is
// folded (fold.Text), so it is empty if the user's text has no letters or digits. Then nothing
// matches. Rule chats-search.
func (s *Service) searchChats(ctx context.Context, userID, text string, period chatPeriod, cursor sessionCursor, limit int) (list []Conversation, total int, err error) {
	if text == "" {
		return nil, 0, nil
	}
	namedIDs, err := s.deps.Characters.IDsByName(ctx, text)
	if err != nil {
		return nil, 0, err
	}
	var foundCursors []sessionCursor
	err = s.store.eachChatSearchText(ctx, userID, period, func(t chatSearchText) {
		if namedIDs[t.characterID] || strings.Contains(t.text, text) {
			foundCursors = append(foundCursors, sessionCursor{t.updatedAt, conversationID(userID, t.characterID)})
		}
	})
	if err != nil {
		return nil, 0, err
	}
	total = len(foundCursors)
	slices.SortFunc(foundCursors, func(a, b sessionCursor) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID)) })
	firstIndex := slices.IndexFunc(foundCursors, func(c sessionCursor) bool { return c.At < cursor.At || c.At == cursor.At && c.ID < cursor.ID })
	if firstIndex < 0 {
		return nil, total, nil
	}
	list, err = s.store.chatsByID(ctx, foundCursors[firstIndex:min(firstIndex+limit, len(foundCursors))])
	return list, total, err
}

// asChats adds the characters to conversations. It leaves out a conversation whose character
// is unknown.
func (s *Service) asChats(ctx context.Context, list []Conversation) ([]Chat, error) {
	characters, err := s.deps.Characters.FindWithoutPersonas(ctx, characterIDs(list))
	if err != nil {
		return nil, err
	}
	out := make([]Chat, 0, len(list))
	for _, c := range list {
		if ch, ok := characters[c.CharacterID]; ok {
			out = append(out, Chat{c, ch})
		}
	}
	return out, nil
}

func characterIDs(list []Conversation) []int {
	ids := make([]int, len(list))
	for i, c := range list {
		ids[i] = c.CharacterID
	}
	return ids
}
