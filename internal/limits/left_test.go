package limits_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// Random events are counted over at most 45 hours. Then Take allows exactly Allowance.EventsLeft
// events. Allowance.NextIncreaseAt is the first time at which Take allows more events.
func TestLeftIsWhatTakeAllows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, 7))
			clock := newClock()
			c := newCounter(t, db, clock)
			l := limits.Limit{Key: "send " + string(rune('a'+seed)), N: 1 + random.IntN(40), Period: 24 * time.Hour}
			if room, err := c.Left(t.Context(), l); err != nil || room != (limits.Allowance{EventsLeft: l.N}) {
				t.Fatalf("unused: %+v, %v", room, err)
			}
			for range 30 {
				clock.Advance(time.Duration(random.IntN(90)) * time.Minute)
				_, _ = c.Take(t.Context(), l) // may be full
			}
			allowance, err := c.Left(t.Context(), l)
			if err != nil || allowance.EventsLeft == l.N {
				t.Fatalf("%+v, %v", allowance, err)
			}
			now := clock.Now()
			eventsLeftAt := func(at time.Time) int {
				clock.Set(at)
				r, err := c.Left(t.Context(), l)
				if err != nil {
					t.Fatal(err)
				}
				return r.EventsLeft
			}
			if before, after := eventsLeftAt(allowance.NextIncreaseAt.Add(-5*time.Millisecond)), eventsLeftAt(allowance.NextIncreaseAt); before != allowance.EventsLeft || after <= allowance.EventsLeft {
				t.Errorf("of %d, %d are left; just before %s it is %d, then %d", l.N, allowance.EventsLeft, allowance.NextIncreaseAt, before, after)
			}
			clock.Set(now)
			for i := range allowance.EventsLeft + 1 {
				if _, err := c.Take(t.Context(), l); (err == nil) != (i < allowance.EventsLeft) {
					t.Errorf("of %d, %d are left, and take %d: %v", l.N, allowance.EventsLeft, i+1, err)
				}
			}
		}
	})
}
