package memory

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// rules memory-summary, memory-deleted
func TestOldMessagesAreSummarised(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.promptWindowTokens = 400
		for i := range 60 {
			h.sayAndNote("ada_20", fmt.Sprintf("Yesterday the ferry number %d crossed the wide river slowly.", i))
		}
		stablePart, _, err := h.Recall(t.Context(), "ada", 20, "")
		if err != nil || !strings.Contains(stablePart.Summary, "“Yesterday the ferry number") || strings.Contains(stablePart.Summary, "number 59 ") {
			t.Fatalf("the summary is %q, %v", stablePart.Summary, err)
		}
		if n := len(strings.Fields(stablePart.Summary)); n > maxSummaryWords {
			t.Errorf("the summary has %d words", n)
		}
		h.sayAndNote("ada_21", "I have a cat called Miso.")
		for i := range 60 {
			h.sayAndNote("ada_21", fmt.Sprintf("My cat Miso watched wide rivers and %d slow ferries yesterday.", i))
		}
		if !strings.Contains(h.readPanel(ada, "21").Summary, "Miso") {
			t.Fatal("the summary has nothing of the cat")
		}
		for _, m := range h.readPanel(ada, "21").Memories {
			if strings.Contains(m.Text, "Miso") {
				if err := h.Delete(t.Context(), ada, "21", m.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i := range 60 {
			h.sayAndNote("ada_21", fmt.Sprintf("Later Miso watched wide rivers and %d slow ferries again.", i))
		}
		if p := h.readPanel(ada, "21"); strings.Contains(p.Summary, "Miso") || strings.Contains(strings.Join(memoryTexts(p.Memories), " "), "Miso") {
			t.Errorf("a deleted memory returns: %q, %q", p.Summary, memoryTexts(p.Memories))
		}
	})
}

// TestSummariesOfChangedMessagesAreMadeAgain changes and deletes messages that a summary covers.
// rules memory-summary, memory-receipt
func TestSummariesOfChangedMessagesAreMadeAgain(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.promptWindowTokens = 200
		var messageIDs []string
		for i := range 200 {
			messageIDs = append(messageIDs, h.sayAndNote("ada_20", fmt.Sprintf("Yesterday the zeppelin %d crossed wide rivers slowly.", i)))
		}
		if n := h.selectNumber(`SELECT COUNT(*) FROM memory_summaries`); n > maxSummaryBlocks+1 {
			t.Errorf("there are %d summaries", n)
		}
		for i, id := range messageIDs {
			if i%2 == 0 {
				h.editMessage("ada_20", id, "Later the balloon crossed quiet wide rivers.")
			} else {
				h.deleteMessages(id)
			}
		}
		h.noteNewMessages("ada_20")
		staleCount := h.selectNumber(`SELECT COUNT(*) FROM memory_summaries WHERE stale`)
		if s := h.readPanel(ada, "20").Summary; strings.Contains(s, "zeppelin") || !strings.Contains(s, "balloon") || staleCount != 0 {
			t.Errorf("the summary is %q, %d stale", s, staleCount)
		}
		h.inTransaction(func(tx storage.Querier) error {
			return h.ForgetSummariesAndProgress(t.Context(), tx, []string{"ada_20"})
		})
		if s := h.readPanel(ada, "20").Summary; s != "" {
			t.Errorf("after a new start the summary is %q", s)
		}
	})
}

// rule memory-previously
func TestPreviousTalkIsRecalledAfterADay(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.sayAndNote("ada_20", "The ferry *crossed* the river.")
		if p := h.readPanel(ada, "20").PreviousTalkReminder; p != "" {
			t.Errorf("at once it recalls %q", p)
		}
		h.clock.Advance(25 * time.Hour)
		if p := h.readPanel(ada, "20").PreviousTalkReminder; p != "Your last words: “The ferry crossed the river.”\nSomebody: “I see.”" {
			t.Errorf("after a day it recalls %q", p)
		}
		if p := h.readPanel(ada, "22").PreviousTalkReminder; p != "" {
			t.Errorf("without a talk it recalls %q", p)
		}
	})
}

// When a talk is archived, its summaries are deleted and its memories stay. When the talk is
// restored, no job notes its messages again. So memories that the user has deleted do not come
// back.
// rule messages-start-over
func TestTalkPutAsideIsNotReadAgain(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.promptWindowTokens = 60
		h.sayAndNote("ada_20", "I have a dog called Bruno.")
		if err := h.DeleteAllOfCharacter(t.Context(), ada, "20"); err != nil {
			t.Fatal(err)
		}
		h.sayAndNote("ada_20", "I live in Porto.")
		for i := range 40 {
			h.sayAndNote("ada_20", fmt.Sprintf("Yesterday the zeppelin %d crossed wide rivers slowly.", i))
		}
		if s := h.readPanel(ada, "20").Summary; !strings.Contains(s, "zeppelin") {
			t.Fatalf("the summary is %q", s)
		}
		h.inTransaction(func(tx storage.Querier) error { return h.ForgetSummaries(t.Context(), tx, "ada_20") })
		h.noteNewMessages("ada_20") // reads the restored talk with all its messages
		if got, s := h.textsOfMemories(ada, "20"), h.readPanel(ada, "20").Summary; got != "Lives in Porto" || s != "" {
			t.Errorf("it remembers %s, and sums up %q", got, s)
		}
	})
}

// A chat is deleted and a new one begins while the model reads the old one. Nothing of the
// deleted chat is noted in the new one.
// rule memory-receipt
func TestNotesOfADeletedTalkDoNotComeIntoANewOne(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		hasModelReadTalk := false
		h.model.answer = func(llm.Request) string {
			if !hasModelReadTalk {
				hasModelReadTalk = true
				h.inTransaction(func(tx storage.Querier) error {
					return h.ForgetSummariesAndProgress(t.Context(), tx, []string{"ada_20"})
				})
				h.execSQL(`DELETE FROM messages`)
				h.inTransaction(func(tx storage.Querier) error { return h.EnqueueNote(t.Context(), tx, "ada_20") })
				return "1 | pet | Has a dog called Bruno"
			}
			return "none"
		}
		h.sayAndNote("ada_20", "I have a dog called Bruno.")
		if got := h.textsOfMemories(ada, "20"); !hasModelReadTalk || got != "" {
			t.Errorf("read: %v, it remembers %s", hasModelReadTalk, got)
		}
	})
}
