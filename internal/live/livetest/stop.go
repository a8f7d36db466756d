package livetest

import (
	"context"
	"sync"
	"testing"

	"colloquy/internal/live"
)

var stopCases = []testCase{
	{"a stop reaches the writer", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		wantRequestStop(ctx, t, log, "a", 12, true)
		wantStop(ctx, t, w, live.StopRequest{SeenChars: 12})
		appendEvents(t, w, sampleEvents...)
		closeWriter(t, w)
		got, err := readEvents(ctx, openLog(ctx, t, log, "a"), 0, -1)
		if err != nil {
			t.Fatal(err)
		}
		wantEvents(t, got, sampleEvents)
	}},
	{"a reader that saw nothing is not one that did not tell", func(ctx context.Context, t *testing.T, log live.Logs) {
		for key, stop := range map[string]struct{ asked, want int }{"zero": {0, 0}, "untold": {-1, -1}, "negative": {-9, -1}} {
			w := createLog(ctx, t, log, key)
			wantRequestStop(ctx, t, log, key, stop.asked, true)
			wantStop(ctx, t, w, live.StopRequest{SeenChars: stop.want})
		}
	}},
	{"only the first stop is delivered", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		wantRequestStop(ctx, t, log, "a", 5, true)
		wantRequestStop(ctx, t, log, "a", 6, true)
		wantStop(ctx, t, w, live.StopRequest{SeenChars: 5})
		wantRequestStop(ctx, t, log, "a", 7, true)
		select {
		case s := <-w.StopRequested():
			t.Errorf("a second stop %+v was delivered", s)
		default:
		}
	}},
	{"nothing runs, nothing to stop", func(ctx context.Context, t *testing.T, log live.Logs) {
		wantRequestStop(ctx, t, log, "none", 1, false)
		w := createLog(ctx, t, log, "a")
		closeWriter(t, w)
		wantRequestStop(ctx, t, log, "a", 1, false)
	}},
	{"stops at once from everywhere", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		var readers sync.WaitGroup
		for range 8 {
			readers.Go(func() { wantRequestStop(ctx, t, log, "a", 3, true) })
		}
		readers.Wait()
		wantStop(ctx, t, w, live.StopRequest{SeenChars: 3})
		closeWriter(t, w)
	}},
}

// wantRequestStop requests a stop and checks whether a writer was open.
func wantRequestStop(ctx context.Context, t *testing.T, log live.Logs, key string, seenChars int, want bool) {
	t.Helper()
	got, err := log.RequestStop(ctx, key, seenChars)
	if err != nil || got != want {
		t.Errorf("RequestStop(%q) = %v, %v; want %v", key, got, err, want)
	}
}

func wantStop(ctx context.Context, t *testing.T, w live.Writer, want live.StopRequest) {
	t.Helper()
	select {
	case got := <-w.StopRequested():
		if got != want {
			t.Errorf("the writer got %+v, want %+v", got, want)
		}
	case <-ctx.Done():
		t.Errorf("the stop %+v did not reach the writer", want)
	}
}
