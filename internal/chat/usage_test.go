package chat_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"colloquy/internal/chat"
)

// rule payment-refund
func TestSentLinesAreCountedByCharacter(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(2)
		storeLines := func(n int, id string) {
			t.Helper()
			for i := range n {
				if _, err := h.services[0].StoreWithoutReply(t.Context(), h.user, id, chat.MessageInput{Content: fmt.Sprintf("Line %d of %s", i, h.clock.Now())}); err != nil {
					t.Fatal(err)
				}
			}
		}
		storeLines(2, ids[0])
		h.clock.Advance(time.Hour)
		since := h.clock.Now()
		h.clock.Advance(time.Minute)
		storeLines(3, ids[0])
		storeLines(1, ids[1])
		for at, want := range map[time.Time]map[int]int{since: {1: 3, 2: 1}, since.Add(-24 * time.Hour): {1: 5, 2: 1}, since.Add(time.Hour): {}} {
			if got, err := h.services[1].CountSentSince(t.Context(), h.user.UserID, at); err != nil || !maps.Equal(got, want) {
				t.Errorf("since %s: %v, %v, want %v", at, got, err, want)
			}
		}
		if got, err := h.services[1].CountSentSince(t.Context(), "user-2", since); err != nil || len(got) > 0 {
			t.Errorf("of another user: %v, %v", got, err)
		}
	})
}
