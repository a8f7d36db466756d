package accounts

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/core"
)

// TestHashesRunAtMostSoManyAtOnce counts who has a turn.
func TestHashesRunAtMostSoManyAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const turns = 3
		q := newQueue(turns)
		var inside, most atomic.Int64
		var wg sync.WaitGroup
		for i := range 5 * turns {
			wg.Go(func() {
				done, err := q.turn(t.Context(), place{fmt.Sprint("n", i%4), i%2 == 0})
				if err != nil {
					t.Error(err)
					return
				}
				defer done()
				most.Store(max(most.Load(), inside.Add(1)))
				time.Sleep(100 * time.Millisecond) // the bubble's clock: nobody waits for it
				inside.Add(-1)
			})
		}
		wg.Wait()
		if most.Load() != turns || q.free != turns {
			t.Errorf("%d had a turn at once, want %d; %d are free in the end", most.Load(), turns, q.free)
		}
	})
}

func TestAHashThatMustWaitTooLongIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(0)
		start := time.Now()
		_, err := q.turn(t.Context(), place{})
		e, ok := errors.AsType[*core.Error](err)
		if !ok || e.Kind != core.Unavailable || e.RetryAfter <= 0 {
			t.Errorf("got %v, want busy with a time to wait", err)
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("refused after %v, want 2s", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := q.turn(ctx, place{}); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who left got %v", err)
		}
		if len(q.known)+len(q.others) != 0 {
			t.Error("who left still has a place")
		}
	})
}

// order lets callers queue up behind a taken turn, then gives turns out one by
// one and returns whose they were.
func order(t *testing.T, places ...place) []string {
	t.Helper()
	var got []string
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		first, err := q.turn(t.Context(), place{})
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for _, p := range places {
			wg.Go(func() {
				done, err := q.turn(t.Context(), p)
				if err != nil {
					t.Error(err)
					return
				}
				got = append(got, p.network) // one at a time
				done()
			})
			synctest.Wait()
		}
		first()
		wg.Wait()
	})
	return got
}

// TestNetworksTakeTurns: whoever calls often waits behind its own calls, not
// others behind it.
func TestNetworksTakeTurns(t *testing.T) {
	got := order(t, place{network: "flood"}, place{network: "flood"}, place{network: "flood"}, place{network: "a"}, place{network: "b"}, place{network: "a"})
	if want := "[flood a b flood a flood]"; fmt.Sprint(got) != want {
		t.Errorf("the order is %v, want %s", got, want)
	}
}

// TestKnownPlacesGoFirst: they do, but now and then somebody new has a turn.
func TestKnownPlacesGoFirst(t *testing.T) {
	k := place{"known", true}
	n := place{"new", false}
	got := order(t, n, n, n, k, k, k, k, k)
	if want := "[known known known new known known new new]"; fmt.Sprint(got) != want {
		t.Errorf("the order is %v, want %s", got, want)
	}
}

func TestALineIsBounded(t *testing.T) {
	q := newQueue(0)
	for i := range queuePerNetwork {
		if _, err := q.join(place{network: "flood"}); err != nil {
			t.Fatalf("place %d: %v", i, err)
		}
	}
	if _, err := q.join(place{network: "flood"}); !errors.Is(err, errBusy) {
		t.Errorf("one more got %v", err)
	}
	if _, err := q.join(place{network: "other"}); err != nil {
		t.Errorf("another network: %v", err)
	}
}

// TestATurnThatComesTooLateIsPassedOn: a caller who leaves at the moment of its
// turn does not keep it.
func TestATurnThatComesTooLateIsPassedOn(t *testing.T) {
	q := newQueue(1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	left := 0
	for range 200 { // the free turn and the end of ctx are ready together: either is chosen
		done, err := q.turn(ctx, place{})
		if err != nil {
			left++
			continue
		}
		done()
	}
	if q.free != 1 || left == 0 || left == 200 {
		t.Errorf("%d turns are free after %d callers left, want 1", q.free, left)
	}
}

// TestOneIPv6LineIsOneLineOfTheQueue: the networks of a /48 do not take turns
// with others one by one.
func TestOneIPv6LineIsOneLineOfTheQueue(t *testing.T) {
	placeOf := func(address string) place { return try{from: Caller{Network: core.NetworkOf(address)}}.place() }
	if a, b := placeOf("2001:db8:1:1::1"), placeOf("2001:db8:1:ff00::1"); a != b {
		t.Errorf("two networks of a /48 wait in %v and %v", a, b)
	}
	if a, b := placeOf("2001:db8:1::1"), placeOf("2001:db8:2::1"); a == b {
		t.Errorf("two /48 wait in %v", a)
	}
}
