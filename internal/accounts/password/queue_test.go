package password

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

// TestQueueBoundsParallelHashes: callers never hold more slots than the queue has.
func TestQueueBoundsParallelHashes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const slots = 3
		q := newQueue(slots)
		var inside, maxInside atomic.Int64
		var wg sync.WaitGroup
		for i := range 5 * slots {
			wg.Go(func() {
				release, err := q.Acquire(t.Context(), QueueKey{fmt.Sprint("n", i%4), i%2 == 0})
				if err != nil {
					t.Error(err)
					return
				}
				defer release()
				maxInside.Store(max(maxInside.Load(), inside.Add(1)))
				time.Sleep(100 * time.Millisecond) // fake time of synctest
				inside.Add(-1)
			})
		}
		wg.Wait()
		if maxInside.Load() != slots || q.freeSlotCount != slots {
			t.Errorf("%d held a slot at once, want %d; %d are free in the end", maxInside.Load(), slots, q.freeSlotCount)
		}
	})
}

// TestQueueRefusesAfterMaxWait: a caller that waits 1.5 seconds gets ErrBusy. A caller whose
// context ends leaves the queue. Rule limits-password-queue.
func TestQueueRefusesAfterMaxWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(0)
		start := time.Now()
		_, err := q.Acquire(t.Context(), QueueKey{})
		e, ok := errors.AsType[*core.Error](err)
		if !ok || e.Kind != core.Unavailable || e.RetryAfter <= 0 {
			t.Errorf("got %v, want busy with a time to wait", err)
		}
		if elapsed := time.Since(start); elapsed != 1500*time.Millisecond {
			t.Errorf("refused after %v, want 1.5s", elapsed)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := q.Acquire(ctx, QueueKey{}); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who left got %v", err)
		}
		if len(q.knownCallerLane)+len(q.otherCallerLane) != 0 {
			t.Error("a caller that left is still in the queue")
		}
	})
}

// networksInServedOrder takes the only slot, starts a waiting caller for each key, and releases the slot. It
// returns the networks of the callers in the order in which they got the slot.
func networksInServedOrder(t *testing.T, keys ...QueueKey) []string {
	t.Helper()
	var got []string
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		first, err := q.Acquire(t.Context(), QueueKey{})
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for _, key := range keys {
			wg.Go(func() {
				release, err := q.Acquire(t.Context(), key)
				if err != nil {
					t.Error(err)
					return
				}
				got = append(got, key.Network) // only the slot holder writes
				release()
			})
			synctest.Wait()
		}
		first()
		wg.Wait()
	})
	return got
}

// TestQueueAlternatesNetworks: a network with many calls does not delay others.
func TestQueueAlternatesNetworks(t *testing.T) {
	got := networksInServedOrder(t, QueueKey{Network: "flood"}, QueueKey{Network: "flood"}, QueueKey{Network: "flood"}, QueueKey{Network: "a"}, QueueKey{Network: "b"}, QueueKey{Network: "a"})
	if want := "[flood a b flood a flood]"; fmt.Sprint(got) != want {
		t.Errorf("the order is %v, want %s", got, want)
	}
}

// TestQueuePrefersKnownCallers: after three known callers in a row an unknown one
// gets the slot. Rule limits-password-queue.
func TestQueuePrefersKnownCallers(t *testing.T) {
	k := QueueKey{"known", true}
	n := QueueKey{"new", false}
	got := networksInServedOrder(t, n, n, n, k, k, k, k, k)
	if want := "[known known known new known known new new]"; fmt.Sprint(got) != want {
		t.Errorf("the order is %v, want %s", got, want)
	}
}

func TestQueueBoundsTheCallsOfANetwork(t *testing.T) {
	q := newQueue(0)
	for i := range maxQueuePerNetwork {
		if _, err := q.join(QueueKey{Network: "flood"}); err != nil {
			t.Fatalf("call %d: %v", i, err)
		}
	}
	if _, err := q.join(QueueKey{Network: "flood"}); !errors.Is(err, ErrBusy) {
		t.Errorf("one more got %v", err)
	}
	if _, err := q.join(QueueKey{Network: "other"}); err != nil {
		t.Errorf("another network: %v", err)
	}
}

// TestQueueReusesTheSlotOfACallerThatLeft: a caller whose context ends when it
// gets a slot does not keep the slot.
func TestQueueReusesTheSlotOfACallerThatLeft(t *testing.T) {
	q := newQueue(1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	cancelledCount := 0
	for range 200 { // the select statement in Acquire takes the slot or the end of ctx at random
		release, err := q.Acquire(ctx, QueueKey{})
		if err != nil {
			cancelledCount++
			continue
		}
		release()
	}
	if q.freeSlotCount != 1 || cancelledCount == 0 || cancelledCount == 200 {
		t.Errorf("%d slots are free after %d callers left, want 1", q.freeSlotCount, cancelledCount)
	}
}
