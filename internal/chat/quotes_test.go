package chat_test

import (
	"testing"

	"colloquy/internal/chat"
)

// An invented quotation in a model's reply is marked. A question in quotation marks in a reply of
// the demo responder is not marked.
// rule words-in-the-spirit
func TestQuestionsOfTheDemoResponderAreNotQuotations(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(h.services[0], turn)
		for provider, want := range map[string]int{"demo": 0, "openai:llama": 1} {
			h.exec(`UPDATE messages SET content = $2, provider = $3 WHERE id = $1`, turn.ReplyID,
				`As I always said, "Could an engine of brass compose such music?" And so on.`, provider)
			page, err := h.services[0].History(t.Context(), h.user, id, "")
			if err != nil {
				t.Fatal(err)
			}
			if got := len(page.QuotesByMessageID[turn.ReplyID]); got != want {
				t.Errorf("%d marks in a reply of %s, want %d", got, provider, want)
			}
		}
	})
}
