// Package livetest is the conformance suite of live.Logs. It can test implementations
// in memory and on a server that several replicas share.
package livetest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/live"
)

// eventTimeout is how long a test waits for an expected event. Only failing tests wait
// that long.
const eventTimeout = 30 * time.Second

// RunConformance runs every test of the interface. newLog is called once per test. It returns an empty
// live.Logs that keeps closed logs for at least a minute.
func RunConformance(t *testing.T, newLog func(t *testing.T) live.Logs) {
	t.Helper()
	for _, c := range slices.Concat(replayCases, followCases, stopCases) {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
			defer cancel()
			c.run(ctx, t, newLog(t))
		})
	}
}

type testCase struct {
	name string
	run  func(ctx context.Context, t *testing.T, log live.Logs)
}

// sampleEvents are the events of most tests: plain and named events, an empty event, and
// bytes that a line-based or text-based store would corrupt.
var sampleEvents = []live.Event{
	{Seq: 1, Data: []byte("Good ")},
	{Seq: 2, Data: []byte("day.\r\n\n")},
	{Seq: 3, Name: "error", Data: []byte("{}")},
	{Seq: 4, Data: []byte{}},
	{Seq: 5, Data: []byte{0, 0xff, 0xfe, '"'}},
	{Seq: 6, Name: "done", Data: nil},
}

func createLog(ctx context.Context, t *testing.T, log live.Logs, key string) live.Writer {
	t.Helper()
	w, err := log.Create(ctx, key)
	if err != nil {
		t.Fatalf("Create(%q): %v", key, err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func openLog(ctx context.Context, t *testing.T, log live.Logs, key string) live.Reader {
	t.Helper()
	r, err := log.Open(ctx, key)
	if err != nil {
		t.Fatalf("Open(%q): %v", key, err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// appendEvents appends events and checks their Seq.
func appendEvents(t *testing.T, w live.Writer, events ...live.Event) {
	t.Helper()
	for _, e := range events {
		seq, err := w.Append(e.Name, e.Data)
		if err != nil || seq != e.Seq {
			t.Fatalf("Append gave seq %d, error %v; want seq %d", seq, err, e.Seq)
		}
	}
}

func closeWriter(t *testing.T, w live.Writer) {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
}

// readEvents reads n events after the given Seq. If n is negative, it reads until the end.
func readEvents(ctx context.Context, r live.Reader, after int64, n int) ([]live.Event, error) {
	var got []live.Event
	for end := false; !end && (n < 0 || len(got) < n); {
		var events []live.Event
		var err error
		if events, end, err = r.Next(ctx, after, eventTimeout); err != nil {
			return got, err
		}
		if !end && len(events) == 0 {
			return got, errors.New("nothing came in time")
		}
		for _, e := range events {
			e.Data = slices.Clone(e.Data)
			got = append(got, e)
			after = e.Seq
		}
	}
	return got, nil
}

func wantEvents(t *testing.T, got, want []live.Event) {
	t.Helper()
	emptyIsNil := cmp.Transformer("text", func(b []byte) string { return string(b) })
	if diff := cmp.Diff(slices.Concat(want), slices.Concat(got), emptyIsNil); diff != "" {
		t.Errorf("events differ (-want +got):\n%s", diff)
	}
}

// wantQuiet checks that the log has no event after the given Seq and does not end
// within wait.
func wantQuiet(ctx context.Context, t *testing.T, r live.Reader, after int64, wait time.Duration) {
	t.Helper()
	events, end, err := r.Next(ctx, after, wait)
	if len(events) > 0 || end || err != nil {
		t.Errorf("Next(after %d) = %v, end %v, error %v; want nothing", after, events, end, err)
	}
}

func wantEnd(ctx context.Context, t *testing.T, r live.Reader, after int64) {
	t.Helper()
	events, end, err := r.Next(ctx, after, eventTimeout)
	if len(events) > 0 || !end || err != nil {
		t.Errorf("Next(after %d) = %v, end %v, error %v; want the end", after, events, end, err)
	}
}
