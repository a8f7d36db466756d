package obs_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/obs"
)

// rule process-loops
func TestLoopIsStartedAgainAfterAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		m := obs.NewMetrics()
		loops := obs.NewLoops(slog.New(slog.NewTextHandler(&out, nil)), m)
		ctx, cancel := context.WithCancel(t.Context())
		startTime := time.Now()
		var startOffsets []time.Duration
		loops.Go(ctx, "sweep", func(ctx context.Context) {
			startOffsets = append(startOffsets, time.Since(startTime))
			switch len(startOffsets) {
			case 9: // runs for a minute before it panics
				time.Sleep(time.Minute)
			case 11:
				<-ctx.Done()
				return
			}
			panic("what a person wrote")
		})
		time.Sleep(time.Hour)
		cancel()
		loops.Wait()
		var pauses []time.Duration
		for i, at := range startOffsets[1:] {
			pauses = append(pauses, (at - startOffsets[i]).Round(time.Second))
		}
		s := time.Second
		if want := []time.Duration{s, 2 * s, 4 * s, 8 * s, 16 * s, 32 * s, 60 * s, 60 * s, 61 * s, 2 * s}; !slices.Equal(pauses, want) {
			t.Errorf("started again after %v, want %v", pauses, want)
		}
		if text := out.String(); strings.Count(text, "name=sweep") != 10 || !strings.Contains(text, "loops_test.go") || strings.Contains(text, "what a person wrote") {
			t.Errorf("log: %s", text)
		}
		if lines := scrape(t, m); !slices.Contains(lines, `colloquy_loop_restarts_total{loop="sweep"} 10`) {
			t.Errorf("metrics %q", lines)
		}
	})
}

// If the context ends during the pause after a panic, the loop is called a last time.
// rule process-loops
func TestLoopEndsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := obs.NewMetrics()
		loops := obs.NewLoops(slog.New(slog.DiscardHandler), m)
		ctx, cancel := context.WithCancel(t.Context())
		var startCount atomic.Int32
		loops.Go(ctx, "returns", func(context.Context) { startCount.Add(1) })
		loops.Go(ctx, "panics at the end", func(ctx context.Context) {
			startCount.Add(1)
			<-ctx.Done()
			panic("too late")
		})
		loops.Go(ctx, "panics", func(context.Context) {
			startCount.Add(1)
			panic("before the end")
		})
		synctest.Wait()
		startTime := time.Now()
		cancel()
		loops.Wait()
		if startCount.Load() != 5 || time.Since(startTime) > 0 {
			t.Errorf("%d starts, ended after %s", startCount.Load(), time.Since(startTime))
		}
		for _, line := range []string{`colloquy_loop_restarts_total{loop="returns"} 0`, `colloquy_loop_restarts_total{loop="panics"} 1`} {
			if lines := scrape(t, m); !slices.Contains(lines, line) {
				t.Errorf("no %s in %q", line, lines)
			}
		}
		obs.NewLoops(nil, nil).Go(ctx, "without metrics", func(context.Context) {})
	})
}
