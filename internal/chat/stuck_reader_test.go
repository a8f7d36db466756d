package chat_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/llm"
)

// stuckReader is a reader whose connection accepts a hundred bytes and then blocks
// until released is closed.
type stuckReader struct {
	pendingBytes int
	flushed      chan struct{}
	blocked      chan struct{}
	released     chan struct{}
}

func (s *stuckReader) CanFlush(moreBytes int) bool             { return s.pendingBytes+moreBytes <= 100 }
func (s *stuckReader) AddEvent(_ int64, _ string, data []byte) { s.pendingBytes += len(data) }
func (*stuckReader) AddComment()                               {}

// Flush blocks like a write to a full connection.
func (s *stuckReader) Flush() error {
	if s.pendingBytes > 100 {
		select {
		case s.blocked <- struct{}{}:
		default:
		}
		<-s.released
	}
	s.pendingBytes = 0
	select {
	case s.flushed <- struct{}{}:
	default:
	}
	return nil
}

// While one reader's connection is full, the reply is written and stored, and another
// reader gets it.
func TestStuckReaderBlocksNobody(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id, service := h.openConversations(1)[0], h.services[0]
		gate := h.model.NewGate()
		h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return []apptest.AnswerStep{{Text: "Short. "}, {Gate: gate}, {Text: strings.Repeat("Long. ", 500)}, {Text: "End."}}
		})
		turn, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		slowReader := &stuckReader{flushed: make(chan struct{}, 1), blocked: make(chan struct{}, 1), released: make(chan struct{})}
		followErr := make(chan error, 1)
		go func() { followErr <- service.Follow(t.Context(), turn, 0, slowReader) }()
		<-slowReader.flushed
		time.Sleep(20 * time.Millisecond) // until the reader waits for more
		close(gate)
		<-slowReader.blocked
		h.awaitEnd(service, turn)
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE id = $1 AND status = 'complete'`, turn.ReplyID); n != 1 {
			t.Error("the reply is not stored")
		}
		close(slowReader.released)
		if err := <-followErr; err != nil {
			t.Error(err)
		}
	})
}
