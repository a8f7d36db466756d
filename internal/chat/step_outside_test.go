package chat_test

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/outside"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

type outsideNote struct {
	Content string
	Sources []struct{ Text, Source, Address string }
}

func requestNote(c *apptest.Client, conversation, messageID string) (n outsideNote) {
	body := map[string]any{}
	if messageID != "" {
		body["messageId"] = messageID
	}
	c.Do("POST", "/messages/"+conversation+"/step-outside", body).Want(200).Into(&n)
	return n
}

// noteRequests returns the requests to the model that ask for a note.
func noteRequests(m *apptest.Model) []llm.Request {
	return slices.DeleteFunc(m.NoteRequests(), func(r llm.Request) bool { return !strings.HasPrefix(r.System[0], outside.FirstInstruction) })
}

// The model writes a note from the numbered fact sheet. The note does not appear in the talk,
// later prompts, counts, memory, search or export.
// rule chat-step-outside
func TestNoteBesideTheTalkLeavesNoTrace(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		u := e.NewUser("Mirela")
		id := openChat(t, u, freeCharacterSlug)
		u.Send(id, "Who was Mr. Babbage?", "").ReadAll()
		historyBefore, count := fetchHistory(t, u, id), u.Do("GET", "/sessions/characterProfile", nil).Want(200).Body
		const words = "In 1833 she met Charles Babbage, xylographically speaking."
		e.Model.SetNoteTaskAnswer(words + " [4]")
		n := requestNote(u, id, "")
		if n.Content != words || len(n.Sources) != 1 || !strings.HasPrefix(n.Sources[0].Text, "1833: Meets Charles Babbage") || n.Sources[0].Source != "Fact sheet of Ada Lovelace" {
			t.Fatalf("note %+v", n)
		}
		sentRequests := noteRequests(e.Model)
		if len(sentRequests) != 1 || !strings.Contains(sentRequests[0].Messages[0].Content, "> You said: Who was Mr. Babbage?") {
			t.Fatalf("requests %+v", sentRequests)
		}
		e.Model.SetNoteTaskAnswer("NONE")
		if after := fetchHistory(t, u, id); len(after) != len(historyBefore) {
			t.Errorf("%d messages, %d before the note", len(after), len(historyBefore))
		}
		if after := u.Do("GET", "/sessions/characterProfile", nil).Want(200).Body; after != count {
			t.Errorf("the list of chats was %s and is %s", count, after)
		}
		u.Send(id, "Go on", "").ReadAll()
		for _, req := range e.Model.ReplyRequests() {
			if strings.Contains(requestText(req), "xylographically") {
				t.Error("the character was told of the note")
			}
		}
		for _, path := range []string{"/messages/search?q=xylographically", "/messages/" + id + "/memory", "/messages/" + id} {
			if body := u.Do("GET", path, nil).Want(200).Body; strings.Contains(body, "xylographically speaking") {
				t.Errorf("%s has the note: %s", path, body)
			}
		}
		if data := dataExportJSON(t, u); !strings.Contains(data, "Who was Mr. Babbage?") || strings.Contains(data, "xylographically") {
			t.Errorf("the export has %d bytes, and the note: %t", len(data), strings.Contains(data, "xylographically"))
		}
	})
}

// dataExportJSON returns the JSON of a user's data export.
func dataExportJSON(t *testing.T, c *apptest.Client) string {
	t.Helper()
	body := c.Do("GET", "/user/export", nil).Want(200).Body
	z, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("colloquy.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func requestText(req llm.Request) string {
	allText := strings.Join(req.System, "\n")
	for _, m := range req.Messages {
		allText += "\n" + m.Content + m.OpeningNotes + m.ClosingNotes
	}
	return allText
}

// The note is about the named reply, or the last one that has ended. Lines of the user,
// running replies and messages of other talks are refused.
// rule chat-step-outside
func TestNoteIsAboutAnEndedReply(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		u, other := e.NewUser("Mirela"), e.NewUser("Bo")
		id, foreignID := openChat(t, u, freeCharacterSlug), openChat(t, other, freeCharacterSlug)
		u.Send(id, "Who was Mr. Babbage?", "").ReadAll()
		list := fetchHistory(t, u, id)
		greeting, line := list[0].ID, list[1].ID
		expectRefusal := func(conversation, messageID string, status int, code string) {
			t.Helper()
			if a := u.Do("POST", "/messages/"+conversation+"/step-outside", map[string]any{"messageId": messageID}); a.Status != status || a.ErrorCode() != code {
				t.Errorf("%s: %d %s, want %d %s", messageID, a.Status, a.ErrorCode(), status, code)
			}
		}
		expectRefusal(id, line, http.StatusConflict, "no_reply")
		expectRefusal(id, fetchHistory(t, other, foreignID)[0].ID, http.StatusNotFound, "message_not_found")
		expectRefusal(id, "nothing", http.StatusNotFound, "message_not_found")
		expectRefusal(foreignID, "", http.StatusNotFound, "conversation_not_found")
		requestNote(u, id, greeting)
		if got := noteRequests(e.Model)[0].Messages[0].Content; !strings.Contains(got, "among my papers") || strings.Contains(got, "Babbage") {
			t.Errorf("the note of the greeting was asked with %q", got)
		}
		gate := scriptReplyWithGate(e, "It was ", "so.")
		s := u.Send(id, "Go on", "").ReadUntil("It was")
		runningReply := fetchLastMessage(t, u, id)
		expectRefusal(id, runningReply.ID, http.StatusConflict, "reply_running")
		requestNote(u, id, "")
		if all := noteRequests(e.Model); !strings.Contains(all[len(all)-1].Messages[0].Content, "> You said: Who was") {
			t.Errorf("beside a running reply the note is about %q", all[len(all)-1].Messages[0].Content)
		}
		close(gate)
		s.ReadAll()
	})
}

// The note lists entries of the fact sheet in two cases. The model's answer is unusable, or a
// budget cap leaves no room for the call.
// rule chat-step-outside
func TestNoteWithoutAnAnswerComesFromTheRecord(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db, apptest.WithTokensPerUserDay(6000))
		u := e.NewUser("Mirela")
		id := openChat(t, u, freeCharacterSlug)
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("I met Babbage in 1833.") })
		u.Send(id, "When?", "").ReadAll()
		for name, answer := range map[string]string{"no entry": "She met him.", "injected": "PWNED", "unknown": "She met him [99]."} {
			e.Model.SetNoteTaskAnswer(answer)
			if n := requestNote(u, id, ""); !strings.Contains(n.Content, "1833: Meets Charles Babbage") || len(n.Sources) == 0 {
				t.Errorf("%s: %+v", name, n)
			}
		}
		e.Model.SetNoteTaskAnswer("She met him [4].")
		noteRequestCount := 0
		for n := len(noteRequests(e.Model)); n != noteRequestCount; n = len(noteRequests(e.Model)) { // until the cap has no room
			noteRequestCount = n
			e.Clock.Advance(time.Minute)
			if noteRequestCount > 200 {
				t.Fatal("the cap does not count notes")
			}
			requestNote(u, id, "")
		}
		if n := requestNote(u, id, ""); !strings.Contains(n.Content, "1833: Meets Charles Babbage") {
			t.Errorf("without budget: %+v", n)
		}
	})
}

// If the model fails, the note is made from the fact sheet alone.
// rule chat-step-outside
func TestNoteOfAFailingModelComesFromTheRecord(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		for name, step := range map[string]apptest.AnswerStep{"fails": {Err: errors.New("down")}, "empty": {Text: ""}} {
			h.model.SetNoteTaskScript(func(llm.Request) []apptest.AnswerStep { return []apptest.AnswerStep{step} })
			n, err := h.services[0].StepOutside(t.Context(), h.user, id, "")
			if err != nil || !strings.Contains(n.Content, outside.NothingOnRecord) {
				t.Errorf("%s: %+v, %v", name, n, err)
			}
		}
		h.model.SetNoteTaskScript(func(llm.Request) []apptest.AnswerStep { panic("a fault of the provider") })
		if n, err := h.services[0].StepOutside(t.Context(), h.user, id, ""); err != nil || !strings.Contains(n.Content, outside.NothingOnRecord) {
			t.Errorf("panic: %+v, %v", n, err)
		}
	})
}

// For a user at risk the note begins with the help lines, and no model is asked.
// rules chat-step-outside, safety-help-line
func TestNoteForAUserAtRiskNamesAHelpLine(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		u := e.NewUser("Mirela")
		id := openChat(t, u, freeCharacterSlug)
		u.OpenStream("POST", "/messages/"+id+"/stream", map[string]any{"content": "I want to die"}, "Accept-Language", "en-NZ").ReadAll()
		var n outsideNote
		u.Do("POST", "/messages/"+id+"/step-outside", map[string]any{}, "Accept-Language", "en-NZ").Want(200).Into(&n)
		helpText, _, _ := strings.Cut(n.Content, "\n\n")
		if !strings.Contains(helpText, "1737") || len(noteRequests(e.Model)) > 0 {
			t.Errorf("note %+v, %d requests", n, len(noteRequests(e.Model)))
		}
	})
}

// countingBudget counts the settled calls of the model.
type countingBudget struct {
	unlimitedBudget
	settledCallCount atomic.Int64
}

func (b *countingBudget) Settle(context.Context, storage.Querier, spend.Reservation, spend.Cost) error {
	b.settledCallCount.Add(1)
	return nil
}

// Of 200 parallel calls in two processes, six ask the model and count as messages. The other
// calls are refused and cost nothing.
// rule chat-step-outside
func TestParallelNotesRespectTheLimits(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		budget := &countingBudget{}
		h := newHarness(t, o, func(d *chat.Deps) { d.Budget = budget })
		h.advanceToNextDay()
		id := h.openConversations(1)[0]
		stepOutside := func(_ int, service *chat.Service) error {
			_, err := service.StepOutside(t.Context(), h.user, id, "")
			return err
		}
		expectCounts(t, "notes", h.countErrorCodesInParallel(200, stepOutside), map[string]int{"": 6, "rate_limited": 194})
		if n := len(noteRequests(h.model)); n != 6 || budget.settledCallCount.Load() != 6 {
			t.Errorf("the model was asked %d times, and %d calls were settled", n, budget.settledCallCount.Load())
		}
		storeLine := func(i int, service *chat.Service) error {
			_, err := service.StoreWithoutReply(t.Context(), h.user, id, chat.MessageInput{Content: strings.Repeat("x", i+1)})
			return err
		}
		expectCounts(t, "messages after six notes", h.countErrorCodesInParallel(40, storeLine), map[string]int{"": 14, "rate_limited": 26})
		h.clock.Advance(2 * time.Minute)
		if err := stepOutside(0, h.services[1]); err != nil {
			t.Errorf("two minutes later: %v", err)
		}
	})
}
