package chat_test

import (
	"testing"

	"colloquy/internal/chat"
)

// While a reply runs, a voice gets the text that the reader has. The text of the last checkpoint is
// older. After the end of the reply the voice gets the text of the row.
// rule voice-parts
func TestWrittenReplyReturnsTextThatReaderHas(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		for _, id := range h.openConversations(3) {
			gate := h.holdReply("One is spoken. ", "Two is later.")
			turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Speak"})
			if err != nil {
				t.Fatal(err)
			}
			reader := newScreen()
			followErr := make(chan error, 1)
			go func() { followErr <- h.services[0].Follow(t.Context(), turn, 0, reader) }()
			eventually(t, "the reader has the first sentence", func() bool { return reader.text() == "One is spoken. " })
			if text, running, err := h.services[0].WrittenReply(t.Context(), id, turn.ReplyID); text != "One is spoken. " || !running || err != nil {
				t.Errorf("while it runs: %q, %v, %v", text, running, err)
			}
			close(gate)
			if err := <-followErr; err != nil {
				t.Fatal(err)
			}
			for i, s := range h.services {
				if text, running, err := s.WrittenReply(t.Context(), id, turn.ReplyID); text != "One is spoken. Two is later." || running || err != nil {
					t.Errorf("process %d at the end: %q, %v, %v", i, text, running, err)
				}
			}
		}
	})
}
