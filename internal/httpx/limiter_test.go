package httpx_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/httpx"
)

func newClock() *clocktest.Clock { return clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)) }

func TestLimiterAllowsTheLimitOnly(t *testing.T) {
	clock := newClock()
	l := httpx.NewLimiter(clock)
	for i := range 5 {
		if wait, ok := l.Allow("ada", 5, time.Minute); !ok || wait != 0 {
			t.Errorf("event %d: %v, wait %v", i, ok, wait)
		}
	}
	if _, ok := l.Allow("ada", 5, time.Minute); ok {
		t.Error("a sixth event was allowed")
	}
	if _, ok := l.Allow("bo", 5, time.Minute); !ok {
		t.Error("another key is held back too")
	}
	if _, ok := l.Allow("ada", 5, time.Hour); !ok {
		t.Error("another window is held back too")
	}
	clock.Advance(2 * time.Minute)
	if _, ok := l.Allow("ada", 5, time.Minute); !ok {
		t.Error("two minutes later nothing is allowed")
	}
}

// One burst comes at the end of a fixed window, and one at the beginning of the next. Together they
// do not exceed the limit.
func TestLimiterUsesASlidingWindow(t *testing.T) {
	clock := newClock()
	l := httpx.NewLimiter(clock)
	clock.Advance(59 * time.Second)
	countAllowed := func() (allowed int) {
		for range 100 {
			if _, ok := l.Allow("ada", 10, time.Minute); ok {
				allowed++
			}
		}
		return allowed
	}
	if n := countAllowed(); n != 10 {
		t.Errorf("%d were allowed, want 10", n)
	}
	clock.Advance(2 * time.Second)
	if n := countAllowed(); n > 1 {
		t.Errorf("two seconds later %d more were allowed", n)
	}
}

// After the returned wait an event is allowed, and 2 ms earlier it is refused.
func TestLimiterWaitIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clock := newClock()
		l := httpx.NewLimiter(clock)
		n := rapid.IntRange(1, 20).Draw(t, "n")
		for range rapid.IntRange(n, 60).Draw(t, "tries") {
			l.Allow("ada", n, time.Minute)
			clock.Advance(time.Duration(rapid.IntRange(0, 9000).Draw(t, "ms")) * time.Millisecond)
		}
		wait, ok := l.Allow("ada", n, time.Minute)
		if ok {
			return
		}
		if wait <= 0 || wait > 2*time.Minute+time.Millisecond {
			t.Fatalf("it says to wait %v", wait)
		}
		clock.Advance(wait - 2*time.Millisecond)
		if _, ok := l.Allow("ada", n, time.Minute); ok {
			t.Fatalf("allowed before the %v were over", wait)
		}
		clock.Advance(2 * time.Millisecond)
		if again, ok := l.Allow("ada", n, time.Minute); !ok {
			t.Fatalf("refused after the %v it named, now %v", wait, again)
		}
	})
}

func TestLimiterIsSafeForConcurrentUse(t *testing.T) {
	l := httpx.NewLimiter(newClock())
	var allowed atomic.Int64
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 50 {
				if _, ok := l.Allow("ada", 100, time.Minute); ok {
					allowed.Add(1)
				}
				l.Allow(fmt.Sprint(i), 1, time.Hour)
			}
		})
	}
	wg.Wait()
	if allowed.Load() != 100 {
		t.Errorf("%d were allowed at once, want 100", allowed.Load())
	}
}
