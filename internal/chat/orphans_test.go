package chat_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"colloquy/internal/chat"
	"colloquy/internal/live"
	"colloquy/internal/storage/dbtest"
)

// slowLogs are live logs, some of which open slowly, like logs of other processes.
type slowLogs struct {
	live.Logs
	mu        sync.Mutex
	waitByKey map[string]func(ctx context.Context) // by key: Open calls the function and then returns live.ErrGone
}

func (l *slowLogs) Open(ctx context.Context, key string) (live.Reader, error) {
	l.mu.Lock()
	wait := l.waitByKey[key]
	l.mu.Unlock()
	if wait != nil {
		wait(ctx)
		return nil, live.ErrGone
	}
	return l.Logs.Open(ctx, key)
}

func (l *slowLogs) setWait(key string, wait func(ctx context.Context)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waitByKey[key] = wait
}

// newSlowHarness returns a harness on SQLite whose services share logs.
func newSlowHarness(t *testing.T) (*harness, *slowLogs) {
	t.Helper()
	logs := &slowLogs{waitByKey: map[string]func(context.Context){}}
	h := newHarness(t, dbtest.SQLite(t), func(d *chat.Deps) {
		if logs.Logs == nil {
			logs.Logs = d.Live
		}
		d.Live = logs
	})
	return h, logs
}

// storeOrphanedReply stores a reply that a killed process of a node was writing, and returns its id.
func (h *harness) storeOrphanedReply(conversation, node string) (id string) {
	h.t.Helper()
	turn := h.sendWithCutReply(conversation, "One ")
	h.exec(`UPDATE messages SET status = 'generating', error_code = '', owner = $2, lease_until = 5 WHERE id = $1`, turn.ReplyID, node+".1")
	return turn.ReplyID
}

// A process reads in parallel the logs of all replies that a killed process left. One after
// another, hundreds of logs would take a minute, and the last reply would stay generating until
// then.
func TestOrphanedRepliesDoNotWaitForEachOther(t *testing.T) {
	h, logs := newSlowHarness(t)
	const orphans = 4
	var logOpenings sync.WaitGroup
	logOpenings.Add(orphans)
	allLogsOpening := make(chan struct{})
	go func() { logOpenings.Wait(); close(allLogsOpening) }()
	for i := range orphans {
		user := h.user
		h.user.UserID = fmt.Sprint("orphan-", i)
		id := h.storeOrphanedReply(h.openConversations(1)[0], h.db.NodeName())
		h.user = user
		countOpeningOnce := sync.OnceFunc(logOpenings.Done) // a sweep may open the log too
		logs.setWait(id, func(context.Context) {
			countOpeningOnce()
			select {
			case <-allLogsOpening:
			case <-time.After(10 * time.Second):
				t.Error("the log of an orphan is opened after that of another one")
			}
		})
	}
	if err := h.services[0].InterruptUnfinishedReplies(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'generating'`); n != 0 {
		t.Errorf("%d replies are generating", n)
	}
}

// While a process waits for the log of an orphan, it renews the leases of its own replies.
// Otherwise the other processes would end them.
func TestLeasesAreRenewedDuringASweep(t *testing.T) {
	t.Parallel() // the test waits up to five seconds for a sweep
	h, logs := newSlowHarness(t)
	ids := h.openConversations(2)
	orphanedReplyID := h.storeOrphanedReply(ids[0], "elsewhere")
	sweepStarted, release := make(chan struct{}), make(chan struct{})
	startSweepOnce := sync.OnceFunc(func() { close(sweepStarted) })
	logs.setWait(orphanedReplyID, func(context.Context) { startSweepOnce(); <-release })
	defer close(release)
	for _, s := range h.services { // both services note the orphan's lease, so that it can expire
		if _, _, err := s.FindRunningReply(t.Context(), h.user, ids[0]); err != nil {
			t.Fatal(err)
		}
	}
	gate := h.holdReply("One ", "two.")
	defer close(gate)
	turn, err := h.services[0].Send(t.Context(), h.user, ids[1], chat.MessageInput{Content: "Count"})
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(11 * time.Second)
	select {
	case <-sweepStarted:
	case <-time.After(30 * time.Second):
		t.Fatal("no sweep has begun")
	}
	leaseUntil := func() int { return h.selectNumber(`SELECT lease_until FROM messages WHERE id = $1`, turn.ReplyID) }
	leaseBefore := leaseUntil()
	h.clock.Advance(4 * time.Second)
	eventually(t, "the lease is renewed", func() bool { return leaseUntil() > leaseBefore })
}
