package chat_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func deleteChats(c *apptest.Client, ids ...string) apptest.Answer {
	c.T.Helper()
	return c.Do("POST", "/user/chats/bulk-delete", map[string]any{"sessionIds": ids})
}

// countChatsOfAda returns the count of conversations on the public profile of Ada Lovelace.
func countChatsOfAda(c *apptest.Client) int {
	c.T.Helper()
	var profile struct{ Stats struct{ Chats int } }
	c.Do("GET", "/profile/"+freeCharacterSlug, nil).Want(http.StatusOK).Into(&profile)
	return profile.Stats.Chats
}

// rules chats-delete, chats-delete-again
func TestDeletedChatIsGone(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, bo := e.NewUser("Mirela"), e.NewUser("Bo")
		id, otherChatID := openChat(t, ada, freeCharacterSlug), openChat(t, ada, "frida-kahlo")
		foreignID := openChat(t, bo, freeCharacterSlug)
		stream := ada.Send(id, "My secret", "user-1").ReadAll()
		if n := countChatsOfAda(ada); n != 2 {
			t.Fatalf("%d chats are counted", n)
		}
		ada.Do("DELETE", "/user/chats/"+foreignID, nil).Want(http.StatusNotFound)
		ada.Do("DELETE", "/user/chats/"+id, nil).Want(http.StatusOK)
		ada.Do("DELETE", "/user/chats/"+id, nil).Want(http.StatusOK)
		for _, path := range []string{"/messages/" + id, "/messages/slug/" + freeCharacterSlug, "/messages/" + id + "/stream?reply=" + stream.MessageID, "/messages/" + id + "/stream"} {
			if a := ada.Do("GET", path, nil); a.Status != http.StatusNotFound || a.ErrorCode() != "conversation_not_found" {
				t.Errorf("GET %s: %d %s", path, a.Status, a.Body)
			}
		}
		for _, slug := range []string{freeCharacterSlug, "marcus-aurelius"} {
			a := ada.Do("POST", "/session", map[string]any{"characterId": slug, "existing": true})
			if a.Status != http.StatusNotFound || a.ErrorCode() != "conversation_not_found" {
				t.Errorf("reopening %s: %d %s", slug, a.Status, a.Body)
			}
		}
		ada.Do("POST", "/session", map[string]any{"characterId": "frida-kahlo", "existing": true}).Want(http.StatusOK)
		if list := listChats(ada, nil); list.slugsText() != "frida-kahlo" || list.Data.Total != 1 {
			t.Errorf("%+v", list)
		}
		if n := countChatsOfAda(ada); n != 1 {
			t.Errorf("%d chats are counted", n)
		}
		ada.Do("GET", "/messages/"+otherChatID, nil).Want(http.StatusOK)
		bo.Do("GET", "/messages/"+foreignID, nil).Want(http.StatusOK)
	})
}

// rules chats-delete, chats-delete-again
func TestManyChatsAreDeleted(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, bo := e.NewUser("Mirela"), e.NewUser("Bo")
		ids := []string{openChat(t, ada, freeCharacterSlug), openChat(t, ada, "frida-kahlo"), openChat(t, ada, "nikola-tesla")}
		foreignID := openChat(t, bo, freeCharacterSlug)
		for _, foreign := range []string{foreignID, "nobody_20", ada.UserID + "_x", ada.UserID + "_020", "20", "", ada.UserID + "_20 "} {
			if a := deleteChats(ada, ids[0], foreign); a.Status != http.StatusNotFound || a.ErrorCode() != "conversation_not_found" {
				t.Errorf("%q: %d %s", foreign, a.Status, a.Body)
			}
		}
		deleteChats(ada).Want(http.StatusUnprocessableEntity)
		deleteChats(ada, strings.Split(strings.Repeat(ids[0]+" ", 101), " ")[:101]...).Want(http.StatusUnprocessableEntity)
		if n := listChats(ada, nil).Data.Total; n != 3 {
			t.Fatalf("%d chats are left", n)
		}
		unknownIDs := make([]string, 0, 100)
		for i := range 98 {
			unknownIDs = append(unknownIDs, fmt.Sprintf("%s_%d", ada.UserID, 100_000+i)) // never existed
		}
		deleteChats(ada, append(unknownIDs, ids[0], ids[2])...).Want(http.StatusOK)
		deleteChats(ada, ids[0], ids[0]).Want(http.StatusOK)
		if list := listChats(ada, nil); list.slugsText() != "frida-kahlo" {
			t.Errorf("%+v", list)
		}
	})
}

// Deleting a chat cancels the model call of its running reply. The reply's readers get an end, and
// nothing of the reply stays stored.
// rule chats-delete
func TestRunningReplyOfADeletedChatEnds(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(1)
		gate := h.holdReply("Some ", "more.")
		defer close(gate)
		turn, err := h.services[0].Send(t.Context(), h.user, ids[0], chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		followEnded := make(chan struct{})
		go func() { h.awaitEnd(h.services[0], turn); close(followEnded) }()
		if err := h.services[1].DeleteChats(t.Context(), h.user, ids); err != nil { // the other process
			t.Fatal(err)
		}
		select {
		case <-followEnded:
		case <-time.After(10 * time.Second):
			t.Fatal("the reader waits")
		}
		eventually(t, "the model's call ends", func() bool { return h.model.CancelledCount() == 1 })
		h.expectNoStoredChats()
	})
}

// expectNoStoredChats checks that the user has no conversation, no message and no stored bytes.
func (h *harness) expectNoStoredChats() {
	h.t.Helper()
	for _, query := range []string{`SELECT count(*) FROM conversations`, `SELECT count(*) FROM messages`, `SELECT COALESCE(SUM(line_bytes), 0) FROM chat_usage`} {
		if n := h.selectNumber(query); n != 0 {
			h.t.Errorf("%s: %d", query, n)
		}
	}
}

// A chat may have more messages than one transaction deletes. rule chats-delete
func TestLongChatIsDeletedWhole(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		h.exec(`UPDATE conversations SET created_at = 1`)
		h.exec(`INSERT INTO chat_usage (user_id, line_bytes) VALUES ($1, 5006)`, h.user.UserID)
		for i := range 1001 {
			h.exec(`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 'complete', $6, $6)`,
				fmt.Sprint("m", i), ids[i%2], i+10, i < 1000, "äbcd", core.Millis(h.clock.Now())-int64(i%2)*9*24*3600*1000)
		}
		if err := h.services[0].DeleteChats(t.Context(), h.user, ids); err != nil {
			t.Fatal(err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM deleted_sends`); n != 500 {
			t.Errorf("%d sends are remembered, want those of the last 8 days", n)
		}
		if n := h.selectNumber(`SELECT line_bytes FROM chat_usage`); n != 6 {
			t.Errorf("%d bytes are left", n)
		}
		h.exec(`UPDATE chat_usage SET line_bytes = 0`)
		h.expectNoStoredChats()
	})
}

// rule chats-delete-resend
func TestSendIntoADeletedChatStoresNothing(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		in := chat.MessageInput{Content: "Hello", ClientID: "user-1"}
		turn, err := h.services[0].Send(t.Context(), h.user, id, in)
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(h.services[0], turn)
		if err := h.services[1].DeleteChats(t.Context(), h.user, []string{id}); err != nil {
			t.Fatal(err)
		}
		checkSend := func(moment, want string, in chat.MessageInput) {
			t.Helper()
			for what, call := range map[string]func() error{
				"send":  func() error { _, err := h.services[0].Send(t.Context(), h.user, id, in); return err },
				"store": func() error { _, err := h.services[1].StoreWithoutReply(t.Context(), h.user, id, in); return err },
			} {
				if code := codeOf(call()); code != want {
					t.Errorf("%s, %s: %q, want %q", moment, what, code, want)
				}
			}
		}
		checkSend("after the deletion", "conversation_not_found", in)
		if _, err := h.services[0].Regenerate(t.Context(), h.user, id, chat.Regeneration{}); codeOf(err) != "conversation_not_found" {
			t.Errorf("retry: %v", err)
		}
		h.expectNoStoredChats()
		h.openConversations(1)
		checkSend("in a new conversation", "message_deleted", in)
		if n := h.selectNumber(`SELECT count(*) FROM messages`); n != 1 {
			t.Errorf("%d messages, want the greeting", n)
		}
		if _, err := h.services[1].StoreWithoutReply(t.Context(), h.user, id, chat.MessageInput{Content: "Hello", ClientID: "user-2"}); err != nil {
			t.Error(err)
		}
	})
}

func codeOf(err error) string {
	if e, ok := errors.AsType[*core.Error](err); ok {
		return e.Code
	}
	return fmt.Sprint(err)
}

// rules chats-delete-usage, payment-refund
func TestSendsOfDeletedChatsCount(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		storeMessage := func(id string) {
			t.Helper()
			if _, err := h.services[0].StoreWithoutReply(t.Context(), h.user, id, chat.MessageInput{Content: fmt.Sprint("Line at ", h.clock.Now())}); err != nil {
				t.Fatal(err)
			}
			h.clock.Advance(time.Millisecond)
		}
		storeMessage(ids[0])
		storeMessage(ids[1])
		paidAt := h.clock.Now().Truncate(time.Millisecond)
		storeMessage(ids[0])
		storeMessage(ids[0])
		if err := h.services[1].DeleteChats(t.Context(), h.user, ids); err != nil {
			t.Fatal(err)
		}
		storeMessage(h.openConversations(1)[0])
		expectSentCounts := func(moment string, since time.Time, wantByCharacterID map[int]int) {
			t.Helper()
			if got, err := h.services[1].CountSentSince(t.Context(), h.user.UserID, since); err != nil || !maps.Equal(got, wantByCharacterID) {
				t.Errorf("%s: %v, %v, want %v", moment, got, err, wantByCharacterID)
			}
		}
		expectSentCounts("since the purchase", paidAt, map[int]int{1: 3})
		expectSentCounts("since before", paidAt.Add(-time.Hour), map[int]int{1: 4, 2: 1})
	})
}

// Two processes delete, open and send at once. In the end no row of a deleted chat is left, and
// the counts equal the stored rows. rule chats-delete
func TestParallelDeletionsAndSendsLeaveNoRows(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.advanceToNextDay()
		const people = 4
		ids := h.openConversations(people)
		got := h.countErrorCodesInParallel(callerCount, func(i int, service *chat.Service) error {
			n := i / 2 % people
			switch i % 5 {
			case 0, 1:
				return service.DeleteChats(t.Context(), h.user, []string{ids[n]})
			case 2:
				return service.DeleteChats(t.Context(), h.user, append([]string{}, ids...))
			case 3:
				_, err := service.Open(t.Context(), h.user, fmt.Sprint(n+1))
				return err
			}
			_, err := service.StoreWithoutReply(t.Context(), h.user, ids[n], chat.MessageInput{Content: fmt.Sprint("Line ", i), ClientID: fmt.Sprint("user-", i)})
			return err
		})
		for code := range got {
			if code != "" && code != "conversation_not_found" && code != "rate_limited" {
				t.Errorf("the calls answer %v", got)
			}
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE conversation_id NOT IN (SELECT id FROM conversations)`); n != 0 {
			t.Errorf("%d messages have no conversation", n)
		}
		if n, want := h.selectNumber(`SELECT COALESCE(SUM(line_bytes), 0) FROM chat_usage`), h.selectNumber(`SELECT COALESCE(SUM(octet_length(content)), 0) FROM messages WHERE is_user`); n != want {
			t.Errorf("%d bytes are counted, the rows have %d", n, want)
		}
		if n, want := h.selectNumber(`SELECT COALESCE(SUM(message_count), 0) FROM conversations`), h.selectNumber(`SELECT count(*) FROM messages`); n != want {
			t.Errorf("%d messages are counted, %d rows", n, want)
		}
		if err := h.services[0].DeleteChats(t.Context(), h.user, ids); err != nil {
			t.Fatal(err)
		}
		h.expectNoStoredChats()
	})
}

// If two processes delete chats while replies run in them, the replies end and leave no rows. rule
// chats-delete
func TestParallelDeletionsEndRunningReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.advanceToNextDay()
		ids := h.openConversations(10)
		got := h.countErrorCodesInParallel(60, func(i int, service *chat.Service) error {
			if i%3 == 0 {
				_, err := service.Send(t.Context(), h.user, ids[i/3%10], chat.MessageInput{Content: "Hello"})
				return err
			}
			return service.DeleteChats(t.Context(), h.user, append([]string{}, ids...))
		})
		for code := range got {
			if code != "" && code != "conversation_not_found" && code != "too_many_replies" && code != "reply_running" {
				t.Errorf("the calls answer %v", got)
			}
		}
		if err := h.services[1].DeleteChats(t.Context(), h.user, ids); err != nil {
			t.Fatal(err)
		}
		h.expectNoStoredChats()
		time.Sleep(2 * time.Second) // a writer that still ran would have stored its reply by now
		h.expectNoStoredChats()
	})
}

// The job chat.deleted-sends deletes old rows of deleted_sends. rule chats-delete-usage
func TestOldDeletedSendsAreForgotten(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		jobs := &jobRecorder{}
		h := newHarness(t, o, func(d *chat.Deps) { d.Jobs = jobs })
		now := h.clock.Now()
		for i, age := range []time.Duration{7 * 24 * time.Hour, 9 * 24 * time.Hour} {
			h.exec(`INSERT INTO deleted_sends (id, user_id, character_id, sent_at) VALUES ($1, 'user-1', 1, $2)`, fmt.Sprint(i), core.Millis(now.Add(-age)))
		}
		if err := jobs.runByKind["chat.deleted-sends"](t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM deleted_sends`); n != 1 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// jobRecorder keeps the registered jobs.
type jobRecorder struct {
	runByKind map[string]func(context.Context) error
}

// Every registers a job.
func (j *jobRecorder) Every(kind string, _ time.Duration, fn func(context.Context) error) {
	if j.runByKind == nil {
		j.runByKind = map[string]func(context.Context) error{}
	}
	j.runByKind[kind] = fn
}
