package live_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"colloquy/internal/live"
	"colloquy/internal/live/livetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemoryConforms(t *testing.T) {
	livetest.RunConformance(t, func(*testing.T) live.Logs { return live.NewMemoryLogs(live.Options{}) })
}

func mustCreate(t testing.TB, log live.Logs, key string) live.Writer {
	t.Helper()
	w, err := log.Create(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func mustOpenReader(t testing.TB, log live.Logs, key string) live.Reader {
	t.Helper()
	r, err := log.Open(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustAppend(t testing.TB, w live.Writer, data string) {
	t.Helper()
	if _, err := w.Append("", []byte(data)); err != nil {
		t.Fatal(err)
	}
}

func TestClosedLogsAreKeptForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := live.NewMemoryLogs(live.Options{ClosedLogRetention: time.Minute})
		w := mustCreate(t, log, "a")
		time.Sleep(time.Hour)
		if _, err := log.Open(t.Context(), "a"); err != nil {
			t.Fatalf("a running log was dropped: %v", err)
		}
		w.Close()
		time.Sleep(time.Minute - 1)
		r := mustOpenReader(t, log, "a")
		time.Sleep(time.Nanosecond)
		if _, err := log.Open(t.Context(), "a"); !errors.Is(err, live.ErrGone) {
			t.Errorf("Open after Keep gave %v, want ErrGone", err)
		}
		if _, end, err := r.Next(t.Context(), 0, 0); !end || err != nil {
			t.Errorf("a reader opened in time got end %v, error %v; want the end", end, err)
		}
		secondWriter := mustCreate(t, log, "a")
		mustAppend(t, secondWriter, "new life")
		events, _, err := mustOpenReader(t, log, "a").Next(t.Context(), 0, 0)
		if err != nil || len(events) != 1 || string(events[0].Data) != "new life" {
			t.Errorf("the key's second log reads %v, %v", events, err)
		}
	})
}

func TestOldestClosedLogsAreDroppedFirst(t *testing.T) {
	log := live.NewMemoryLogs(live.Options{MaxClosedLogs: 3})
	runningWriter := mustCreate(t, log, "running")
	defer runningWriter.Close()
	for i := range 5 {
		mustCreate(t, log, fmt.Sprint(i)).Close()
	}
	for key, want := range map[string]error{
		"0": live.ErrGone, "1": live.ErrGone, "2": nil, "3": nil, "4": nil, "running": nil,
	} {
		if _, err := log.Open(t.Context(), key); !errors.Is(err, want) {
			t.Errorf("Open(%q) gave %v, want %v", key, err, want)
		}
	}
}

func TestNextWaitsExactlyAsLongAsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := live.NewMemoryLogs(live.Options{})
		w := mustCreate(t, log, "a")
		r := mustOpenReader(t, log, "a")
		for round := range 3 {
			start := time.Now()
			events, end, err := r.Next(t.Context(), 0, 15*time.Second)
			if took := time.Since(start); len(events) > 0 || end || err != nil || took != 15*time.Second {
				t.Errorf("round %d: %v, end %v, error %v after %v; want nothing after 15s", round, events, end, err, took)
			}
		}
		start := time.Now()
		time.AfterFunc(4*time.Second, func() { w.Append("", []byte("x")) })
		events, _, err := r.Next(t.Context(), 0, 15*time.Second)
		if took := time.Since(start); len(events) != 1 || err != nil || took != 4*time.Second {
			t.Errorf("an event after 4s gave %v, %v after %v", events, err, took)
		}
	})
}

// A signal for events that were already read may be pending. It must neither end a wait
// early nor hide a later event.
func TestStaleSignalDoesNotEndAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := live.NewMemoryLogs(live.Options{})
		w := mustCreate(t, log, "a")
		r := mustOpenReader(t, log, "a")
		mustAppend(t, w, "x")
		if events, _, _ := r.Next(t.Context(), 0, time.Second); len(events) != 1 {
			t.Fatalf("got %v, want one event", events)
		}
		start := time.Now()
		events, _, err := r.Next(t.Context(), 1, time.Second)
		if took := time.Since(start); len(events) != 0 || err != nil || took != time.Second {
			t.Errorf("got %v, %v after %v; want nothing after 1s", events, err, took)
		}
	})
}

func TestWriterNeverWaitsForReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := live.NewMemoryLogs(live.Options{})
		w := mustCreate(t, log, "a")
		for range 50 {
			mustOpenReader(t, log, "a")
		}
		start := time.Now()
		for range 1000 {
			mustAppend(t, w, "piece")
		}
		w.Close()
		if took := time.Since(start); took != 0 {
			t.Errorf("the writer waited %v for readers that do not read", took)
		}
	})
}

// Events that Next has returned stay unchanged while the log grows and is closed.
func TestReturnedEventsStayUnchanged(t *testing.T) {
	log := live.NewMemoryLogs(live.Options{})
	w := mustCreate(t, log, "a")
	mustAppend(t, w, "one")
	events, _, err := mustOpenReader(t, log, "a").Next(t.Context(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	ownCopy := append(events[0].Data, "-mine"...)
	for range 2000 {
		mustAppend(t, w, "other")
	}
	w.Close()
	if got := string(events[0].Data); got != "one" || string(ownCopy) != "one-mine" {
		t.Errorf("the event became %q, the reader's own copy %q", got, ownCopy)
	}
}
