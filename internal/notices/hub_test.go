package notices

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// fakeEventSink collects the events and comments of a stream. Flush returns flushErr.
type fakeEventSink struct {
	events   chan string
	flushErr error
}

func newFakeEventSink() *fakeEventSink { return &fakeEventSink{events: make(chan string, 1000)} }

func (s *fakeEventSink) AddEvent(_ int64, _ string, data []byte) { s.events <- string(data) }
func (s *fakeEventSink) AddComment()                             { s.events <- "comment" }
func (s *fakeEventSink) Flush() error                            { return s.flushErr }

// wantUnread checks the next event.
func (s *fakeEventSink) wantUnread(t *testing.T, unreadCount int) {
	t.Helper()
	select {
	case got := <-s.events:
		if want := fmt.Sprintf(`{"unread": %d}`, unreadCount); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Errorf("no event with %d", unreadCount)
	}
}

// runHub runs the hub until the test ends.
func (b *harness) runHub() {
	ctx, cancel := context.WithCancel(b.t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { b.Run(ctx) })
	b.t.Cleanup(func() { cancel(); wg.Wait() })
}

// startStream follows the notices of a user until end is called. end waits for the end of the
// stream and returns its error.
func (b *harness) startStream(actor core.Actor, to Sink) (end func() error) {
	ctx, cancel := context.WithCancel(b.t.Context())
	streamErrs := make(chan error, 1)
	go func() { streamErrs <- b.StreamUnreadCount(ctx, actor, to) }()
	return func() error {
		cancel()
		return <-streamErrs
	}
}

// rule notifications-stream
func TestStreamFollowsEveryChange(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.runHub()
		b.notify(ada.UserID, "purchase", "before", 0)
		s, otherSink := newFakeEventSink(), newFakeEventSink()
		end, endOther := b.startStream(ada, s), b.startStream(bo, otherSink)
		s.wantUnread(t, 1)
		otherSink.wantUnread(t, 0)
		b.notify(ada.UserID, "purchase", "o1", 0)
		s.wantUnread(t, 2)
		b.writeLikeNotice(newCommentAct(bo, "one"))
		s.wantUnread(t, 3)
		b.writeLikeNotice(newCommentAct(cy, "one")) // likes of the same comment are one notice
		if err := b.MarkRead(t.Context(), ada, b.noticeIDOf(ada, "o1")); err != nil {
			t.Error(err)
		}
		s.wantUnread(t, 2)
		if err := b.Delete(t.Context(), ada, b.noticeIDOf(ada, "before")); err != nil {
			t.Error(err)
		}
		s.wantUnread(t, 1)
		if err := b.MarkAllRead(t.Context(), ada, ""); err != nil {
			t.Error(err)
		}
		s.wantUnread(t, 0)
		for _, e := range []func() error{end, endOther} {
			if err := e(); !errors.Is(err, context.Canceled) {
				t.Errorf("the stream ends with %v", err)
			}
		}
		if len(otherSink.events) != 0 {
			t.Errorf("another user gets %s", <-otherSink.events)
		}
		if len(b.hub.readersByUser)+len(b.hub.statesByUser)+len(b.hub.changedUsers) != 0 {
			t.Errorf("the hub keeps %v %v %v", b.hub.readersByUser, b.hub.statesByUser, b.hub.changedUsers)
		}
	})
}

// A change by another process arrives at the next check, even if that process's clock is wrong. A
// change that is rolled back does not arrive.
// rule notifications-stream
func TestStreamFindsChangesOfOtherProcesses(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.runHub()
		s := newFakeEventSink()
		defer b.startStream(ada, s)()
		s.wantUnread(t, 0)
		laggingWriter := NewWriter(b.db, b.clock)
		b.clock.Set(b.clock.Now().Add(-240 * time.Hour))
		b.write(func(tx storage.Querier) error {
			_, err := laggingWriter.Notify(t.Context(), tx, Notice{UserID: ada.UserID, Kind: "purchase", ObjectID: "o", Title: "T", Message: "M"})
			return err
		})
		s.wantUnread(t, 1)
		errRollback := errors.New("stop")
		err := b.db.Write(t.Context(), func(tx storage.Querier) error {
			return errors.Join(b.NotifyLike(t.Context(), tx, newCommentAct(bo, "one")), errRollback)
		})
		if !errors.Is(err, errRollback) {
			t.Fatal(err)
		}
		b.notify(ada.UserID, "purchase", "o2", 0)
		s.wantUnread(t, 2)
	})
}

// rule notifications-stream
func TestEleventhStreamEndsTheOldest(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.runHub()
		endedStreams := make(chan int, maxStreamsPerUser+2)
		var sinks []*fakeEventSink
		for i := range maxStreamsPerUser + 2 {
			s := newFakeEventSink()
			sinks = append(sinks, s)
			go func() {
				if err := b.StreamUnreadCount(t.Context(), ada, s); err == nil {
					endedStreams <- i
				}
			}()
			s.wantUnread(t, 0)
		}
		if got := []int{<-endedStreams, <-endedStreams}; !slices.Contains(got, 0) || !slices.Contains(got, 1) {
			t.Errorf("the streams %v end", got)
		}
		b.notify(ada.UserID, "purchase", "o", 0)
		for _, s := range sinks[2:] {
			s.wantUnread(t, 1)
		}
		b.Drain()
		for range maxStreamsPerUser {
			<-endedStreams
		}
		if err := b.StreamUnreadCount(t.Context(), ada, newFakeEventSink()); err != nil {
			t.Errorf("a stream after the drain ends with %v", err)
		}
	})
}

// blockedSink blocks in Flush, like a reader whose connection accepts no data.
type blockedSink struct {
	*fakeEventSink
	release chan struct{}
}

func (s blockedSink) Flush() error { <-s.release; return errors.New("too slow") }

// goroutinesOfNotices returns the number of goroutines with a function of this package on their
// stack. Those of a growing pool of connections do not count.
func goroutinesOfNotices() int {
	stacks := make([]byte, 1<<20)
	goroutineCount := 0
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(stack, "colloquy/internal/notices.") {
			goroutineCount++
		}
	}
	return goroutineCount
}

// A slow reader delays neither other readers nor the calls that cause its events, and
// leaves no goroutine.
// rule notifications-stream
func TestSlowReaderBlocksNobody(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.runHub()
		firstSink := newFakeEventSink()
		endFirst := b.startStream(ada, firstSink)
		firstSink.wantUnread(t, 0) // the first event shows that the hub has started its goroutines
		endFirst()
		time.Sleep(300 * time.Millisecond) // gives the goroutines of the first stream time to end
		goroutinesBefore := goroutinesOfNotices()
		slowSink, quickSink := blockedSink{newFakeEventSink(), make(chan struct{})}, newFakeEventSink()
		endSlow, endQuick := b.startStream(ada, slowSink), b.startStream(ada, quickSink)
		quickSink.wantUnread(t, 0)
		for i := range 20 {
			b.notify(ada.UserID, "purchase", fmt.Sprint(i), 0)
			quickSink.wantUnread(t, i+1)
		}
		close(slowSink.release)
		if err := endSlow(); err == nil || errors.Is(err, context.Canceled) {
			t.Errorf("the slow stream ends with %v", err)
		}
		endQuick()
		// The streams have ended, but the goroutines of their last queries may still run.
		for deadline := time.Now().Add(10 * time.Second); goroutinesOfNotices() > goroutinesBefore; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d goroutines of this package, %d before", goroutinesOfNotices(), goroutinesBefore)
			}
		}
	})
}

// While nothing changes, the hub counts no notices. It only reads the fingerprints, with one
// query for up to readersPerQuery users.
func TestChecksCostOneQueryForManyReaders(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	h := newHub(store{db}, nil)
	h.checkUsersForChanges(t.Context(), h.usersWithReaders())
	for i := range 1200 {
		h.addReader(fmt.Sprint("user-", i))
	}
	h.checkUsersForChanges(t.Context(), h.takeChangedUsers())
	if len(h.statesByUser) != 1200 {
		t.Fatalf("%d users are known", len(h.statesByUser))
	}
	if got := h.usersToRecount(h.usersWithReaders(), map[string]noticesFingerprint{}); len(got) != 0 {
		t.Errorf("%d users are counted again", len(got))
	}
	if got := h.usersToRecount(h.usersWithReaders(), map[string]noticesFingerprint{"user-7": {noticesVersion: 1}}); !slices.Equal(got, []string{"user-7"}) {
		t.Errorf("%v are counted again", got)
	}
}

// A stream stays open while the database is unavailable, and sends further counts when the
// database works again.
// rule notifications-stream
func TestStreamOutlivesTheDatabase(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	b := newHarness(t, db)
	cancelledCtx, cancel := context.WithCancel(t.Context())
	cancel()
	s := newFakeEventSink()
	defer b.startStream(ada, s)()
	for len(b.hub.usersWithReaders()) == 0 {
		time.Sleep(time.Millisecond)
	}
	b.hub.checkUsersForChanges(cancelledCtx, b.hub.takeChangedUsers())
	if len(s.events) != 0 {
		t.Errorf("a failed check sends %s", <-s.events)
	}
	b.runHub()
	s.wantUnread(t, 0)
}
