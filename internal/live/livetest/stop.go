package livetest

import (
	"context"
	"sync"
	"testing"

	"colloquy/internal/live"
)

var stopCases = []testCase{
	{"a stop reaches the writer", func(ctx context.Context, t *testing.T, log live.Log) {
		w := create(ctx, t, log, "a")
		requestStop(ctx, t, log, "a", 12, true)
		wantStop(ctx, t, w, live.Stop{Seen: 12})
		write(t, w, sample...)
		closeWriter(t, w)
		got, err := collect(ctx, open(ctx, t, log, "a"), 0, -1)
		if err != nil {
			t.Fatal(err)
		}
		wantEvents(t, got, sample)
	}},
	{"a reader that saw nothing is not one that did not tell", func(ctx context.Context, t *testing.T, log live.Log) {
		for key, stop := range map[string]struct{ asked, want int }{"zero": {0, 0}, "untold": {-1, -1}, "negative": {-9, -1}} {
			w := create(ctx, t, log, key)
			requestStop(ctx, t, log, key, stop.asked, true)
			wantStop(ctx, t, w, live.Stop{Seen: stop.want})
		}
	}},
	{"only the first stop is delivered", func(ctx context.Context, t *testing.T, log live.Log) {
		w := create(ctx, t, log, "a")
		requestStop(ctx, t, log, "a", 5, true)
		requestStop(ctx, t, log, "a", 6, true)
		wantStop(ctx, t, w, live.Stop{Seen: 5})
		requestStop(ctx, t, log, "a", 7, true)
		select {
		case s := <-w.StopRequested():
			t.Errorf("a second stop %+v was delivered", s)
		default:
		}
	}},
	{"nothing runs, nothing to stop", func(ctx context.Context, t *testing.T, log live.Log) {
		requestStop(ctx, t, log, "none", 1, false)
		w := create(ctx, t, log, "a")
		closeWriter(t, w)
		requestStop(ctx, t, log, "a", 1, false)
	}},
	{"stops at once from everywhere", func(ctx context.Context, t *testing.T, log live.Log) {
		w := create(ctx, t, log, "a")
		var readers sync.WaitGroup
		for range 8 {
			readers.Go(func() { requestStop(ctx, t, log, "a", 3, true) })
		}
		readers.Wait()
		wantStop(ctx, t, w, live.Stop{Seen: 3})
		closeWriter(t, w)
	}},
}

func requestStop(ctx context.Context, t *testing.T, log live.Log, key string, seen int, want bool) {
	t.Helper()
	got, err := log.RequestStop(ctx, key, seen)
	if err != nil || got != want {
		t.Errorf("RequestStop(%q) = %v, %v; want %v", key, got, err, want)
	}
}

func wantStop(ctx context.Context, t *testing.T, w live.Writer, want live.Stop) {
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
