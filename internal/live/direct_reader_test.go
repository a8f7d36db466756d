package live_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/live"
)

// openWithDeliver opens a reader of the log "a" and sets deliver.
func openWithDeliver(t testing.TB, log live.Logs, deliver func([]live.Event) bool) live.Reader {
	t.Helper()
	r := mustOpenReader(t, log, "a")
	r.(live.CallbackReader).SetDeliver(deliver)
	return r
}

func TestDeliveredEventsAreNotReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := live.NewMemoryLogs(live.Options{})
		w := mustCreate(t, log, "a")
		var deliveredTexts []string
		refusesDelivery := false
		r := openWithDeliver(t, log, func(events []live.Event) bool {
			if refusesDelivery {
				return false
			}
			for _, e := range events {
				deliveredTexts = append(deliveredTexts, fmt.Sprint(e.Seq, e.Name, string(e.Data)))
			}
			return true
		})
		defer r.Close()
		w.Append("", []byte("before anybody waits"))
		if len(deliveredTexts) != 0 {
			t.Errorf("%q was offered to a reader that does not wait", deliveredTexts)
		}
		if events, end, err := r.Next(t.Context(), 0, 0); len(events) != 1 || end || err != nil {
			t.Fatal(events, end, err)
		}
		go func() {
			synctest.Wait() // Next waits now
			w.Append("", []byte("one"))
			synctest.Wait()
			w.Append("x", []byte("two"))
			synctest.Wait()
			refusesDelivery = true
			w.Append("", []byte("three"))
			w.Append("", []byte("four"))
		}()
		events, end, err := r.Next(t.Context(), 1, time.Minute)
		if err != nil || end || len(events) == 0 || events[0].Seq != 4 || string(events[0].Data) != "three" {
			t.Errorf("refused: %v, %v, %v", events, end, err)
		}
		if want := "[2one 3xtwo]"; fmt.Sprint(deliveredTexts) != want {
			t.Errorf("taken: %v, want %s", deliveredTexts, want)
		}
		w.Close()
		if _, end, _ := r.Next(t.Context(), 5, time.Minute); !end {
			t.Error("a closed log does not end")
		}
	})
}

// Each event that the writer delivers to a waiting reader restarts the timeout of Next.
func TestDeliveryRestartsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := live.NewMemoryLogs(live.Options{})
		w := mustCreate(t, log, "a")
		defer w.Close()
		r := openWithDeliver(t, log, func([]live.Event) bool { return true })
		defer r.Close()
		go func() {
			for range 10 {
				time.Sleep(4 * time.Second)
				w.Append("", []byte("a piece"))
			}
		}()
		start := time.Now()
		events, end, err := r.Next(t.Context(), 0, 15*time.Second)
		if took := time.Since(start); len(events) > 0 || end || err != nil || took != 55*time.Second {
			t.Errorf("%v, %v, %v after %v, want nothing after 55 s", events, end, err, took)
		}
		w.Append("", []byte("late"))
		if events, _, err := r.Next(t.Context(), 10, time.Second); err != nil || len(events) != 1 || events[0].Seq != 11 {
			t.Errorf("afterwards: %v, %v", events, err)
		}
	})
}

func TestNoEventsAreDeliveredAfterNextReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := live.NewMemoryLogs(live.Options{})
		w := mustCreate(t, log, "a")
		defer w.Close()
		waitHasEnded := false
		r := openWithDeliver(t, log, func([]live.Event) bool {
			if waitHasEnded {
				t.Error("offered to a reader that does not wait")
			}
			return true
		})
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			synctest.Wait()
			cancel()
		}()
		if _, _, err := r.Next(ctx, 0, time.Hour); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		waitHasEnded = true
		w.Append("", []byte("a"))
		r.Close()
		w.Append("", []byte("b"))
	})
}

// Every event arrives once and in order. This holds for events that the writer delivers and for
// events that Next returns.
func TestEveryEventArrivesOnce(t *testing.T) {
	const readers, events = 5, 3000
	log := live.NewMemoryLogs(live.Options{})
	w := mustCreate(t, log, "a")
	var wg sync.WaitGroup
	for n := range readers {
		lastSeq := int64(0)
		checkEventsAreConsecutive := func(events []live.Event) {
			for _, e := range events {
				if e.Seq != lastSeq+1 || string(e.Data) != fmt.Sprint(e.Seq) {
					t.Errorf("reader %d: event %d, %q after %d", n, e.Seq, e.Data, lastSeq)
				}
				lastSeq = e.Seq
			}
		}
		r := openWithDeliver(t, log, func(events []live.Event) bool {
			if n > 0 && rand.IntN(n) > 0 {
				return false
			}
			checkEventsAreConsecutive(events)
			return true
		})
		wg.Go(func() {
			defer r.Close()
			for {
				list, end, err := r.Next(t.Context(), lastSeq, time.Millisecond)
				if err != nil {
					t.Error(err)
					return
				}
				checkEventsAreConsecutive(list)
				if end {
					break
				}
			}
			if lastSeq != events {
				t.Errorf("reader %d saw %d events", n, lastSeq)
			}
		})
	}
	for i := range events {
		if _, err := w.Append("", fmt.Append(nil, i+1)); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	wg.Wait()
}
