package chat_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/chat"
)

// The history shows the suggestions before the checkpoint stores them.
func TestSuggestionsAreStoredByACheckpoint(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id, service := h.openConversations(1)[0], h.services[0]
		turn, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(service, turn)
		page, err := service.History(t.Context(), h.user, id, "")
		if err != nil || len(page.Messages[2].Suggestions) != 3 {
			t.Errorf("the history after the end of the stream: %+v, %v", page.Messages, err)
		}
		eventually(t, "the row holds three suggestions", func() bool { return strings.Contains(h.storedSuggestions(turn.ReplyID), "Why is that?") })
	})
}

// A process died before it stored the suggestions of a complete reply. One of two processes makes
// them again. RemakeSuggestions does so only for replies that are not older than its argument age.
func TestSuggestionsAreRemadeOnceAfterACrash(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id, service := h.openConversations(1)[0], h.services[0]
		turn, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(service, turn)
		eventually(t, "the row holds the suggestions", func() bool { return h.storedSuggestions(turn.ReplyID) != "" })
		h.exec(`UPDATE messages SET suggestions = '' WHERE id = $1`, turn.ReplyID)
		remakeSuggestions := func(age time.Duration) {
			for _, r := range h.services {
				if err := r.RemakeSuggestions(t.Context(), age); err != nil {
					t.Fatal(err)
				}
			}
		}
		oldRequestCount := h.model.RequestCount()
		remakeSuggestions(time.Hour)
		if n := h.model.RequestCount() - oldRequestCount; n != 0 {
			t.Errorf("the model was asked %d times within the time that storing may take", n)
		}
		h.clock.Advance(20 * time.Minute)
		remakeSuggestions(10 * time.Minute)
		if n := h.model.RequestCount() - oldRequestCount; n != 0 {
			t.Errorf("the model was asked %d times for a reply that is too old", n)
		}
		remakeSuggestions(time.Hour)
		if n := h.model.RequestCount() - oldRequestCount; n != 1 {
			t.Errorf("two processes asked the model %d times, want once", n)
		}
		eventually(t, "the row holds the suggestions again", func() bool { return strings.Contains(h.storedSuggestions(turn.ReplyID), "Why is that?") })
	})
}
