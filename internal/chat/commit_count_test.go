package chat_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/chat"
	"colloquy/internal/jobs"
	"colloquy/internal/memory"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// The most commits and pages that one message may take on SQLite, from its send until its
// suggestions are stored.
const (
	maxCommits  = 3  // user message and reply; end of the reply; suggestions
	maxWALPages = 20 // pages written to the write-ahead log
)

// A checkpoint during a reply adds a commit. So the test sends several messages and compares the
// lowest numbers with the limits.
func TestMessageStaysWithinItsCommits(t *testing.T) {
	o := dbtest.SQLite(t)
	var commits atomic.Int64
	dbtest.OnCommit(t, o, func() bool { commits.Add(1); return true })
	h := newHarness(t, o, func(d *chat.Deps) { d.Memory = enqueuingMemory{noMemory{}, newMemoryService(t, d)} })
	service, id := h.services[0], h.openConversations(1)[0]
	minCommits, minPages := int64(100), int64(1000)
	for i := range 5 {
		commitsBefore, sizeBefore := commits.Load(), walSize(t, o)
		turn, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: fmt.Sprint("Hello ", i)})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(service, turn)
		eventually(t, "the suggestions are stored", func() bool { return h.storedSuggestions(turn.ReplyID) != "" })
		minCommits, minPages = min(minCommits, commits.Load()-commitsBefore), min(minPages, (walSize(t, o)-sizeBefore)/walFrameSize)
	}
	if minCommits != maxCommits || minPages > maxWALPages {
		t.Errorf("a message takes %d commits and writes %d pages, budget %d and %d", minCommits, minPages, maxCommits, maxWALPages)
	}
}

// enqueuingMemory implements chat.Memory. It enqueues the jobs of package memory, as the
// application does, but the jobs do not run.
type enqueuingMemory struct {
	noMemory
	room *memory.Service
}

func newMemoryService(t *testing.T, d *chat.Deps) *memory.Service {
	t.Helper()
	room, err := memory.New(t.Context(), memory.Deps{
		DB: d.DB, Jobs: jobs.New(d.DB, d.Clock, d.Log), Clock: d.Clock, Log: d.Log, IsDemo: d.IsDemo, NoteDelay: 20 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return room
}

// EnqueueNote enqueues the job that reads a conversation for memories.
func (n enqueuingMemory) EnqueueNote(ctx context.Context, tx storage.Querier, conversationID string) error {
	return n.room.EnqueueNote(ctx, tx, conversationID)
}

// walFrameSize is the size of a page with its header in the write-ahead log, in bytes.
const walFrameSize = 4096 + 24

// walSize returns the size of the write-ahead log in bytes. The log must not have been reset
// since the start of the test.
func walSize(t *testing.T, o storage.Options) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(o.DataDir, storage.SQLiteFile+"-wal"))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
