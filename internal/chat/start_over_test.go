package chat_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// ForgetSummaries implements chat.Memory.
func (noMemory) ForgetSummaries(context.Context, storage.Querier, string) error { return nil }

// sendAndAwait sends a text and waits for the end of its reply.
func (h *harness) sendAndAwait(conversation, text string) (userMessageID, replyID string) {
	h.t.Helper()
	h.clock.Advance(4 * time.Second) // keeps the sends below 20 a minute
	turn, err := h.services[0].Send(h.t.Context(), h.user, conversation, chat.MessageInput{Content: text})
	if err != nil {
		h.t.Fatal(err)
	}
	h.awaitEnd(h.services[0], turn)
	return turn.UserMessageID, turn.ReplyID
}

// shownTexts returns the texts of the messages that a conversation shows.
func (h *harness) shownTexts(conversation string) (out []string) {
	h.t.Helper()
	page, err := h.services[1].History(h.t.Context(), h.user, conversation, "")
	if err != nil {
		h.t.Fatal(err)
	}
	for _, m := range page.Messages {
		out = append(out, m.Content)
	}
	return out
}

func (h *harness) listArchives(conversation string) []chat.Archive {
	h.t.Helper()
	list, err := h.services[1].Archives(h.t.Context(), h.user, conversation)
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// expectCountsMatchMessages checks that the counts and the last messages of a conversation and of its
// archives equal those of their messages.
func (h *harness) expectCountsMatchMessages(conversation string) {
	h.t.Helper()
	for what, query := range map[string]string{
		"the count of the conversation": `SELECT count(*) FROM conversations c WHERE id = $1 AND message_count <> (SELECT count(*) FROM messages WHERE conversation_id = c.id AND is_active)`,
		"its last message": `SELECT count(*) FROM conversations c WHERE id = $1 AND last_message <>
			(SELECT content FROM messages WHERE conversation_id = c.id AND is_active ORDER BY seq DESC LIMIT 1)`,
		"the count of an archive": `SELECT count(*) FROM chat_archives a WHERE conversation_id = $1 AND message_count <> (SELECT count(*) FROM messages WHERE archive_id = a.id)`,
		"the last message of an archive": `SELECT count(*) FROM chat_archives a WHERE conversation_id = $1 AND last_message <>
			(SELECT content FROM messages WHERE archive_id = a.id ORDER BY seq DESC LIMIT 1)`,
		"an archived message without archive": `SELECT count(*) FROM messages WHERE conversation_id = $1 AND archive_id IS NOT NULL AND archive_id NOT IN (SELECT id FROM chat_archives)`,
		"an active archived message":          `SELECT count(*) FROM messages WHERE conversation_id = $1 AND archive_id IS NOT NULL AND is_active`,
		"a second greeting":                   `SELECT count(*) - 1 FROM messages WHERE conversation_id = $1 AND is_active AND NOT is_user AND reply_to IS NULL`,
	} {
		if n := h.selectNumber(query, conversation); n != 0 {
			h.t.Errorf("wrong: %s (%d)", what, n)
		}
	}
}

// rule messages-start-over
func TestRestoreBringsBackWhatStartOverArchived(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.sendAndAwait(id, "First question")
		textsBefore := h.shownTexts(id)
		session, err := h.services[1].StartOver(t.Context(), h.user, id)
		if err != nil || session.ID != id || session.MessageCount != 1 || session.LastMessage != "Who is there?" {
			t.Fatalf("%+v, %v", session, err)
		}
		if got := h.shownTexts(id); !slices.Equal(got, []string{"Who is there?"}) {
			t.Errorf("the new talk has %q", got)
		}
		list := h.listArchives(id)
		if len(list) != 1 || list[0].Kind != "start_over" || list[0].MessageCount != 3 || list[0].LastMessage != textsBefore[2] {
			t.Fatalf("%+v", list)
		}
		if found, _ := h.searchAllPages(h.user, "question", 5); len(found) != 0 {
			t.Error("a search finds an archived message")
		}
		if session, err := h.services[0].StartOver(t.Context(), h.user, "1"); err != nil || session.MessageCount != 1 || len(h.listArchives(id)) != 1 {
			t.Errorf("a talk with nothing but its greeting: %+v, %v", session, err)
		}
		h.expectCountsMatchMessages(id)

		h.sendAndAwait(id, "Second question")
		session, err = h.services[0].Restore(t.Context(), h.user, id, list[0].ID)
		if err != nil || session.MessageCount != 3 || session.LastMessage != textsBefore[2] {
			t.Fatalf("%+v, %v", session, err)
		}
		if got := h.shownTexts(id); !slices.Equal(got, textsBefore) {
			t.Errorf("the restored talk has %q, want %q", got, textsBefore)
		}
		if found, _ := h.searchAllPages(h.user, "question", 5); len(found) != 2 {
			t.Errorf("a search finds %d messages", len(found))
		}
		if list := h.listArchives(id); len(list) != 1 || list[0].MessageCount != 3 {
			t.Errorf("%+v", list)
		}
		h.expectCountsMatchMessages(id)
		h.sendAndAwait(id, "Third question")
		if got := h.shownTexts(id); len(got) != 5 || got[3] != "Third question" {
			t.Errorf("it goes on with %q", got)
		}
		if _, err := h.services[0].StartOver(t.Context(), h.user, id); err != nil {
			t.Fatal(err)
		}
		list = h.listArchives(id)
		if _, err := h.services[1].Restore(t.Context(), h.user, id, list[0].ID); err != nil || len(h.listArchives(id)) != 1 {
			t.Errorf("a lone greeting is archived: %v", err)
		}
		h.expectCountsMatchMessages(id)
	})
}

// The prompt of a new talk has nothing of the archived talk.
// rule messages-start-over
func TestModelIsToldNothingOfAnArchive(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.sendAndAwait(id, "The word is zembrastine")
		if _, err := h.services[1].StartOver(t.Context(), h.user, id); err != nil {
			t.Fatal(err)
		}
		h.sendAndAwait(id, "What is the word?")
		requests := h.model.ReplyRequests()
		if last := fmt.Sprintf("%+v", requests[len(requests)-1]); strings.Contains(last, "zembrastine") || !strings.Contains(last, "What is the word?") {
			t.Errorf("it is told %s", last)
		}
	})
}

// rule messages-start-over
func TestStartOverEndsTheRunningReply(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		gate := h.holdReply("Some ", "more.")
		defer close(gate)
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.services[1].StartOver(t.Context(), h.user, id); err != nil { // the other process
			t.Fatal(err)
		}
		eventually(t, "the model's call ends", func() bool { return h.model.CancelledCount() == 1 })
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE id = $1 AND status = 'stopped' AND NOT is_active AND archive_id IS NOT NULL`, turn.ReplyID); n != 1 {
			t.Error("the reply is not stopped and archived")
		}
		h.expectCountsMatchMessages(id)
		time.Sleep(1500 * time.Millisecond) // longer than the interval of checkpoints
		h.expectCountsMatchMessages(id)
	})
}

// A reply whose process has died does not prevent a new start.
// rule messages-start-over
func TestReplyOfADeadProcessDoesNotBlockStartOver(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		userMessage, reply := h.sendAndAwait(id, "Hello")
		h.exec(`UPDATE messages SET status = 'generating', owner = 'gone', lease_until = 1 WHERE id = $1`, reply)
		h.clock.Advance(time.Minute)
		_, err := h.services[0].StartOver(t.Context(), h.user, id)
		for deadline := time.Now().Add(20 * time.Second); codeOf(err) == "reply_running" && time.Now().Before(deadline); {
			h.clock.Advance(11 * time.Second) // longer than a lease
			_, err = h.services[0].StartOver(t.Context(), h.user, id)
		}
		if err != nil {
			t.Fatal(err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE id IN ($1, $2) AND archive_id IS NOT NULL`, userMessage, reply); n != 2 {
			t.Errorf("%d messages are archived", n)
		}
		if restarted := h.newService(h.db); len(h.listArchives(id)) != 1 {
			t.Error("the archive is gone")
		} else if _, err := restarted.Restore(t.Context(), h.user, id, h.listArchives(id)[0].ID); err != nil {
			t.Error(err)
		}
		h.expectCountsMatchMessages(id)
	})
}

// rule messages-start-over
func TestParallelStartOversMakeOneArchive(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.sendAndAwait(id, "Hello")
		got := h.countErrorCodesInParallel(200, func(_ int, service *chat.Service) error {
			_, err := service.StartOver(t.Context(), h.user, id)
			return err
		})
		if got[""] != 200 || len(h.listArchives(id)) != 1 || len(h.shownTexts(id)) != 1 {
			t.Errorf("%v, %d archives, %q", got, len(h.listArchives(id)), h.shownTexts(id))
		}
		h.expectCountsMatchMessages(id)
	})
}

// rule messages-start-over
func TestParallelRestoresBringNoDeletedMessageBack(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.advanceToNextDay()
		id := h.openConversations(1)[0]
		userMessage, _ := h.sendAndAwait(id, "Hello")
		_, otherReplyID := h.sendAndAwait(id, "And hello")
		if _, err := h.services[0].StartOver(t.Context(), h.user, id); err != nil {
			t.Fatal(err)
		}
		archiveID := h.listArchives(id)[0].ID
		got := h.countErrorCodesInParallel(callerCount, func(i int, service *chat.Service) error {
			switch i % 5 {
			case 0:
				return service.DeleteMessage(t.Context(), h.user, id, userMessage)
			case 1:
				return service.DeleteMessage(t.Context(), h.user, id, otherReplyID)
			case 2:
				_, err := service.StartOver(t.Context(), h.user, id)
				return err
			case 3:
				_, err := service.StoreWithoutReply(t.Context(), h.user, id, chat.MessageInput{Content: fmt.Sprint("Line ", i)})
				return err
			}
			_, err := service.Restore(t.Context(), h.user, id, archiveID)
			return err
		})
		for code := range got {
			if !slices.Contains([]string{"", "message_not_found", "archive_not_found", "rate_limited"}, code) {
				t.Errorf("the calls answer %v", got)
			}
		}
		h.expectCountsMatchMessages(id)
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE id IN ($1, $2)`, userMessage, otherReplyID); n != 0 {
			t.Error("a deleted message is back")
		}
		if n, want := h.selectNumber(`SELECT line_bytes FROM chat_usage`), h.selectNumber(`SELECT COALESCE(SUM(octet_length(content)), 0) FROM messages WHERE is_user`); n != want {
			t.Errorf("%d bytes are counted, the rows have %d", n, want)
		}
	})
}

// Two processes send, edit and start over in one conversation in parallel. Afterwards no message of
// an archive is active, and no active reply answers an archived message.
// rule messages-start-over
func TestParallelStartOversAndSendsKeepTalksApart(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.advanceToNextDay()
		id := h.openConversations(1)[0]
		firstMessageID, _ := h.sendAndAwait(id, "Hello")
		got := h.countErrorCodesInParallel(60, func(i int, service *chat.Service) error {
			var err error
			switch i % 6 {
			case 0:
				_, err = service.Send(t.Context(), h.user, id, chat.MessageInput{Content: fmt.Sprint("Hello ", i)})
			case 1:
				_, err = service.Edit(t.Context(), h.user, id, firstMessageID, chat.MessageInput{Content: fmt.Sprint("Edited ", i)})
			default:
				_, err = service.StartOver(t.Context(), h.user, id)
			}
			return err
		})
		for code := range got {
			if !slices.Contains([]string{"", "message_not_found", "conversation_not_found", "reply_running", "rate_limited"}, code) {
				t.Errorf("the calls answer %v", got)
			}
		}
		eventually(t, "the replies end", func() bool { return h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'generating'`) == 0 })
		if _, err := h.services[0].StartOver(t.Context(), h.user, id); err != nil {
			t.Fatal(err)
		}
		h.expectCountsMatchMessages(id)
		if n := h.selectNumber(`SELECT count(*) FROM messages m JOIN messages u ON u.id = m.reply_to WHERE m.is_active AND NOT u.is_active`); n != 0 {
			t.Errorf("%d active replies answer archived messages", n)
		}
	})
}

// rule messages-start-over
func TestForeignAndMissingArchivesAreNotFound(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		h.sendAndAwait(ids[0], "Hello")
		if _, err := h.services[0].StartOver(t.Context(), h.user, ids[0]); err != nil {
			t.Fatal(err)
		}
		ownArchiveID := h.listArchives(ids[0])[0].ID
		otherUser := core.Actor{UserID: "user-2"}
		if _, err := h.services[0].Open(t.Context(), otherUser, "1"); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			actor        core.Actor
			ref, archive string
			want         string
		}{
			{h.user, ids[0], "", "archive_not_found"}, {h.user, ids[0], "999999", "archive_not_found"}, {h.user, ids[1], ownArchiveID, "archive_not_found"},
			{otherUser, "1", ownArchiveID, "archive_not_found"}, {otherUser, ids[0], ownArchiveID, "conversation_not_found"}, {h.user, "999999", ownArchiveID, "conversation_not_found"},
		} {
			if _, err := h.services[1].Restore(t.Context(), c.actor, c.ref, c.archive); codeOf(err) != c.want {
				t.Errorf("%+v: %v", c, err)
			}
		}
		for _, ref := range []string{ids[0], "999999"} {
			if _, err := h.services[1].StartOver(t.Context(), otherUser, ref); codeOf(err) != "conversation_not_found" {
				t.Errorf("%s: %v", ref, err)
			}
			if _, err := h.services[1].Archives(t.Context(), otherUser, ref); codeOf(err) != "conversation_not_found" {
				t.Errorf("%s: %v", ref, err)
			}
		}
		if list := h.listArchives(ids[0]); len(list) != 1 || len(h.shownTexts(ids[0])) != 1 {
			t.Errorf("%+v", list)
		}
	})
}

// rule messages-start-over
func TestStartOverKeepsPublicCounts(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		ada.Send(id, "Hello", "user-1").ReadAll()
		want := countChatsOfAda(ada)
		ada.Do("POST", "/messages/"+id+"/start-over", nil).Want(200)
		if n := countChatsOfAda(ada); n != want {
			t.Errorf("%d chats are counted, want %d", n, want)
		}
		ada.Do("DELETE", "/user/chats/"+id, nil).Want(200)
		db := e.App.DB()
		for _, table := range []string{"messages", "chat_archives"} {
			var n int
			if err := db.Reader().QueryRowContext(t.Context(), `SELECT count(*) FROM `+table).Scan(&n); err != nil || n != 0 {
				t.Errorf("%s keeps %d rows of a deleted chat: %v", table, n, err)
			}
		}
	})
}
