package chat_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"colloquy/internal/chat"
	"colloquy/internal/core"
)

// insertLines inserts n messages "line 0", "line 1" and so on into a conversation.
func (h *harness) insertLines(conversation string, n int) {
	h.t.Helper()
	for i := range n {
		h.exec(`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at) VALUES ($1, $2, $3, TRUE, $4, 'complete', $5, $5)`,
			fmt.Sprintf("%s-%05d", conversation, i), conversation, 100+i, fmt.Sprintf("line %d", i), h.clock.Now().UnixMilli()+int64(i))
	}
}

// searchAllPages returns all pages of a search, and the totals that the pages have.
func (h *harness) searchAllPages(actor core.Actor, text string, limit int) (found []chat.FoundMessage, distinctPageTotals map[int]bool) {
	h.t.Helper()
	distinctPageTotals = map[int]bool{}
	for q := (chat.MessageQuery{Text: text, Limit: limit}); ; {
		page, err := h.services[0].SearchMessages(h.t.Context(), actor, q)
		if err != nil || len(page.Messages) > max(limit, 1) {
			h.t.Fatalf("%q: %d found, %v", text, len(page.Messages), err)
		}
		distinctPageTotals[page.Total] = true
		found = append(found, page.Messages...)
		if q.Cursor = page.NextCursor; q.Cursor == "" {
			return found, distinctPageTotals
		}
	}
}

// rules chat-search-page, chat-search-total
func TestSearchHasPagesAndATotal(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		h.insertLines(ids[0], 150)
		h.insertLines(ids[1], 20)
		for text, want := range map[string][2]int{"line": {170, 101}, "line 149": {1, 1}, "xqzj": {0, 0}, "lin 1": {72, 72}} {
			found, distinctPageTotals := h.searchAllPages(h.user, text, 40)
			if len(found) != want[0] || len(distinctPageTotals) != 1 || !distinctPageTotals[want[1]] {
				t.Errorf("%q: %d found, totals %v, want %v", text, len(found), distinctPageTotals, want)
			}
			for i := 1; i < len(found); i++ {
				if found[i].CreatedAt.After(found[i-1].CreatedAt) {
					t.Fatalf("%q: message %d is newer than the one before it", text, i)
				}
			}
		}
		for limit, want := range map[int]int{-1: 1, 0: 1, 7: 7, 100: 100, 999_999: 100} {
			page, err := h.services[1].SearchConversation(t.Context(), h.user, ids[0], chat.MessageQuery{Text: "line", Limit: limit})
			if err != nil || len(page.Messages) != want {
				t.Errorf("limit %d: %d found, %v", limit, len(page.Messages), err)
			}
		}
		_, err := h.services[0].SearchMessages(t.Context(), h.user, chat.MessageQuery{Text: "line", Cursor: "nonsense"})
		if codeOf(err) != "bad_cursor" {
			t.Error(err)
		}
	})
}

// rule chat-search-own
func TestSearchFindsOwnMessagesOnly(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		h.insertLines(ids[0], 3)
		h.insertLines(ids[1], 2)
		page, err := h.services[0].SearchConversation(t.Context(), h.user, "2", chat.MessageQuery{Text: "line", Limit: 9})
		if err != nil || len(page.Messages) != 2 || page.Messages[0].Chat.Conversation.ID != ids[1] {
			t.Errorf("one conversation: %v, %v", page, err)
		}
		for _, other := range []core.Actor{{UserID: "user-11"}, {UserID: "user-1_1"}, {UserID: "user"}, {UserID: ""}} {
			if found, _ := h.searchAllPages(other, "line", 9); len(found) > 0 {
				t.Errorf("%q finds %v", other.UserID, found)
			}
			_, err := h.services[0].SearchConversation(t.Context(), other, ids[0], chat.MessageQuery{Text: "line", Limit: 9})
			if codeOf(err) != "conversation_not_found" {
				t.Errorf("%q: %v", other.UserID, err)
			}
		}
	})
}

// A search finds an ended reply both before and after AddSearchWords has stored its words. It does
// not find a running reply.
// rule chat-search-current
func TestSearchFindsRepliesThatEnded(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Zinc"})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(h.services[0], turn)
		var reply string
		if err := h.db.Reader().QueryRowContext(t.Context(), `SELECT content FROM messages WHERE id = $1`, turn.ReplyID).Scan(&reply); err != nil {
			t.Fatal(err)
		}
		for _, stored := range []bool{false, true} {
			if stored {
				if err := h.services[1].AddSearchWords(t.Context()); err != nil {
					t.Fatal(err)
				}
				if n := h.selectNumber(`SELECT count(*) FROM messages WHERE search_text IS NULL`); n != 0 {
					t.Errorf("%d messages have no words", n)
				}
			}
			// The server makes the id and the time of a reply before those of the user message. So
			// either of the two messages can come first.
			found, _ := h.searchAllPages(h.user, "zinc", 5)
			isSent := func(f chat.FoundMessage) bool { return f.ID == turn.UserMessageID }
			if len(found) != 2 || !slices.ContainsFunc(found, isSent) {
				t.Errorf("stored: %v, the sent line: %v", stored, found)
			}
			if found, _ := h.searchAllPages(h.user, reply, 5); len(found) != 1 || found[0].ID != turn.ReplyID {
				t.Errorf("stored: %v, %q: %v", stored, reply, found)
			}
		}
		h.exec(`UPDATE messages SET status = 'generating', search_text = NULL WHERE id = $1`, turn.ReplyID)
		if found, _ := h.searchAllPages(h.user, reply, 5); len(found) != 0 {
			t.Errorf("a running reply is found: %v", found)
		}
	})
}

// Hostile search texts cause no error, and find only messages that contain all words of the text.
// rule chat-search-words
func TestHostileSearchesFindOnlyTheirWords(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.insertLines(h.openConversations(1)[0], 3)
		for _, stored := range []bool{false, true} {
			if stored {
				if err := h.services[0].AddSearchWords(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for _, text := range []string{
				`"`, `""`, `'`, `*`, `li*`, `"line`, `line" OR "a`, `line' | 'a`, `line:*`, `!line`, `words:line`, `-line`, `NEAR(line)`, `^line`, `{words} : line`,
				"line\x00", "\x00", "\xff\xfe", "🙂", "🙂line🙂", `\`, `\'`, `a\`, `user-1_`, `user-1_1`, "%", "_", "line%", ":", "&", "( ", "line )",
				strings.Repeat("line ", 20_000), strings.Repeat("x", 100_000), strings.Repeat("東", 100_000), strings.Repeat("🎭", 100_000), strings.Repeat("ﷺ", 100),
			} {
				found, _ := h.searchAllPages(h.user, text, 5)
				for _, f := range found {
					if !strings.Contains(text, "li") {
						t.Errorf("%.20q finds %q", text, f.Content)
					}
				}
			}
		}
	})
}

// A cursor with a made-up position causes no error.
// rule chat-search-page
func TestForgedSearchCursorsCauseNoError(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.insertLines(h.openConversations(1)[0], 3)
		for _, at := range []int64{-1 << 63, -1, 0, 999_999, 1<<63 - 1} {
			cursor := core.FormatCursor(map[string]any{"t": at, "s": at, "i": "'"})
			for _, ref := range []string{"", "1"} {
				q := chat.MessageQuery{Text: "line", Limit: 2, Cursor: cursor}
				_, err := h.services[0].SearchMessages(t.Context(), h.user, q)
				if ref != "" {
					_, err = h.services[0].SearchConversation(t.Context(), h.user, ref, q)
				}
				if err != nil {
					t.Errorf("%d: %v", at, err)
				}
			}
		}
	})
}

// rule chat-search-excerpt
func TestExcerptShowsTheMatches(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		longContent := strings.Repeat("before ", 60) + "Été\n<b>" + strings.Repeat(" after", 60)
		h.exec(`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at) VALUES ('long', $1, 9, TRUE, $2, 'complete', $3, $3)`, id, longContent, time.Now().UnixMilli())
		found, _ := h.searchAllPages(h.user, "ete b", 5)
		if len(found) != 1 {
			t.Fatal(found)
		}
		e := found[0].Excerpt
		letters := []rune(e.Text)
		if utf8.RuneCountInString(e.Text) > 162 || strings.Contains(e.Text, "\n") || !strings.Contains(e.Text, "Été <b>") {
			t.Errorf("%q", e.Text)
		}
		var matchedTexts []string
		for _, m := range e.Matches {
			matchedTexts = append(matchedTexts, string(letters[m[0]:m[1]]))
		}
		if got := strings.Join(matchedTexts, "|"); !strings.HasSuffix(got, "b|Été|b") {
			t.Errorf("matches of %q: %s", e.Text, got)
		}
	})
}
