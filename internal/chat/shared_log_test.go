package chat_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"colloquy/internal/chat"
	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/live/redislog"
	"colloquy/internal/obs"
	"colloquy/internal/redisdb"
	"colloquy/internal/redisdb/redistest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// newRedisLog returns the event log of one process that uses a Redis server.
func newRedisLog(t *testing.T, url, prefix string) *redislog.Logs {
	t.Helper()
	client, err := redisdb.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	loops := obs.NewLoops(slog.New(slog.DiscardHandler), obs.NewMetrics())
	l := redislog.New(client, redislog.Options{Prefix: prefix})
	l.Start(ctx, loops)
	t.Cleanup(func() {
		cancel()
		loops.Wait()
		client.Close()
	})
	return l
}

// eachRedisHarness is eachHarness with a shared Redis server. The argument services has the
// indexes of the services that keep their logs in Redis; the others keep them in memory.
func eachRedisHarness(t *testing.T, services []int, fn func(t *testing.T, h *harness, newLog func() *redislog.Logs)) {
	t.Helper()
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		url, prefix := redistest.SharedServer(t)
		newLog := func() *redislog.Logs { return newRedisLog(t, url, prefix) }
		serviceCount := 0
		fn(t, newHarness(t, o, func(d *chat.Deps) {
			if slices.Contains(services, serviceCount) {
				d.Live = newLog()
			}
			serviceCount++
		}), newLog)
	})
}

// rowEventCounter is a screen that counts the texts that came from a row instead of the event log.
type rowEventCounter struct {
	*clientScreen
	rowEventCount int
}

func (s *rowEventCounter) AddEvent(id int64, name string, data []byte) {
	if id == 0 && name == "" {
		s.rowEventCount++
	}
	s.clientScreen.AddEvent(id, name, data)
}

// TestReaderElsewhereGetsEachPiece: a reader in another process gets the events of the log
// without waiting for the next checkpoint. rule replies-resume
func TestReaderElsewhereGetsEachPiece(t *testing.T) {
	eachRedisHarness(t, []int{0, 1}, func(t *testing.T, h *harness, _ func() *redislog.Logs) {
		id := h.openConversations(1)[0]
		gate := h.holdReply("One two three ", "four.")
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Count"})
		if err != nil {
			t.Fatal(err)
		}
		reader := &rowEventCounter{clientScreen: newScreen()}
		followErr := make(chan error, 1)
		go func() { followErr <- h.services[1].Follow(t.Context(), turn, 0, reader) }()
		eventually(t, "the reader elsewhere has what was written", func() bool { return reader.text() == "One two three " })
		close(gate)
		if err := <-followErr; err != nil || reader.text() != "One two three four." || reader.rowEventCount != 0 {
			t.Errorf("the reader has %q, %d texts of rows, %v", reader.text(), reader.rowEventCount, err)
		}
	})
}

// TestShownTextOutlivesItsProcess: a process was killed after it had sent text that the row of the
// reply lacks. The interrupted reply contains the text nevertheless. rule replies-shown-is-stored
func TestShownTextOutlivesItsProcess(t *testing.T) {
	eachRedisHarness(t, []int{1}, func(t *testing.T, h *harness, newLog func() *redislog.Logs) {
		id := h.openConversations(1)[0]
		turn := h.sendWithCutReply(id, "One two ")
		h.exec(`UPDATE messages SET status = 'generating', error_code = '', owner = 'elsewhere.1', lease_until = 5 WHERE id = $1`, turn.ReplyID)
		killedLogs := newLog()
		w, err := killedLogs.Create(t.Context(), turn.ReplyID)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"One ", "two ", "three"} {
			if _, err := w.Append("", event.EncodePiece(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := killedLogs.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		// The first FindRunningReply records the lease in this process. Only a recorded lease can expire.
		if _, _, err := h.services[1].FindRunningReply(t.Context(), h.user, id); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(11 * time.Second)
		m, running, err := h.services[1].FindRunningReply(t.Context(), h.user, id)
		if err != nil || running || m.ReplyID != turn.ReplyID {
			t.Fatalf("%+v, running %v, %v", m, running, err)
		}
		storedReply, err := message.ByID(t.Context(), h.db.Reader(), turn.ConversationID, turn.ReplyID)
		if err != nil || storedReply.Status != message.Interrupted || storedReply.Content != "One two three" {
			t.Errorf("stored is %s %q, %v", storedReply.Status, storedReply.Content, err)
		}
	})
}
