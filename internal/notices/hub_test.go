package notices

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// sink collects the events of a stream.
type sink struct {
	events chan string
	fail   error
}

func newSink() *sink { return &sink{events: make(chan string, 1000)} }

func (s *sink) Event(_ int64, _ string, data []byte) { s.events <- string(data) }
func (s *sink) Comment()                             { s.events <- "comment" }
func (s *sink) Flush() error                         { return s.fail }

// want checks the next event.
func (s *sink) want(t *testing.T, unread int) {
	t.Helper()
	select {
	case got := <-s.events:
		if want := fmt.Sprintf(`{"unread": %d}`, unread); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Errorf("no event with %d", unread)
	}
}

// run runs the hub until the test ends.
func (b *harness) run() {
	ctx, cancel := context.WithCancel(b.t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { b.Run(ctx) })
	b.t.Cleanup(func() { cancel(); wg.Wait() })
}

// stream follows the notices of a user until end is called, which waits for the stream.
func (b *harness) stream(actor core.Actor, to Sink) (end func() error) {
	ctx, cancel := context.WithCancel(b.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Follow(ctx, actor, to) }()
	return func() error {
		cancel()
		return <-ended
	}
}

// rule notifications-stream
func TestStreamFollowsEveryChange(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.run()
		b.tell(ada.UserID, "purchase", "before", 0)
		s, other := newSink(), newSink()
		end, endOther := b.stream(ada, s), b.stream(bo, other)
		s.want(t, 1)
		other.want(t, 0)
		b.tell(ada.UserID, "purchase", "o1", 0)
		s.want(t, 2)
		b.like(act(bo, "one"))
		s.want(t, 3)
		b.like(act(cy, "one")) // of the same comment
		if err := b.MarkRead(t.Context(), ada, b.idOf(ada, "o1")); err != nil {
			t.Error(err)
		}
		s.want(t, 2)
		if err := b.Delete(t.Context(), ada, b.idOf(ada, "before")); err != nil {
			t.Error(err)
		}
		s.want(t, 1)
		if err := b.MarkAllRead(t.Context(), ada, ""); err != nil {
			t.Error(err)
		}
		s.want(t, 0)
		for _, e := range []func() error{end, endOther} {
			if err := e(); !errors.Is(err, context.Canceled) {
				t.Errorf("the stream ends with %v", err)
			}
		}
		if len(other.events) != 0 {
			t.Errorf("another user gets %s", <-other.events)
		}
		if len(b.hub.readers)+len(b.hub.known)+len(b.hub.changed) != 0 {
			t.Errorf("the hub keeps %v %v %v", b.hub.readers, b.hub.known, b.hub.changed)
		}
	})
}

// A change by another process, whatever its clock, arrives at the next check. A change
// that is rolled back does not.
// rule notifications-stream
func TestStreamFindsChangesOfOtherProcesses(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.run()
		s := newSink()
		defer b.stream(ada, s)()
		s.want(t, 0)
		behind := NewWriter(b.db, b.time)
		b.time.Set(b.time.Now().Add(-240 * time.Hour))
		b.write(func(tx storage.Querier) error {
			_, err := behind.Tell(t.Context(), tx, Notice{UserID: ada.UserID, Kind: "purchase", ObjectID: "o", Title: "T", Message: "M"})
			return err
		})
		s.want(t, 1)
		stop := errors.New("stop")
		err := b.db.Write(t.Context(), func(tx storage.Querier) error {
			return errors.Join(b.Liked(t.Context(), tx, act(bo, "one")), stop)
		})
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		b.tell(ada.UserID, "purchase", "o2", 0)
		s.want(t, 2)
	})
}

// rule notifications-stream
func TestEleventhStreamEndsTheOldest(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.run()
		ended := make(chan int, maxStreams+2)
		var sinks []*sink
		for i := range maxStreams + 2 {
			s := newSink()
			sinks = append(sinks, s)
			go func() {
				if err := b.Follow(t.Context(), ada, s); err == nil {
					ended <- i
				}
			}()
			s.want(t, 0)
		}
		if got := []int{<-ended, <-ended}; !slices.Contains(got, 0) || !slices.Contains(got, 1) {
			t.Errorf("the streams %v end", got)
		}
		b.tell(ada.UserID, "purchase", "o", 0)
		for _, s := range sinks[2:] {
			s.want(t, 1)
		}
		b.Drain()
		for range maxStreams {
			<-ended
		}
		if err := b.Follow(t.Context(), ada, newSink()); err != nil {
			t.Errorf("a stream after the drain ends with %v", err)
		}
	})
}

// blockedSink blocks at its first event, like a reader whose connection takes nothing.
type blockedSink struct {
	*sink
	release chan struct{}
}

func (s blockedSink) Flush() error { <-s.release; return errors.New("too slow") }

// A slow reader delays neither other readers nor the calls that cause its events, and
// leaves no goroutine.
// rule notifications-stream
func TestSlowReaderBlocksNobody(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.run()
		before := runtime.NumGoroutine()
		slow, quick := blockedSink{newSink(), make(chan struct{})}, newSink()
		endSlow, endQuick := b.stream(ada, slow), b.stream(ada, quick)
		quick.want(t, 0)
		for i := range 20 {
			b.tell(ada.UserID, "purchase", fmt.Sprint(i), 0)
			quick.want(t, i+1)
		}
		close(slow.release)
		if err := endSlow(); err == nil || errors.Is(err, context.Canceled) {
			t.Errorf("the slow stream ends with %v", err)
		}
		endQuick()
		if after := runtime.NumGoroutine(); after > before+2 { // a pool of connections may have grown
			t.Errorf("%d goroutines, %d before", after, before)
		}
	})
}

// While nobody reads, and while nothing changes, the hub counts nothing: it reads
// stamps only, in one query for many readers.
func TestChecksCostOneQueryForManyReaders(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	h := newHub(store{db}, nil)
	h.check(t.Context(), h.users())
	for i := range 1200 {
		h.add(fmt.Sprint("user-", i))
	}
	h.check(t.Context(), h.takeChanged())
	if len(h.known) != 1200 {
		t.Fatalf("%d users are known", len(h.known))
	}
	if got := h.outdated(h.users(), map[string]stamp{}); len(got) != 0 {
		t.Errorf("%d users are counted again", len(got))
	}
	if got := h.outdated(h.users(), map[string]stamp{"user-7": {version: 1}}); !slices.Equal(got, []string{"user-7"}) {
		t.Errorf("%v are counted again", got)
	}
}

// While the database is away the stream stays open, and continues afterwards.
// rule notifications-stream
func TestStreamOutlivesTheDatabase(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	b := newHarness(t, db)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s := newSink()
	defer b.stream(ada, s)()
	for len(b.hub.users()) == 0 {
		time.Sleep(time.Millisecond)
	}
	b.hub.check(ended, b.hub.takeChanged())
	if len(s.events) != 0 {
		t.Errorf("a failed check sends %s", <-s.events)
	}
	b.run()
	s.want(t, 0)
}
