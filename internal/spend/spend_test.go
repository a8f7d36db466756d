package spend_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func newClock() *clocktest.Clock {
	return clocktest.At(time.Date(2026, 3, 14, 18, 30, 0, 0, time.UTC))
}

// fakeJobs records the function that a Ledger schedules, so that tests can call it.
type fakeJobs struct{ fn func(context.Context) error }

func (u *fakeJobs) Every(_ string, _ time.Duration, fn func(context.Context) error) { u.fn = fn }

func newLedger(t *testing.T, db *storage.DB, clock *clocktest.Clock, o spend.Options) *spend.Ledger {
	t.Helper()
	l, err := spend.New(t.Context(), db, clock, o, new(fakeJobs))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// reserve calls Reserve in a transaction of its own.
func reserve(t *testing.T, db *storage.DB, l *spend.Ledger, user, network string, estimate spend.Cost) (r spend.Reservation, err error) {
	err = db.Write(t.Context(), func(tx storage.Querier) error {
		r, err = l.Reserve(t.Context(), tx, user, network, estimate)
		return err
	})
	return r, err
}

func settle(t *testing.T, db *storage.DB, l *spend.Ledger, r spend.Reservation, actual spend.Cost) error {
	return db.Write(t.Context(), func(tx storage.Querier) error { return l.Settle(t.Context(), tx, r, actual) })
}

func charge(t *testing.T, db *storage.DB, l *spend.Ledger, r spend.Reservation, actual spend.Cost) error {
	return db.Write(t.Context(), func(tx storage.Querier) error {
		return l.Charge(t.Context(), tx, spend.Charge{Reservation: r, Cost: actual})
	})
}

// largestSums returns the largest tokens and the largest money of any row of the ledger.
func largestSums(t *testing.T, db *storage.DB) (tokens, money int64) {
	t.Helper()
	row := db.Reader().QueryRowContext(t.Context(), `SELECT COALESCE(max(tokens), 0), COALESCE(max(money), 0) FROM model_spend`)
	if err := row.Scan(&tokens, &money); err != nil {
		t.Fatal(err)
	}
	return tokens, money
}

// Two ledgers stand for two processes: they share only the database.
// rule limits-spending
func TestParallelReservationsDoNotExceedACap(t *testing.T) {
	for name, o := range map[string]spend.Options{
		"user":    {UserTokenCap: 700},
		"network": {NetworkTokenCap: 700},
		"total":   {TotalTokenCap: 700},
		"money":   {TotalMoneyCap: 0.0007, InputPrice: 1, OutputPrice: 1},
		"each":    {UserTokenCap: 100_000, NetworkTokenCap: 50_000, TotalTokenCap: 700, TotalMoneyCap: 1, InputPrice: 1, OutputPrice: 1},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *storage.DB) {
				clock := newClock()
				ledgers := []*spend.Ledger{newLedger(t, db, clock, o), newLedger(t, db, clock, o)}
				var taken, refused atomic.Int64
				var wg sync.WaitGroup
				for i := range 200 {
					wg.Go(func() {
						_, err := reserve(t, db, ledgers[i%2], "ada", "192.0.2.7", spend.Cost{InputTokens: 80, OutputTokens: 20})
						switch {
						case err == nil:
							taken.Add(1)
						case spend.AsCapReachedError(err) != nil:
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
				if tokens, _ := largestSums(t, db); tokens != 700 {
					t.Errorf("the ledger has %d tokens", tokens)
				}
			})
		})
	}
}

// TestParallelSettlementsAddUp: after parallel reservations and settlements the
// ledger has the sum of the actual costs.
func TestParallelSettlementsAddUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		o := spend.Options{UserTokenCap: 1 << 40, NetworkTokenCap: 1 << 40, TotalTokenCap: 1 << 40, InputPrice: 0.5, OutputPrice: 2}
		ledgers := []*spend.Ledger{newLedger(t, db, newClock(), o), newLedger(t, db, newClock(), o)}
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				l := ledgers[i%2]
				r, err := reserve(t, db, l, fmt.Sprint("user", i%20), "192.0.2.7", spend.Cost{InputTokens: 8000, OutputTokens: 700})
				if err != nil {
					t.Error(err)
					return
				}
				if err := settle(t, db, l, r, spend.Cost{InputTokens: 300, OutputTokens: 50}); err != nil {
					t.Error(err)
				}
				if err := charge(t, db, l, r, spend.Cost{InputTokens: 40, OutputTokens: 10}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		tokens, money := largestSums(t, db)
		if tokens != 200*400 || money != 200*(150+100+20+20) {
			t.Errorf("%d tokens and %d millionths", tokens, money)
		}
	})
}

func TestCapStartsAfreshAtMidnight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := newClock()
		l := newLedger(t, db, clock, spend.Options{UserTokenCap: 100})
		halfOfCap := spend.Cost{InputTokens: 50}
		// The reservation is never settled, as after a kill of the process.
		for range 2 {
			if _, err := reserve(t, db, l, "ada", "", halfOfCap); err != nil {
				t.Fatal(err)
			}
		}
		_, err := reserve(t, db, l, "ada", "", halfOfCap)
		e := spend.AsCapReachedError(err)
		if e == nil || e.Scope != spend.ScopeUser || e.WaitTime != 5*time.Hour+30*time.Minute {
			t.Fatalf("%+v, %v", e, err)
		}
		if _, err := reserve(t, db, l, "bo", "", halfOfCap); err != nil {
			t.Errorf("another user: %v", err)
		}
		if _, err := reserve(t, db, newLedger(t, db, clock, spend.Options{UserTokenCap: 100}), "ada", "", halfOfCap); err == nil {
			t.Error("a new process starts at zero")
		}
		clock.Advance(e.WaitTime - time.Minute)
		if _, err := reserve(t, db, l, "ada", "", halfOfCap); err == nil {
			t.Error("a call is allowed a minute early")
		}
		clock.Advance(time.Minute)
		if _, err := reserve(t, db, l, "ada", "", halfOfCap); err != nil {
			t.Errorf("on the next day: %v", err)
		}
	})
}

// TestSettlementCountsOnTheDayOfReservation: a call is settled on the day of its reservation.
func TestSettlementCountsOnTheDayOfReservation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := newClock()
		l := newLedger(t, db, clock, spend.Options{UserTokenCap: 100})
		first, err := reserve(t, db, l, "ada", "", spend.Cost{InputTokens: 100})
		if err != nil {
			t.Fatal(err)
		}
		clock.Advance(6 * time.Hour)
		if _, err := reserve(t, db, l, "ada", "", spend.Cost{InputTokens: 70}); err != nil {
			t.Fatalf("on the new day: %v", err)
		}
		if err := settle(t, db, l, first, spend.Cost{InputTokens: 10}); err != nil {
			t.Fatal(err)
		}
		tokensByDay, err := storage.QueryAll(t.Context(), db.Reader(), func(r storage.Row) (tokens int64, err error) {
			return tokens, r.Scan(&tokens)
		}, `SELECT tokens FROM model_spend ORDER BY day`)
		if err != nil || fmt.Sprint(tokensByDay) != "[10 70]" {
			t.Errorf("the days have %v tokens, %v; want 10 and 70", tokensByDay, err)
		}
	})
}

// Check finds a reached cap without a transaction, and reserves nothing.
func TestCheckReservesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{UserTokenCap: 1000, TotalTokenCap: 100})
		for range 3 {
			if err := l.Check(t.Context(), "ada", "", spend.Cost{InputTokens: 100}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := reserve(t, db, l, "ada", "", spend.Cost{InputTokens: 60}); err != nil {
			t.Fatal(err)
		}
		if err := l.Check(t.Context(), "bo", "", spend.Cost{InputTokens: 41}); spend.AsCapReachedError(err) == nil || spend.AsCapReachedError(err).Scope != spend.ScopeEveryone {
			t.Errorf("with 40 tokens left: %v", err)
		}
		if err := l.Check(t.Context(), "bo", "", spend.Cost{InputTokens: 40}); err != nil {
			t.Error(err)
		}
	})
}

// Transactions that charge for many users in opposite orders do not deadlock.
func TestParallelChargesOfManyUsersDoNotDeadlock(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{UserTokenCap: 1 << 40, TotalTokenCap: 1 << 40})
		var charges []spend.Charge
		for i := range 20 {
			r, err := reserve(t, db, l, fmt.Sprint("user", i), "", spend.Cost{})
			if err != nil {
				t.Fatal(err)
			}
			charges = append(charges, spend.Charge{Reservation: r, Cost: spend.Cost{InputTokens: 1}})
		}
		reversedCharges := slices.Clone(charges)
		slices.Reverse(reversedCharges)
		var wg sync.WaitGroup
		for i := range 40 {
			list := charges
			if i%2 == 1 {
				list = reversedCharges
			}
			wg.Go(func() {
				if err := db.Write(t.Context(), func(tx storage.Querier) error { return l.Charge(t.Context(), tx, list...) }); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if tokens, _ := largestSums(t, db); tokens != 40*20 {
			t.Errorf("%d tokens are counted, want %d", tokens, 40*20)
		}
	})
}

func TestRefusedReservationCountsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{UserTokenCap: 1000, NetworkTokenCap: 1000, TotalTokenCap: 100})
		for range 3 {
			if _, err := reserve(t, db, l, "ada", "192.0.2.7", spend.Cost{InputTokens: 101}); spend.AsCapReachedError(err) == nil || spend.AsCapReachedError(err).Scope != spend.ScopeEveryone {
				t.Fatal(err)
			}
		}
		if tokens, _ := largestSums(t, db); tokens != 0 {
			t.Errorf("%d tokens were counted", tokens)
		}
	})
}

// rule limits-spending
func TestIsLowBelowAFifth(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{UserTokenCap: 1000, TotalTokenCap: 1 << 40})
		r, err := reserve(t, db, l, "ada", "", spend.Cost{InputTokens: 800})
		if err != nil {
			t.Fatal(err)
		}
		if low, err := l.IsCapNearlySpent(t.Context(), r); low || err != nil {
			t.Errorf("a fifth is left: %v, %v", low, err)
		}
		if err := charge(t, db, l, r, spend.Cost{OutputTokens: 1}); err != nil {
			t.Fatal(err)
		}
		if low, err := l.IsCapNearlySpent(t.Context(), r); !low || err != nil {
			t.Errorf("less than a fifth is left: %v, %v", low, err)
		}
	})
}

func TestWithoutCapsNothingIsCounted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{InputPrice: 3})
		r, err := reserve(t, db, l, "ada", "192.0.2.7", spend.Cost{InputTokens: 1 << 40})
		if err != nil {
			t.Fatal(err)
		}
		isCapNearlySpent, err := l.IsCapNearlySpent(t.Context(), r)
		if err != nil || isCapNearlySpent || settle(t, db, l, r, spend.Cost{}) != nil {
			t.Errorf("low %v, %v", isCapNearlySpent, err)
		}
		if tokens, _ := largestSums(t, db); tokens != 0 {
			t.Errorf("%d tokens were counted", tokens)
		}
	})
}

func TestPastDaysAreDeletedAndKeysAreHashes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock, jobs := newClock(), new(fakeJobs)
		l, err := spend.New(t.Context(), db, clock, spend.Options{UserTokenCap: 100}, jobs)
		if err != nil {
			t.Fatal(err)
		}
		countRows := func(where string) (n int) {
			if err := db.Reader().QueryRowContext(t.Context(), `SELECT count(*) FROM model_spend WHERE `+where).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		for range 40 {
			if _, err := reserve(t, db, l, "ada", "", spend.Cost{InputTokens: 1}); err != nil {
				t.Fatal(err)
			}
			clock.Advance(24 * time.Hour)
		}
		if err := jobs.fn(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := countRows("1 = 1"); n != 35 {
			t.Errorf("%d days are kept", n)
		}
		if n := countRows("length(key_hash) <> 32"); n != 0 {
			t.Errorf("%d keys are no hash", n)
		}
	})
}

// TestIsCapNearlySpentCoversMoney: IsCapNearlySpent covers the cap of money too.
func TestIsCapNearlySpentCoversMoney(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{TotalMoneyCap: 0.001, InputPrice: 1})
		r, err := reserve(t, db, l, "ada", "", spend.Cost{InputTokens: 800})
		if err != nil {
			t.Fatal(err)
		}
		if low, err := l.IsCapNearlySpent(t.Context(), r); low || err != nil {
			t.Errorf("a fifth is left: %v, %v", low, err)
		}
		if err := charge(t, db, l, r, spend.Cost{InputTokens: 1}); err != nil {
			t.Fatal(err)
		}
		if low, err := l.IsCapNearlySpent(t.Context(), r); !low || err != nil {
			t.Errorf("less than a fifth is left: %v, %v", low, err)
		}
	})
}

// TestMoneyIsRoundedUp: a call that costs less than a millionth of the currency unit counts as one
// millionth.
func TestMoneyIsRoundedUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{TotalMoneyCap: 1, InputPrice: 0.1, OutputPrice: 0.2})
		for range 3 {
			if _, err := reserve(t, db, l, "ada", "", spend.Cost{InputTokens: 1, OutputTokens: 1}); err != nil {
				t.Fatal(err)
			}
		}
		if _, money := largestSums(t, db); money != 3 {
			t.Errorf("%d millionths are counted, want 3", money)
		}
	})
}

// TestScopesHaveSeparateRows: a user and a network with the same name do not share
// a row.
func TestScopesHaveSeparateRows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{UserTokenCap: 100, NetworkTokenCap: 100})
		if _, err := reserve(t, db, l, "same", "same", spend.Cost{InputTokens: 100}); err != nil {
			t.Error(err)
		}
	})
}

// A reservation covers costs up to the reserved cost. Without caps it covers every cost.
func TestReservationCoversUpToItsCost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{UserTokenCap: 1000})
		r, err := reserve(t, db, l, "ada", "", spend.Cost{InputTokens: 100, OutputTokens: 50})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Covers(spend.Cost{InputTokens: 100, OutputTokens: 50}) || r.Covers(spend.Cost{InputTokens: 101}) || r.Covers(spend.Cost{OutputTokens: 51}) {
			t.Error("it covers another cost than the reserved one")
		}
		if !(spend.Reservation{}).Covers(spend.Cost{InputTokens: 1 << 40}) {
			t.Error("without caps a cost is not covered")
		}
	})
}
