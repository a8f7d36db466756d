package limits_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestSpacedLimitAllowsAnEventExactlyAfterTheGap: the gap does not depend on the windows
// in which other limits count.
func TestSpacedLimitAllowsAnEventExactlyAfterTheGap(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		for _, offset := range []time.Duration{0, time.Second, 17 * time.Second, 29*time.Second + 999*time.Millisecond} {
			clock := newClock()
			clock.Advance(offset)
			c, gap := newCounter(t, db, clock), limits.Spaced("mail "+offset.String(), 30*time.Second)
			tryTake := func() (time.Duration, bool) {
				t.Helper()
				_, err := c.Take(t.Context(), gap, hourlyLimit("other", 1000))
				wait, full := limits.WaitOfFullError(err)
				if err != nil && !full {
					t.Fatal(err)
				}
				return wait, full
			}
			tryTake()
			clock.Advance(10 * time.Second)
			if wait, full := tryTake(); !full || wait != 20*time.Second {
				t.Errorf("offset %v, after 10 s: wait %v, %v", offset, wait, full)
			}
			clock.Advance(20*time.Second - time.Millisecond)
			if wait, full := tryTake(); !full || wait != time.Millisecond {
				t.Errorf("offset %v, after 29.999 s: wait %v, %v", offset, wait, full)
			}
			clock.Advance(time.Millisecond)
			if wait, full := tryTake(); full {
				t.Errorf("offset %v, after 30 s: wait %v", offset, wait)
			}
			clock.Advance(-time.Hour) // a clock that was ahead blocks nobody
			if wait, full := tryTake(); full {
				t.Errorf("offset %v, the clock set back: wait %v", offset, wait)
			}
		}
	})
}

func TestSpacedLimitIsGivenBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		c, gap := newCounter(t, db, newClock()), limits.Spaced("mail ada", 30*time.Second)
		firstEvent, err := c.Take(t.Context(), gap)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.GiveBack(t.Context(), firstEvent); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Take(t.Context(), gap); err != nil {
			t.Error(err)
		}
		if err := c.Check(t.Context(), gap); err == nil {
			t.Error("the second event was not counted")
		}
	})
}

// rule limits-never-passed
func TestSpacedLimitHoldsInParallel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := newClock()
		counters := []*limits.Counter{newCounter(t, db, clock), newCounter(t, db, clock)}
		for round := range 3 {
			var taken atomic.Int64
			var wg sync.WaitGroup
			for i := range 200 {
				wg.Go(func() {
					_, err := counters[i%2].Take(t.Context(), limits.Spaced("mail ada", 30*time.Second))
					if wait, full := limits.WaitOfFullError(err); err == nil {
						taken.Add(1)
					} else if !full || wait != 30*time.Second {
						t.Errorf("wait %v, %v", wait, err)
					}
				})
			}
			wg.Wait()
			if taken.Load() != 1 {
				t.Errorf("round %d: %d events, want 1", round, taken.Load())
			}
			clock.Advance(30 * time.Second)
		}
	})
}
