package chat_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// forgetRecorder implements chat.Memory. It records the ids of the messages whose notes and
// recordings are to be deleted.
type forgetRecorder struct {
	noMemory
	noteMessageIDs, recordingMessageIDs []string
}

func (f *forgetRecorder) ForgetMessages(_ context.Context, _ storage.Querier, ids []string) error {
	f.noteMessageIDs = append(f.noteMessageIDs, ids...)
	return nil
}

// forgetRecordingsRecorder adapts a forgetRecorder to chat.Recordings.
type forgetRecordingsRecorder struct{ *forgetRecorder }

func (f forgetRecordingsRecorder) ForgetMessages(_ context.Context, _ storage.Querier, _ string, ids []string) error {
	f.recordingMessageIDs = append(f.recordingMessageIDs, ids...)
	return nil
}

// rule messages-delete
func TestDeletedMessageIsGone(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		f := &forgetRecorder{}
		h := newHarness(t, o, func(d *chat.Deps) { d.Memory, d.Recordings = f, forgetRecordingsRecorder{f} })
		id := h.openConversations(1)[0]
		userMessageID, replyID := h.sendAndAwait(id, "A secret word")
		secondID, _ := h.sendAndAwait(id, "Second line")
		if err := h.services[0].AddSearchWords(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := h.services[1].DeleteMessage(t.Context(), h.user, id, userMessageID); err != nil {
			t.Fatal(err)
		}
		if err := h.services[0].DeleteMessage(t.Context(), h.user, id, userMessageID); codeOf(err) != "message_not_found" {
			t.Errorf("again: %v", err)
		}
		if got := h.shownTexts(id); slices.Contains(got, "A secret word") || len(got) != 4 {
			t.Errorf("the talk has %q", got)
		}
		if found, _ := h.searchAllPages(h.user, "secret", 5); len(found) != 1 || found[0].ID != replyID { // the reply repeats the deleted message
			t.Errorf("a search finds %v", found)
		}
		h.expectCountsMatchMessages(id)
		if n := h.selectNumber(`SELECT line_bytes FROM chat_usage`); n != len("Second line") {
			t.Errorf("%d bytes are counted", n)
		}
		if err := h.services[0].DeleteMessage(t.Context(), h.user, id, replyID); err != nil {
			t.Fatal(err)
		}
		if found, _ := h.searchAllPages(h.user, "secret", 5); len(found) != 0 {
			t.Errorf("a search finds %v", found)
		}
		if err := h.services[0].DeleteMessage(t.Context(), h.user, id, secondID); err != nil {
			t.Fatal(err)
		}
		h.expectCountsMatchMessages(id)
		if want := []string{userMessageID, replyID, secondID}; !slices.Equal(f.noteMessageIDs, want) || !slices.Equal(f.recordingMessageIDs, want) {
			t.Errorf("notes of %v and recordings of %v are forgotten, want %v", f.noteMessageIDs, f.recordingMessageIDs, want)
		}
		h.sendAndAwait(id, "What comes next?")
		requests := h.model.ReplyRequests()
		if last := fmt.Sprintf("%+v", requests[len(requests)-1]); strings.Contains(last, "secret") {
			t.Errorf("the model is told %s", last)
		}
		sentCounts, err := h.services[0].CountSentSince(t.Context(), h.user.UserID, time.Time{})
		if err != nil || sentCounts[1] != 3 {
			t.Errorf("%v sends count, %v", sentCounts, err)
		}
	})
}

// All versions of a reply are deleted with it, and their words are not found any more.
// rule messages-delete
func TestVersionsAreDeletedWithTheirReply(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		userMessageID, replyID := h.sendAndAwait(id, "Hello")
		h.exec(`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, reply_to, is_active, created_at, updated_at)
			VALUES ('former', $1, 90, FALSE, 'A former version', 'complete', $2, FALSE, 1, 1)`, id, userMessageID)
		if err := h.services[0].AddSearchWords(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := h.services[1].DeleteMessage(t.Context(), h.user, id, "former"); err != nil { // the id of any version deletes the reply
			t.Fatal(err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE id IN ('former', $1)`, replyID); n != 0 {
			t.Errorf("%d versions are left", n)
		}
		if got := h.shownTexts(id); len(got) != 2 {
			t.Errorf("the talk has %q", got)
		}
		h.expectCountsMatchMessages(id)
	})
}

// rule messages-delete
func TestGreetingCannotBeDeleted(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		var greetingID string
		if err := h.db.Reader().QueryRowContext(t.Context(), `SELECT id FROM messages`).Scan(&greetingID); err != nil {
			t.Fatal(err)
		}
		if err := h.services[0].DeleteMessage(t.Context(), h.user, id, greetingID); codeOf(err) != "greeting_stays" {
			t.Error(err)
		}
		if got := h.shownTexts(id); len(got) != 1 {
			t.Errorf("the talk has %q", got)
		}
	})
}

// A running reply is stopped before it is deleted, and its writer does not store it again.
// rule messages-delete
func TestRunningReplyIsDeleted(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		gate := h.holdReply("Some ", "more.")
		defer close(gate)
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		followEnded := make(chan struct{})
		go func() { h.awaitEnd(h.services[0], turn); close(followEnded) }()
		if err := h.services[1].DeleteMessage(t.Context(), h.user, id, "999999"); codeOf(err) != "message_not_found" {
			t.Error(err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'generating'`); n != 1 {
			t.Error("a missing message ends the reply")
		}
		if err := h.services[1].DeleteMessage(t.Context(), h.user, id, turn.ReplyID); err != nil {
			t.Fatal(err)
		}
		<-followEnded
		eventually(t, "the model's call ends", func() bool { return h.model.CancelledCount() == 1 })
		time.Sleep(1500 * time.Millisecond) // longer than the interval of checkpoints
		if got := h.shownTexts(id); !slices.Equal(got, []string{"Who is there?", "Hello"}) {
			t.Errorf("the talk has %q", got)
		}
		h.expectCountsMatchMessages(id)
	})
}

// A message that another tab has archived can be deleted. The deletion updates the archive's number
// of messages. An archive without messages is deleted.
// rules messages-delete, messages-start-over
func TestArchivedMessageIsDeleted(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.sendAndAwait(id, "First")
		editedID, _ := h.sendAndAwait(id, "Second")
		turn, err := h.services[0].Edit(t.Context(), h.user, id, editedID, chat.MessageInput{Content: "Third"})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(h.services[0], turn)
		list := h.listArchives(id)
		if len(list) != 1 || list[0].Kind != "edit" || list[0].MessageCount != 2 {
			t.Fatalf("%+v", list)
		}
		if _, err := h.services[0].Restore(t.Context(), h.user, id, list[0].ID); codeOf(err) != "archive_not_found" {
			t.Errorf("an archive of an edit is restored: %v", err)
		}
		var replyID string
		if err := h.db.Reader().QueryRowContext(t.Context(), `SELECT id FROM messages WHERE reply_to = $1`, editedID).Scan(&replyID); err != nil {
			t.Fatal(err)
		}
		for n, m := range []string{replyID, editedID} {
			if err := h.services[1].DeleteMessage(t.Context(), h.user, id, m); err != nil {
				t.Fatal(err)
			}
			h.expectCountsMatchMessages(id)
			if list := h.listArchives(id); len(list) != 1-n {
				t.Errorf("%+v", list)
			}
		}
		if got := h.shownTexts(id); len(got) != 5 || got[3] != "Third" {
			t.Errorf("the talk has %q", got)
		}
	})
}

// rule messages-delete
func TestDeletedMessageIsNotSentAgain(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.exec(`UPDATE conversations SET created_at = 1`) // an old conversation
		in := chat.MessageInput{Content: "Hello", ClientID: "user-1"}
		m, err := h.services[0].StoreWithoutReply(t.Context(), h.user, id, in)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.services[1].DeleteMessage(t.Context(), h.user, id, m.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := h.services[0].Send(t.Context(), h.user, id, in); codeOf(err) != "message_deleted" {
			t.Errorf("a tab that was offline: %v", err)
		}
		if got := h.shownTexts(id); len(got) != 1 {
			t.Errorf("the talk has %q", got)
		}
	})
}

// rule messages-delete
func TestParallelDeletionsDeleteAMessageOnce(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		userMessageID, _ := h.sendAndAwait(id, "Hello")
		h.sendAndAwait(id, "And hello")
		got := h.countErrorCodesInParallel(200, func(_ int, service *chat.Service) error {
			return service.DeleteMessage(t.Context(), h.user, id, userMessageID)
		})
		if got[""] != 1 || got["message_not_found"] != 199 {
			t.Errorf("%v", got)
		}
		if n := h.selectNumber(`SELECT line_bytes FROM chat_usage`); n != len("And hello") {
			t.Errorf("%d bytes are counted", n)
		}
		h.expectCountsMatchMessages(id)
	})
}

// rule messages-delete
func TestForeignMessageIsNotDeleted(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		ownMessageID, _ := h.sendAndAwait(ids[0], "Hello")
		otherUser := core.Actor{UserID: "user-2"}
		if _, err := h.services[0].Open(t.Context(), otherUser, "1"); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			actor          core.Actor
			ref, id, wants string
		}{
			{otherUser, "1", ownMessageID, "message_not_found"}, {otherUser, ids[0], ownMessageID, "conversation_not_found"},
			{h.user, ids[1], ownMessageID, "message_not_found"}, {h.user, ids[0], "999999", "message_not_found"}, {h.user, "999999", ownMessageID, "conversation_not_found"},
		} {
			if err := h.services[1].DeleteMessage(t.Context(), c.actor, c.ref, c.id); codeOf(err) != c.wants {
				t.Errorf("%+v: %v", c, err)
			}
		}
		if got := h.shownTexts(ids[0]); len(got) != 3 {
			t.Errorf("the talk has %q", got)
		}
	})
}
