package livetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"colloquy/internal/live"
)

// shortWait is a wait that is expected to end without an event.
const shortWait = 20 * time.Millisecond

var followCases = []testCase{
	{"a reader follows the writer to the end", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		awaitEvents := startFollower(ctx, openLog(ctx, t, log, "a"), 0)
		appendEvents(t, w, sampleEvents...)
		closeWriter(t, w)
		wantEvents(t, awaitEvents(t), sampleEvents)
	}},
	{"readers from different places see the same", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		appendEvents(t, w, sampleEvents[:3]...)
		followers := make([]func(*testing.T) []live.Event, len(sampleEvents))
		for after := range followers {
			followers[after] = startFollower(ctx, openLog(ctx, t, log, "a"), int64(after))
		}
		appendEvents(t, w, sampleEvents[3:]...)
		closeWriter(t, w)
		for after, awaitEvents := range followers {
			wantEvents(t, awaitEvents(t), sampleEvents[after:])
		}
	}},
	{"a wait without news returns nothing", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		r := openLog(ctx, t, log, "a")
		wantQuiet(ctx, t, r, 0, shortWait)
		appendEvents(t, w, sampleEvents[0])
		wantQuiet(ctx, t, r, 1, shortWait)
		got, err := readEvents(ctx, r, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		wantEvents(t, got, sampleEvents[:1])
	}},
	{"an empty log ends", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		awaitEvents := startFollower(ctx, openLog(ctx, t, log, "a"), 0)
		closeWriter(t, w)
		wantEvents(t, awaitEvents(t), nil)
		wantEnd(ctx, t, openLog(ctx, t, log, "a"), 0)
	}},
	{"nothing comes after Close", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		appendEvents(t, w, sampleEvents[0])
		closeWriter(t, w)
		closeWriter(t, w)
		if _, err := w.Append("", []byte("late")); !errors.Is(err, live.ErrClosed) {
			t.Errorf("Append after Close gave %v, want ErrClosed", err)
		}
		r := openLog(ctx, t, log, "a")
		wantEnd(ctx, t, r, 1)
		wantEnd(ctx, t, r, 1)
	}},
	{"a cancelled reader returns, the others go on", testCancelledReaderDisturbsNoOther},
	{"a closed reader is closed", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		r := openLog(ctx, t, log, "a")
		awaitEventsOfOtherReader := startFollower(ctx, openLog(ctx, t, log, "a"), 0)
		if err := errors.Join(r.Close(), r.Close()); err != nil {
			t.Errorf("closing a reader twice gave %v", err)
		}
		if _, _, err := r.Next(ctx, 0, 0); !errors.Is(err, live.ErrClosed) {
			t.Errorf("Next after Close gave %v, want ErrClosed", err)
		}
		appendEvents(t, w, sampleEvents...)
		closeWriter(t, w)
		wantEvents(t, awaitEventsOfOtherReader(t), sampleEvents)
	}},
	{"many writers and readers at once", testParallelLogsStaySeparate},
}

// startFollower starts a goroutine that reads the log to its end. The returned function waits
// for the events.
func startFollower(ctx context.Context, r live.Reader, after int64) func(*testing.T) []live.Event {
	type result struct {
		events []live.Event
		err    error
	}
	results := make(chan result, 1)
	go func() {
		events, err := readEvents(ctx, r, after, -1)
		results <- result{events, err}
	}()
	return func(t *testing.T) []live.Event {
		t.Helper()
		got := <-results
		if got.err != nil {
			t.Errorf("reading after %d: %v", after, got.err)
		}
		return got.events
	}
}

// startCallbackFollower is startFollower for readers that implement live.CallbackReader.
func startCallbackFollower(ctx context.Context, r live.Reader, after int64) func(*testing.T) []live.Event {
	var deliveredEvents []live.Event
	if callbackReader, ok := r.(live.CallbackReader); ok {
		callbackReader.SetDeliver(func(events []live.Event) bool {
			for _, e := range events {
				e.Data = slices.Clone(e.Data)
				deliveredEvents = append(deliveredEvents, e)
			}
			return true
		})
	}
	awaitEvents := startFollower(ctx, r, after)
	return func(t *testing.T) []live.Event {
		t.Helper()
		returnedEvents := awaitEvents(t)
		return append(deliveredEvents, returnedEvents...)
	}
}

func testCancelledReaderDisturbsNoOther(ctx context.Context, t *testing.T, log live.Logs) {
	w := createLog(ctx, t, log, "a")
	awaitEventsOfOtherReader := startFollower(ctx, openLog(ctx, t, log, "a"), 0)
	readerCtx, cancel := context.WithCancel(ctx)
	nextErr := make(chan error, 1)
	r := openLog(ctx, t, log, "a")
	go func() {
		_, _, err := r.Next(readerCtx, 0, eventTimeout)
		nextErr <- err
	}()
	cancel()
	if err := <-nextErr; !errors.Is(err, context.Canceled) {
		t.Errorf("Next of a cancelled reader gave %v, want context.Canceled", err)
	}
	appendEvents(t, w, sampleEvents...)
	closeWriter(t, w)
	wantEvents(t, awaitEventsOfOtherReader(t), sampleEvents)
}

// testParallelLogsStaySeparate runs writers and readers of several logs in parallel. Half of the readers
// start in the middle.
func testParallelLogsStaySeparate(ctx context.Context, t *testing.T, log live.Logs) {
	const logs, readers, events = 6, 4, 400
	var writers sync.WaitGroup
	var followers []func(*testing.T) []live.Event
	var want [][]live.Event
	for i := range logs {
		key := fmt.Sprint("log-", i)
		w := createLog(ctx, t, log, key)
		logEvents := make([]live.Event, events)
		for j := range logEvents {
			logEvents[j] = live.Event{Seq: int64(j + 1), Data: fmt.Append(nil, key, " ", j)}
		}
		for j := range readers {
			after := j % 2 * 37
			followers = append(followers, startFollower(ctx, openLog(ctx, t, log, key), int64(after)))
			want = append(want, logEvents[after:])
		}
		writers.Go(func() {
			defer w.Close()
			for _, e := range logEvents {
				if seq, err := w.Append(e.Name, e.Data); err != nil || seq != e.Seq {
					t.Errorf("Append gave %d, %v; want %d", seq, err, e.Seq)
					return
				}
			}
		})
	}
	writers.Wait()
	for i, awaitEvents := range followers {
		wantEvents(t, awaitEvents(t), want[i])
	}
}
