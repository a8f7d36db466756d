package limits_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func newClock() *clocktest.Clock {
	return clocktest.At(time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC))
}

// recordedJob records the function that a Counter schedules, so that tests can run it.
type recordedJob struct{ fn func(context.Context) error }

func (u *recordedJob) Every(_ string, _ time.Duration, fn func(context.Context) error) { u.fn = fn }

func newCounter(t *testing.T, db *storage.DB, clock *clocktest.Clock) *limits.Counter {
	t.Helper()
	c, err := limits.New(t.Context(), db, clock, new(recordedJob))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// hourlyLimit returns a limit of n events of a key in an hour.
func hourlyLimit(key string, n int) limits.Limit {
	return limits.Limit{Key: key, N: n, Period: time.Hour}
}

// Two counters on one database represent two processes.
// rule limits-never-passed
func TestParallelTakesDoNotExceedALimit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := newClock()
		counters := []*limits.Counter{newCounter(t, db, clock), newCounter(t, db, clock)}
		var taken, refused atomic.Int64
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				_, err := counters[i%2].Take(t.Context(), hourlyLimit("one", 7), hourlyLimit("all", 1000))
				_, full := limits.WaitOfFullError(err)
				switch {
				case err == nil:
					taken.Add(1)
				case full:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if taken.Load() != 7 || refused.Load() != 193 {
			t.Errorf("%d taken and %d refused, want 7 and 193", taken.Load(), refused.Load())
		}
		// An event that the limit "one" refused is not counted in the limit "all".
		if err := counters[0].Check(t.Context(), hourlyLimit("all", 8)); err != nil {
			t.Error(err)
		}
		if err := counters[0].Check(t.Context(), hourlyLimit("all", 7)); err == nil {
			t.Error("the second limit counted too little")
		}
	})
}

// A refused TakeInTx counts nothing, although the transaction is committed.
func TestRefusedTakeInTxCountsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		c := newCounter(t, db, newClock())
		fullLimit := hourlyLimit("full", 1)
		if _, err := c.Take(t.Context(), fullLimit); err != nil {
			t.Fatal(err)
		}
		// TakeInTx counts in the order of the hashes of the keys. So it counts some of these limits
		// before it finds the full limit.
		otherLimits := []limits.Limit{hourlyLimit("a", 1), hourlyLimit("b", 1), hourlyLimit("c", 1), limits.Spaced("d", time.Hour), limits.Spaced("e", time.Hour)}
		err := db.Write(t.Context(), func(tx storage.Querier) error {
			if _, err := c.TakeInTx(t.Context(), tx, append(otherLimits, fullLimit)...); err == nil {
				t.Error("a full limit allows an event")
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(t.Context(), otherLimits...); err != nil {
			t.Error(err)
		}
	})
}

// TestWaitIsExact: a limit allows an event after the wait, but not a minute earlier.
func TestWaitIsExact(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := newClock()
		clock.Advance(20 * time.Minute)
		c := newCounter(t, db, clock)
		for n := range 4 {
			for range 3 {
				if _, err := c.Take(t.Context(), hourlyLimit("a", 3)); err != nil && n == 0 {
					t.Fatal(err)
				}
			}
			_, err := c.Take(t.Context(), hourlyLimit("a", 3))
			wait, full := limits.WaitOfFullError(err)
			if !full || wait <= 0 || wait > 2*time.Hour {
				t.Fatalf("round %d: %v, wait %v", n, err, wait)
			}
			clock.Advance(wait - time.Minute)
			if err := c.Check(t.Context(), hourlyLimit("a", 3)); err == nil {
				t.Errorf("round %d: an event is allowed a minute early", n)
			}
			clock.Advance(time.Minute)
			if _, err := c.Take(t.Context(), hourlyLimit("a", 3)); err != nil {
				t.Errorf("round %d: no event is allowed after the wait: %v", n, err)
			}
		}
	})
}

func TestGiveBackUndoesATake(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		c := newCounter(t, db, newClock())
		takenEvent, err := c.Take(t.Context(), hourlyLimit("a", 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Take(t.Context(), hourlyLimit("a", 1)); err == nil {
			t.Fatal("a full limit took one more")
		}
		if err := c.GiveBack(t.Context(), takenEvent); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Take(t.Context(), hourlyLimit("a", 1)); err != nil {
			t.Errorf("after giving back: %v", err)
		}
		if err := c.GiveBack(t.Context(), limits.TakenEvent{}); err != nil {
			t.Error(err)
		}
	})
}

// rule privacy-networks-hashed
func TestCountsSurviveARestartAndContainNoKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := newClock()
		if _, err := newCounter(t, db, clock).Take(t.Context(), hourlyLimit("login ada@example.org", 1)); err != nil {
			t.Fatal(err)
		}
		if _, err := newCounter(t, db, clock).Take(t.Context(), hourlyLimit("login ada@example.org", 1)); err == nil {
			t.Error("a new process starts at zero")
		}
		var n int
		row := db.Reader().QueryRowContext(t.Context(), `SELECT count(*) FROM limit_counts WHERE length(key_hash) <> 32`)
		if err := row.Scan(&n); err != nil || n != 0 {
			t.Errorf("%d keys are no hash, %v", n, err)
		}
	})
}

// TestWiderTiersHaveHigherLimits: with a limit of 2 for a /64, ByNetwork allows 8 events of a /56
// and 32 of a /48.
func TestWiderTiersHaveHigherLimits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		c := newCounter(t, db, newClock())
		countAllowed := func(n int, address func(i int) string) (allowed int) {
			for i := range n {
				if _, err := c.Take(t.Context(), limits.ByNetwork("rule", core.NetworkOf(address(i)), 2, time.Hour)...); err == nil {
					allowed++
				}
			}
			return allowed
		}
		for _, tc := range []struct {
			what    string
			address func(i int) string
			want    int
		}{
			{"one IPv4 address", func(int) string { return "192.0.2.1" }, 2},
			{"one /64", func(i int) string { return fmt.Sprintf("2001:db8:1:1::%x", i+1) }, 2},
			{"a /56", func(i int) string { return fmt.Sprintf("2001:db8:2:%x::1", i) }, 8},
			{"a /48", func(i int) string { return fmt.Sprintf("2001:db8:3:%x00::1", i) }, 32},
			{"many addresses", func(i int) string { return fmt.Sprintf("198.51.100.%d", i) }, 100},
		} {
			if got := countAllowed(100, tc.address); got != tc.want {
				t.Errorf("%s: %d taken, want %d", tc.what, got, tc.want)
			}
		}
	})
}

// TestRefusalNamesTheLongestWait: after the wait of the error, no limit is full.
func TestRefusalNamesTheLongestWait(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		c := newCounter(t, db, newClock())
		list := []limits.Limit{{Key: "a", N: 1, Period: time.Minute}, {Key: "a", N: 1, Period: time.Hour}, {Key: "b", N: 9, Period: 24 * time.Hour}}
		if _, err := c.Take(t.Context(), list...); err != nil {
			t.Fatal(err)
		}
		_, taken := c.Take(t.Context(), list...)
		for _, err := range []error{taken, c.Check(t.Context(), list...)} {
			if wait, full := limits.WaitOfFullError(err); !full || wait < time.Hour {
				t.Errorf("%v, wait %v", err, wait)
			}
		}
	})
}

// TestScheduledJobDeletesExpiredWindows: the count of a window is needed until the end
// of the next window.
func TestScheduledJobDeletesExpiredWindows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock, jobs := newClock(), new(recordedJob)
		c, err := limits.New(t.Context(), db, clock, jobs)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Take(t.Context(), hourlyLimit("a", 1)); err != nil {
			t.Fatal(err)
		}
		rowsAfterJob := func() (n int) {
			t.Helper()
			if err := jobs.fn(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := db.Reader().QueryRowContext(t.Context(), `SELECT count(*) FROM limit_counts`).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		clock.Advance(2*time.Hour - time.Millisecond)
		if n := rowsAfterJob(); n != 1 {
			t.Errorf("%d rows while the window counts, want 1", n)
		}
		clock.Advance(2 * time.Millisecond)
		if n := rowsAfterJob(); n != 0 {
			t.Errorf("%d rows after both windows, want 0", n)
		}
	})
}

// TestFullErrorHidesRestOfKey: the error of a full limit may be logged, so it must not
// contain the rest of the key.
func TestFullErrorHidesRestOfKey(t *testing.T) {
	err := &limits.FullError{Limit: hourlyLimit("sign-in ada@example.org", 5)}
	if got := err.Error(); got != "limits: sign-in allows 5 events in 1h0m0s" {
		t.Errorf("the error is %q", got)
	}
}

// TestKeysAreHashedWithTheSecretOfTheInstallation: two installations store different
// hashes for the same key.
func TestKeysAreHashedWithTheSecretOfTheInstallation(t *testing.T) {
	hash := func() (hash string) {
		db := dbtest.Open(t, dbtest.SQLite(t))
		if _, err := newCounter(t, db, newClock()).Take(t.Context(), hourlyLimit("login ada@example.org", 1)); err != nil {
			t.Fatal(err)
		}
		if err := db.Reader().QueryRowContext(t.Context(), `SELECT key_hash FROM limit_counts`).Scan(&hash); err != nil {
			t.Fatal(err)
		}
		return hash
	}
	if a, b := hash(), hash(); a == b {
		t.Errorf("two installations store %s", a)
	}
}
