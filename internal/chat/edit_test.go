package chat_test

import (
	"fmt"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func (h *harness) editMessage(service int, id, messageID, content, clientID string) (message.Turn, error) {
	return h.services[service].Edit(h.t.Context(), h.user, id, messageID, chat.MessageInput{Content: content, ClientID: clientID})
}

// rule messages-edit
func TestEditGoesOnFromTheEditedMessage(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.sendLine(id, "First line")
		secondTurn := h.sendLine(id, "Second line")
		h.sendLine(id, "Third line")
		h.answerWith("The answer.")
		turn := h.startAndAwaitReply(func(*chat.Service) (message.Turn, error) {
			return h.editMessage(0, id, secondTurn.UserMessageID, "Another line", "user-e")
		})
		h.expectTalk(id, "First line", "You said: First line", "Another line", "The answer.")
		requests := h.model.ReplyRequests()
		if said := fmt.Sprint(requests[len(requests)-1].Messages); strings.Contains(said, "Second") || strings.Contains(said, "Third") || !strings.Contains(said, "Another line") {
			t.Errorf("the prompt has %s", said)
		}
		h.expectFound("line", "Another line", "You said: First line", "First line")
		list, err := h.services[1].Archives(t.Context(), h.user, id)
		if err != nil || len(list) != 1 || list[0].Kind != "edit" || list[0].MessageCount != 4 {
			t.Errorf("the archives are %+v, %v", list, err)
		}
		if c := h.sidebarConversation(id); c.MessageCount != 5 || c.LastMessage != "The answer." {
			t.Errorf("the sidebar has %q and %d messages", c.LastMessage, c.MessageCount)
		}
		repeatedTurn, err := h.editMessage(1, id, secondTurn.UserMessageID, "Another line", "user-e")
		if err != nil || repeatedTurn.ReplyID != turn.ReplyID {
			t.Errorf("the same edit again gives %+v, %v", repeatedTurn, err)
		}
		if _, err := h.editMessage(1, id, secondTurn.UserMessageID, "A new line", "user-f"); codeOf(err) != "message_not_found" {
			t.Errorf("an edit of an archived message: %v", err)
		}
	})
}

// Two processes get two hundred edits of one message at once, and exactly one edit is made. If all
// calls share one client id, all return the turn of this edit. If each call has its own client id,
// all other calls are refused.
// rule messages-edit
func TestParallelEditsMakeOneReply(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		for i, clientID := range []string{"user-same", "user-%d"} {
			turn := h.sendLine(ids[i], "Hello")
			gate := h.holdReply("", "Done.")
			got := h.countErrorCodesInParallel(callerCount, func(n int, service *chat.Service) error {
				callerClientID := clientID
				if i == 1 {
					callerClientID = fmt.Sprintf(clientID, n)
				}
				_, err := service.Edit(t.Context(), h.user, ids[i], turn.UserMessageID, chat.MessageInput{Content: "Good day", ClientID: callerClientID})
				return err
			})
			if i == 0 {
				expectCounts(t, "edits", got, map[string]int{"": callerCount})
			} else if got[""] != 1 || got["reply_running"]+got["message_not_found"] != callerCount-1 {
				t.Errorf("edits with names of their own: %v", got)
			}
			close(gate)
			eventually(t, "the reply has ended", func() bool { return h.newestPage(ids[i]).Messages[2].Status == message.Complete })
			h.expectTalk(ids[i], "Good day", "Done.")
			if list, err := h.services[1].Archives(t.Context(), h.user, ids[i]); err != nil || len(list) != 1 || list[0].MessageCount != 2 {
				t.Errorf("the archives are %+v, %v", list, err)
			}
		}
	})
}

// rule messages-edit
func TestImpossibleEditsAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		turn, other := h.sendLine(ids[0], "Hello"), h.sendLine(ids[1], "Elsewhere")
		greetingID := h.newestPage(ids[0]).Messages[0].ID
		for name, messageID := range map[string]string{"missing": "nothing", "of another talk": other.UserMessageID, "a reply": turn.ReplyID, "the greeting": greetingID} {
			if _, err := h.editMessage(0, ids[0], messageID, "New", "user-x"); codeOf(err) != "message_not_found" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := h.services[0].Edit(t.Context(), core.Actor{UserID: "user-2"}, ids[0], turn.UserMessageID, chat.MessageInput{Content: "Mine"}); core.KindOf(err) != core.NotFound {
			t.Errorf("somebody else's talk: %v", err)
		}
		gate := h.holdReply("", "Done.")
		runningTurn, err := h.services[0].Send(t.Context(), h.user, ids[0], chat.MessageInput{Content: "More"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.editMessage(1, ids[0], turn.UserMessageID, "New", "user-x"); codeOf(err) != "reply_running" {
			t.Errorf("an edit during a reply: %v", err)
		}
		close(gate)
		h.awaitEnd(h.services[0], runningTurn)
		h.expectTalk(ids[0], "Hello", "You said: Hello", "More", "Done.")
	})
}

// A conversation with a removed character can still be read, but all calls that write to it are
// refused.
// rules messages-edit, messages-versions
func TestVersionsOfARemovedCharacterAreRefused(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		ada.Send(id, "Hello", "user-a").ReadAll()
		list := fetchHistory(t, ada, id)
		execSQL(t, dbtest.OpenSQL(t, o), `UPDATE characters SET is_deleted = TRUE WHERE slug = $1`, freeCharacterSlug)
		at := "/messages/" + id + "/"
		for _, a := range []apptest.Answer{
			ada.Do("PUT", at+list[1].ID, map[string]any{"content": "New"}),
			ada.Do("PUT", at+list[2].ID+"/alternative", nil),
			ada.Do("POST", at+"regenerate", map[string]any{"continue": true}),
		} {
			if a.Status != 404 || a.ErrorCode() != "character_not_found" {
				t.Errorf("%s: %d %s", a.MethodAndPath, a.Status, a.Body)
			}
		}
		if after := fetchHistory(t, ada, id); len(after) != 3 {
			t.Errorf("the talk is %+v", after)
		}
	})
}
