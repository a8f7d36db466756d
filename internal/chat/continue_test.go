package chat_test

import (
	"slices"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// sendWithCutReply sends a user message. The model answers with text and then an error, so the
// reply fails.
func (h *harness) sendWithCutReply(id, text string) message.Turn {
	h.t.Helper()
	h.model.SetAnswers(failingAnswer(text))
	return h.sendLine(id, "Tell me")
}

// rule messages-continue
func TestContinuationKeepsTheTextAndGoesOn(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		cutTurn := h.sendWithCutReply(id, "It did, at Carnuntum, and the riv")
		gate := h.model.NewGate()
		h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return append([]apptest.AnswerStep{{Gate: gate}}, apptest.WordSteps("river froze.")...)
		})
		turn, err := h.services[0].Regenerate(t.Context(), h.user, id, chat.Regeneration{MessageID: cutTurn.ReplyID, ContinuesReply: true})
		if err != nil {
			t.Fatal(err)
		}
		reader, followErr := newScreen(), make(chan error, 1)
		go func() { followErr <- h.services[0].Follow(t.Context(), turn, 0, reader) }()
		eventually(t, "readers have the kept text", func() bool { return reader.text() == "It did, at Carnuntum, and the" })
		close(gate)
		if err := <-followErr; err != nil {
			t.Fatal(err)
		}
		const want = "It did, at Carnuntum, and the river froze."
		if m := h.newestPage(id).Messages[2]; reader.text() != want || m.Content != want || m.Status != message.Complete || m.ID != turn.ReplyID {
			t.Errorf("shown %q, stored %+v", reader.text(), m)
		}
		askedMessages := h.model.ReplyRequests()[1].Messages
		lastTwoMessages := askedMessages[len(askedMessages)-2:]
		if lastTwoMessages[0].Role != llm.Assistant || lastTwoMessages[0].Content != "It did, at Carnuntum, and the" || lastTwoMessages[1].Role != llm.User || lastTwoMessages[1].Content == "Tell me" {
			t.Errorf("the prompt ends with %+v", lastTwoMessages)
		}
		h.expectFound("Carnuntum", want)
	})
}

// If a complete reply is continued, it keeps its last word. In a script without spaces, the
// continuation follows the reply without a space.
// rule messages-continue
func TestContinuationJoinsItsParts(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		for i, c := range [][3]string{
			{"It is so.", "And more.", "It is so. And more."},
			{"It is", "so.", "It is so."},
			{"川が", "凍った。", "川が凍った。"},
			{"It is", ", well, so.", "It is, well, so."},
		} {
			id := h.openConversations(4)[i]
			h.answerWith(c[0])
			firstTurn := h.sendLine(id, "Tell me")
			h.answerWith(c[1])
			h.regenerate(id, chat.Regeneration{MessageID: firstTurn.ReplyID, ContinuesReply: true})
			h.expectTalk(id, "Tell me", c[2])
		}
	})
}

// A continuation that fails before its first word leaves the conversation unchanged, and
// readers see the reply's former text.
// rule messages-continue
func TestFailedContinuationLosesNothing(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		cutTurn := h.sendWithCutReply(id, "It did, at Carnuntum, and the riv")
		oldMessages := h.newestPage(id).Messages
		h.model.SetAnswers(failingAnswer(""))
		reader := newScreen()
		turn, err := h.services[0].Regenerate(t.Context(), h.user, id, chat.Regeneration{MessageID: cutTurn.ReplyID, ContinuesReply: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.services[0].Follow(t.Context(), turn, 0, reader); err != nil {
			t.Fatal(err)
		}
		page := h.newestPage(id)
		if len(page.Messages) != 3 || page.Messages[2].ID != cutTurn.ReplyID || page.Messages[2].Content != oldMessages[2].Content || len(page.Versions) != 1 {
			t.Errorf("the talk is %+v with %+v", page.Messages, page.Versions)
		}
		if reader.text() != oldMessages[2].Content || !slices.Contains(reader.names, "error") {
			t.Errorf("readers have %q and the events %v", reader.text(), reader.names)
		}
		if c := h.sidebarConversation(id); c.MessageCount != 3 || c.LastMessage != oldMessages[2].Content {
			t.Errorf("the sidebar has %q and %d", c.LastMessage, c.MessageCount)
		}
		// A client may continue the failed version by its id.
		h.answerWith("river froze.")
		h.regenerate(id, chat.Regeneration{MessageID: turn.ReplyID, ContinuesReply: true})
		h.expectTalk(id, "Tell me", "It did, at Carnuntum, and the river froze.")
	})
}

// rule messages-continue
func TestStopEndsAContinuation(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.answerWith("One two.")
		firstTurn := h.sendLine(id, "Count")
		for _, c := range []struct {
			service int
			text    string
			seen    int
			want    string
		}{
			{0, "", -1, "One two."},
			{1, "three four ", len("One two. three"), "One two. three"},
		} {
			gate := h.model.NewGate()
			h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
				return append(apptest.WordSteps(c.text), apptest.AnswerStep{Gate: gate}, apptest.AnswerStep{Text: "never"})
			})
			turn, err := h.services[0].Regenerate(t.Context(), h.user, id, chat.Regeneration{MessageID: firstTurn.ReplyID, ContinuesReply: true})
			if err != nil {
				t.Fatal(err)
			}
			reader, followErr := newScreen(), make(chan error, 1)
			go func() { followErr <- h.services[0].Follow(t.Context(), turn, 0, reader) }()
			eventually(t, "readers have the text so far", func() bool { return strings.HasSuffix(reader.text(), c.text) && reader.text() != "" })
			m, err := h.services[c.service].Stop(t.Context(), h.user, id, c.seen)
			if err != nil || m.Content != c.want || !m.IsActive {
				t.Errorf("stop answers %+v, %v, want %q", m, err, c.want)
			}
			close(gate)
			if err := <-followErr; err != nil || reader.text() != c.want {
				t.Errorf("readers have %q, %v, want %q", reader.text(), err, c.want)
			}
			h.expectTalk(id, "Count", c.want)
		}
	})
}

// The server dies while a version is written. The text of the version is kept, the version can
// be continued, and the earlier versions are kept.
// rules messages-continue, messages-versions
func TestInterruptedVersionCanBeContinued(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		ada.Send(id, "Count", "user-a").ReadAll()
		gate := scriptReplyWithGate(e, "One two ", "three.")
		runningStream := ada.OpenStream("POST", "/messages/"+id+"/regenerate", nil).ReadUntil("two")
		sql := dbtest.OpenSQL(t, o)
		eventually(t, "a checkpoint has the text", func() bool { return fetchLastMessage(t, ada, id).Content == "One two " })
		execSQL(t, sql, `UPDATE messages SET owner = 'elsewhere.1', lease_until = 5, status = 'interrupted', error_code = 'interrupted', is_active = TRUE WHERE status = 'generating'`)
		runningStream.Close()
		cutMessage := fetchLastMessage(t, ada, id)
		if cutMessage.Status != "interrupted" || !strings.HasPrefix(cutMessage.Content, "One") {
			t.Fatalf("after the crash: %+v", cutMessage)
		}
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("two three.") })
		s := ada.OpenStream("POST", "/messages/"+id+"/regenerate", map[string]any{"message_id": cutMessage.ID, "continue": true}).ReadAll()
		if m := fetchLastMessage(t, ada, id); s.Text != m.Content || m.Content != "One two three." || m.Status != "complete" {
			t.Errorf("shown %q, stored %+v", s.Text, m)
		}
		close(gate)
		if list := fetchHistory(t, ada, id); len(list) != 3 {
			t.Errorf("the talk is %+v", list)
		}
	})
}
