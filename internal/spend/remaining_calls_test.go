package spend_test

import (
	"testing"
	"time"

	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// RemainingCalls returns the number of reservations that the user's own cap allows. The cap of all
// users does not lower this number. When the cap of all users is reached, RemainingCalls returns 0.
// While the cap of all users allows calls, a user without a cap of their own has no limit.
func TestRemainingCallsAreWhatReserveAllows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := newClock()
		estimate, midnight := spend.Cost{InputTokens: 80, OutputTokens: 20}, time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)
		want := func(l *spend.Ledger, user string, room spend.Allowance, capped bool) {
			t.Helper()
			got, isCapped, err := l.RemainingCalls(t.Context(), user, "192.0.2.7", estimate)
			if err != nil || isCapped != capped || capped && (got.RemainingCallCount != room.RemainingCallCount || got.DailyCallCount != room.DailyCallCount || !got.EndsAt.Equal(midnight)) {
				t.Errorf("%+v, %t, %v, want %+v, %t", got, isCapped, err, room, capped)
			}
		}
		want(newLedger(t, db, clock, spend.Options{}), "ada", spend.Allowance{}, false)
		want(newLedger(t, db, clock, spend.Options{TotalTokenCap: 700}), "ada", spend.Allowance{}, false)
		l := newLedger(t, db, clock, spend.Options{UserTokenCap: 750, TotalTokenCap: 1100})
		want(l, "ada", spend.Allowance{RemainingCallCount: 7, DailyCallCount: 7}, true)
		for range 3 {
			if _, err := reserve(t, db, l, "ada", "192.0.2.7", estimate); err != nil {
				t.Fatal(err)
			}
		}
		want(l, "ada", spend.Allowance{RemainingCallCount: 4, DailyCallCount: 7}, true)
		for i := 4; i > 0; i-- {
			want(l, "ada", spend.Allowance{RemainingCallCount: i, DailyCallCount: 7}, true)
			if _, err := reserve(t, db, l, "ada", "192.0.2.7", estimate); err != nil {
				t.Fatal(err)
			}
		}
		want(l, "ada", spend.Allowance{DailyCallCount: 7}, true)
		want(l, "bo", spend.Allowance{RemainingCallCount: 7, DailyCallCount: 7}, true) // the cap of all users allows 4, but does not lower a user's number
		for range 4 {
			if _, err := reserve(t, db, l, "bo", "192.0.2.7", estimate); err != nil {
				t.Fatal(err)
			}
		}
		want(l, "bo", spend.Allowance{DailyCallCount: 7}, true)
		want(newLedger(t, db, clock, spend.Options{TotalTokenCap: 1100}), "bo", spend.Allowance{}, true)
	})
}

// TestTodaysTokensAndMoneyAreThoseCounted: the metrics show what the caps of all users together have counted
// today.
// rule operations-metrics
func TestTodaysTokensAndMoneyAreThoseCounted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := newClock()
		l := newLedger(t, db, clock, spend.Options{TotalTokenCap: 1000, TotalMoneyCap: 100, InputPrice: 2, OutputPrice: 4})
		if _, err := reserve(t, db, l, "ada", "192.0.2.7", spend.Cost{InputTokens: 300, OutputTokens: 100}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []struct {
			tokens int64
			money  float64
		}{{400, 0.001}, {0, 0}} {
			tokens, err := l.TokensToday(t.Context())
			money, errMoney := l.MoneyToday(t.Context())
			if err != nil || errMoney != nil || tokens != want.tokens || money != want.money {
				t.Errorf("%d tokens, %v money, %v, %v, want %+v", tokens, money, err, errMoney, want)
			}
			clock.Advance(24 * time.Hour)
		}
	})
}
