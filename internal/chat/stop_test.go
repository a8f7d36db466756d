package chat_test

import (
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/llm"
)

// The process that receives the stop request is not the process that writes the reply.
func TestStopEndsTheReplyOfAnotherProcess(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		gate := h.model.NewGate()
		h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return append(apptest.WordSteps("One two three "), apptest.AnswerStep{Gate: gate}, apptest.AnswerStep{Text: "four."})
		})
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Count"})
		if err != nil {
			t.Fatal(err)
		}
		reader := newScreen()
		followErr := make(chan error, 1)
		go func() { followErr <- h.services[0].Follow(t.Context(), turn, 0, reader) }()
		eventually(t, "the reader has what was written", func() bool { return reader.text() == "One two three " })
		m, err := h.services[1].Stop(t.Context(), h.user, id, len("One two"))
		if err != nil || m.ID != turn.ReplyID || m.Status != message.Stopped || m.Content != "One two" {
			t.Errorf("the stop answers %s %q, %v", m.Status, m.Content, err)
		}
		close(gate) // ends the test early if the stop did not arrive
		if err := <-followErr; err != nil || reader.text() != "One two" {
			t.Errorf("the reader has %q, %v", reader.text(), err)
		}
		if n := h.model.CancelledCount(); n != 1 {
			t.Errorf("%d calls of the model were cancelled", n)
		}
	})
}
