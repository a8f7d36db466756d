package memory

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/storage"
)

// rules memory-summary, memory-deleted
func TestOldMessagesAreSummarised(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.window = 400
		for i := range 60 {
			h.say("ada_20", fmt.Sprintf("Yesterday the ferry number %d crossed the wide river slowly.", i))
		}
		stable, _, err := h.Remembered(t.Context(), "ada", 20, "")
		if err != nil || !strings.Contains(stable.Summary, "“Yesterday the ferry number") || strings.Contains(stable.Summary, "number 59 ") {
			t.Fatalf("the summary is %q, %v", stable.Summary, err)
		}
		if n := len(strings.Fields(stable.Summary)); n > summaryWords {
			t.Errorf("the summary has %d words", n)
		}
		h.say("ada_21", "I have a cat called Miso.")
		for i := range 60 {
			h.say("ada_21", fmt.Sprintf("My cat Miso watched wide rivers and %d slow ferries yesterday.", i))
		}
		if !strings.Contains(h.panel(ada, "21").Summary, "Miso") {
			t.Fatal("the summary has nothing of the cat")
		}
		for _, m := range h.panel(ada, "21").Memories {
			if strings.Contains(m.Text, "Miso") {
				if err := h.Delete(t.Context(), ada, "21", m.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i := range 60 {
			h.say("ada_21", fmt.Sprintf("Later Miso watched wide rivers and %d slow ferries again.", i))
		}
		if p := h.panel(ada, "21"); strings.Contains(p.Summary, "Miso") || strings.Contains(strings.Join(textsOf(p.Memories), " "), "Miso") {
			t.Errorf("a deleted memory returns: %q, %q", p.Summary, textsOf(p.Memories))
		}
	})
}

// TestSummariesOfChangedMessagesAreMadeAgain changes and deletes messages of a summary.
// rules memory-summary, memory-receipt
func TestSummariesOfChangedMessagesAreMadeAgain(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.window = 200
		var ids []string
		for i := range 200 {
			ids = append(ids, h.say("ada_20", fmt.Sprintf("Yesterday the zeppelin %d crossed wide rivers slowly.", i)))
		}
		if n := h.count(`SELECT COUNT(*) FROM memory_summaries`); n > maxBlocks+1 {
			t.Errorf("there are %d summaries", n)
		}
		for i, id := range ids {
			if i%2 == 0 {
				h.edit("ada_20", id, "Later the balloon crossed quiet wide rivers.")
			} else {
				h.forget(id)
			}
		}
		h.note("ada_20")
		stale := h.count(`SELECT COUNT(*) FROM memory_summaries WHERE stale`)
		if s := h.panel(ada, "20").Summary; strings.Contains(s, "zeppelin") || !strings.Contains(s, "balloon") || stale != 0 {
			t.Errorf("the summary is %q, %d stale", s, stale)
		}
		h.write(func(tx storage.Querier) error { return h.StartOver(t.Context(), tx, []string{"ada_20"}) })
		if s := h.panel(ada, "20").Summary; s != "" {
			t.Errorf("after a new start the summary is %q", s)
		}
	})
}

// rule memory-previously
func TestPreviouslyAfterADay(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.say("ada_20", "The ferry *crossed* the river.")
		if p := h.panel(ada, "20").Previously; p != "" {
			t.Errorf("at once it recalls %q", p)
		}
		h.clock.Advance(25 * time.Hour)
		if p := h.panel(ada, "20").Previously; p != "Your last words: “The ferry crossed the river.”\nSomebody: “I see.”" {
			t.Errorf("after a day it recalls %q", p)
		}
		if p := h.panel(ada, "22").Previously; p != "" {
			t.Errorf("without a talk it recalls %q", p)
		}
	})
}
