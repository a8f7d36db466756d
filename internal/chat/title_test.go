package chat_test

import (
	"fmt"
	"strings"
	"testing"

	"colloquy/internal/chat"
	"colloquy/internal/core"
)

func (h *harness) countFoundChats(search string) int {
	h.t.Helper()
	page, err := h.services[0].Chats(h.t.Context(), h.user, chat.ListQuery{Search: search})
	if err != nil {
		h.t.Fatal(err)
	}
	return page.Total
}

// rules chats-title, chats-search
func TestChatTitleIsCleanedAndFound(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(2)[0]
		h.sendAndAwait(id, "Hello")
		for title, want := range map[string]string{
			"Café on\nthe  moon": "Café on the moon", " \u200b ": "", "": "", strings.Repeat("é", 80): strings.Repeat("é", 80), "\u202eesrever": "esrever",
		} {
			session, err := h.services[0].Rename(t.Context(), h.user, id, title)
			if err != nil || session.Title != want || session.ID != id || session.Character.Persona == nil {
				t.Errorf("%.20q is stored as %q, %v", title, session.Title, err)
			}
		}
		if _, err := h.services[0].Rename(t.Context(), h.user, id, strings.Repeat("é", 81)); core.KindOf(err) != core.Invalid {
			t.Errorf("a long title: %v", err)
		}
		if _, err := h.services[0].Rename(t.Context(), h.user, "1", "Café on the moon"); err != nil {
			t.Fatal(err)
		}
		for search, want := range map[string]int{"cafe": 1, "the MOON": 1, "you said": 1, "who is": 1, "moon you": 0, "|": 0} {
			if n := h.countFoundChats(search); n != want {
				t.Errorf("%q finds %d", search, n)
			}
		}
		h.sendAndAwait(id, "Goodbye")
		if h.countFoundChats("cafe") != 1 || h.countFoundChats("goodbye") != 1 || h.countFoundChats("hello") != 0 {
			t.Error("after a message the search finds something else")
		}
		if _, err := h.services[1].StartOver(t.Context(), h.user, id); err != nil {
			t.Fatal(err)
		}
		if h.countFoundChats("cafe") != 1 || h.countFoundChats("goodbye") != 0 {
			t.Error("after a new start the search finds something else")
		}
		for _, actor := range []core.Actor{{UserID: "user-2"}, {UserID: "user"}} {
			if _, err := h.services[0].Rename(t.Context(), actor, id, "Mine"); codeOf(err) != "conversation_not_found" {
				t.Error(err)
			}
		}
		if _, err := h.services[0].Rename(t.Context(), h.user, "999999", "Nothing"); codeOf(err) != "conversation_not_found" {
			t.Error(err)
		}
	})
}

// rule chats-title
func TestParallelTitlesAndMessagesKeepSearchTextCurrent(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.advanceToNextDay()
		id := h.openConversations(1)[0]
		h.countErrorCodesInParallel(callerCount, func(i int, service *chat.Service) error {
			if i%2 == 0 {
				_, err := service.Rename(t.Context(), h.user, id, fmt.Sprint("Title", i))
				return err
			}
			_, err := service.StoreWithoutReply(t.Context(), h.user, id, chat.MessageInput{Content: fmt.Sprint("Line", i)})
			return err
		})
		if n := h.selectNumber(`SELECT count(*) FROM conversations WHERE search_text <> lower(title || ' | ' || last_message)`); n != 0 {
			t.Error("a search reads other words than the list shows")
		}
	})
}

func (h *harness) countUnreadChats() (n int) {
	h.t.Helper()
	return h.selectNumber(`SELECT count(*) FROM conversations WHERE reply_seq > read_seq`)
}

// A reply that ends while nobody reads it leaves the chat unread in all processes. It stays unread
// until the user opens the chat or deletes the reply.
// rule chats-unread
func TestReplyThatEndedElsewhereIsUnread(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		sendAndAwaitReply := func() {
			t.Helper()
			completeCountBefore := h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'complete'`)
			if _, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"}); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the reply ends", func() bool {
				return h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'complete'`) == completeCountBefore+2
			})
		}
		if h.countUnreadChats() != 0 {
			t.Error("the greeting is unread")
		}
		sendAndAwaitReply()
		page, err := h.services[1].Sessions(t.Context(), h.user, 10, "")
		if err != nil || !page.Sessions[0].IsUnread || h.countUnreadChats() != 1 {
			t.Errorf("%+v, %v", page, err)
		}
		if _, err := h.services[1].History(t.Context(), core.Actor{UserID: "user-2"}, id, ""); err == nil {
			t.Error("somebody else reads it")
		}
		h.shownTexts(id) // opens the chat in services[1]; services[0] wrote the reply
		eventually(t, "opening the chat marks it as read", func() bool { return h.countUnreadChats() == 0 })

		sendAndAwaitReply()
		if h.countUnreadChats() != 1 {
			t.Error("the next reply is read")
		}
		restartedService := h.newService(h.db)
		if page, err := restartedService.Sessions(t.Context(), h.user, 10, ""); err != nil || !page.Sessions[0].IsUnread {
			t.Errorf("after a restart: %+v, %v", page, err)
		}
		var reply string
		if err := h.db.Reader().QueryRowContext(t.Context(), `SELECT id FROM messages ORDER BY seq DESC LIMIT 1`).Scan(&reply); err != nil {
			t.Fatal(err)
		}
		if err := h.services[1].DeleteMessage(t.Context(), h.user, id, reply); err != nil {
			t.Fatal(err)
		}
		if h.countUnreadChats() != 0 {
			t.Error("a deleted reply is unread")
		}
	})
}

// If the user opens the chat while a reply runs, and leaves before its end, the reply is unread.
// rule chats-unread
func TestHalfReadReplyIsUnread(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		gate := h.holdReply("Some ", "more.")
		h.exec(`UPDATE conversations SET reply_seq = 1`) // an older reply is unread
		if _, err := h.services[0].StoreWithoutReply(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"}); err != nil {
			t.Fatal(err)
		}
		h.exec(`UPDATE conversations SET read_seq = 0`)
		if _, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"}); err != nil {
			t.Fatal(err)
		}
		h.shownTexts(id)
		eventually(t, "the older reply is read", func() bool { return h.countUnreadChats() == 0 })
		close(gate)
		eventually(t, "the reply ends", func() bool { return h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'generating'`) == 0 })
		if h.countUnreadChats() != 1 {
			t.Error("a reply that nobody read to its end is read")
		}
	})
}

// rule chats-unread
func TestReplyReadToItsEndLeavesChatRead(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.sendAndAwait(id, "Hello")
		eventually(t, "it is read", func() bool { return h.countUnreadChats() == 0 })
	})
}
