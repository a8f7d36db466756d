package chat

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"colloquy/internal/fold"
	"colloquy/internal/storage"
)

// periodCondition selects the conversations of a user in a chatPeriod. Rule chats-period.
const periodCondition = `user_id = $1 AND updated_at >= $2 AND updated_at < $3`

func (s store) countChats(ctx context.Context, userID string, p chatPeriod) (n int, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT count(*) FROM conversations WHERE `+periodCondition, userID, p.from, p.until).Scan(&n)
	return n, err
}

// chats returns the conversations of a user in a period, the latest first (rule chats-list).
func (s store) chats(ctx context.Context, userID string, p chatPeriod, after sessionCursor, limit int) ([]Conversation, error) {
	return storage.QueryAll(ctx, s.db.Reader(), scanConversation, `SELECT `+conversationColumns+` FROM conversations
		WHERE `+periodCondition+` AND (updated_at, id) < ($4, $5) ORDER BY updated_at DESC, id DESC LIMIT $6`, userID, p.from, p.until, after.At, after.ID, limit)
}

// chatSearchText is the data of a conversation that a search reads.
type chatSearchText struct {
	characterID int
	updatedAt   int64  // milliseconds
	text        string // title and last message, folded
}

// chatSearchTextsQuery has four arguments: the user, the start and the end of the period, and a line end.
// SQLite answers the query from the index conversations_search alone.
const chatSearchTextsQuery = `SELECT
		COALESCE(string_agg(CAST(character_id AS TEXT) || ' ' || CAST(updated_at AS TEXT) || ' ' || search_text, $4), ''), count(*) - count(search_text)
		FROM conversations WHERE ` + periodCondition

// eachChatSearchText calls visit for each conversation of a user in a period. The database joins the rows
// into one text with a line for each row. For ten thousand rows this takes half the time of reading
// them one by one. Folded texts have no line ends, so each line is one row.
func (s store) eachChatSearchText(ctx context.Context, userID string, p chatPeriod, visit func(chatSearchText)) error {
	var lines string
	var unfoldedCount int
	err := s.db.Reader().QueryRowContext(ctx, chatSearchTextsQuery, userID, p.from, p.until, "\n").Scan(&lines, &unfoldedCount)
	if err != nil {
		return err
	}
	for line := range strings.Lines(lines) {
		t, err := parseChatText(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return err
		}
		visit(t)
	}
	if unfoldedCount == 0 {
		return nil
	}
	return s.eachUnfoldedChatText(ctx, userID, p, visit)
}

// parseChatText reads a line of the result of chatSearchTextsQuery.
func parseChatText(line string) (t chatSearchText, err error) {
	id, rest, _ := strings.Cut(line, " ")
	at, text, _ := strings.Cut(rest, " ")
	if t.characterID, err = strconv.Atoi(id); err != nil {
		return t, err
	}
	t.updatedAt, err = strconv.ParseInt(at, 10, 64)
	t.text = text
	return t, err
}

// eachUnfoldedChatText calls visit for each conversation without search_text. Its last message was
// stored before that column existed.
func (s store) eachUnfoldedChatText(ctx context.Context, userID string, p chatPeriod, visit func(chatSearchText)) error {
	list, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (t chatSearchText, err error) {
		err = r.Scan(&t.characterID, &t.updatedAt, &t.text)
		t.text = fold.Text(t.text)
		return t, err
	}, `SELECT character_id, updated_at, last_message FROM conversations WHERE `+periodCondition+` AND search_text IS NULL`, userID, p.from, p.until)
	for _, t := range list {
		visit(t)
	}
	return err
}

// chatsByID returns the conversations whose ids are in the list `order`, in the order of the list.
// It omits conversations that were deleted meanwhile.
func (s store) chatsByID(ctx context.Context, order []sessionCursor) ([]Conversation, error) {
	positionByID := make(map[string]int, len(order))
	ids := make([]string, len(order))
	for i, c := range order {
		ids[i], positionByID[c.ID] = c.ID, i
	}
	placeholders, args := storage.InList(nil, ids)
	list, err := storage.QueryAll(ctx, s.db.Reader(), scanConversation, `SELECT `+conversationColumns+` FROM conversations WHERE id IN (`+placeholders+`)`, args...)
	slices.SortFunc(list, func(a, b Conversation) int { return positionByID[a.ID] - positionByID[b.ID] })
	return list, err
}
