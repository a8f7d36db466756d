package llm_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
)

// newFullBalance returns a balance of one member whose slots are all taken by running calls.
func newFullBalance(ctx context.Context, slots int, callTime, maxQueueWait time.Duration) *llm.Balance {
	p := &slotProvider{name: "one", callTime: callTime}
	b := llm.NewBalance([]llm.Member{newMember(p, 1, slots)}, llm.BalanceOptions{FailoverOptions: optionsWithoutLogs, MaxQueueWait: maxQueueWait})
	for range slots {
		startCall(ctx, b, llm.FreeReply)
	}
	return b
}

// shownWait is an expected wait that a reader got, and the time at which the reader got it.
type shownWait struct {
	at          time.Duration
	waitSeconds int
}

func TestQueuedRequestTellsItsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newFullBalance(t.Context(), 1, 9300*time.Millisecond, time.Minute)
		startCall(t.Context(), b, llm.FreeReply)
		startCall(t.Context(), b, llm.FreeReply)
		startTime := time.Now()
		var waits []shownWait
		text := ""
		for d, err := range b.Stream(t.Context(), request(llm.FreeReply)) {
			if err != nil {
				t.Fatal(err)
			}
			if d.WaitReason == llm.Queued {
				waits = append(waits, shownWait{time.Since(startTime), d.WaitSeconds})
			}
			text += d.Text
		}
		// The request waits for three calls of 9.3 seconds. The expected wait is updated at each
		// full second, so a change comes up to a second after the end of a call.
		want := []shownWait{{0, 30}, {10 * time.Second, 20}, {19 * time.Second, 10}}
		if !slices.Equal(waits, want) || text != "one" || time.Since(startTime) != 37200*time.Millisecond {
			t.Errorf("waits %v, text %q after %v", waits, text, time.Since(startTime))
		}
		expectIdle(t, b)
	})
}

func TestLongQueueRefusesRequests(t *testing.T) {
	for name, tt := range map[string]struct {
		slots        int
		maxQueueWait time.Duration
		waiting      int // how many requests the queue must accept
	}{
		"expected wait": {4, 10 * time.Second, 4}, // a fifth request would wait 12.5 seconds: five calls of ten seconds in four slots
		"full":          {4, time.Hour, 64},
		"many slots":    {20, time.Hour, 80},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				b := newFullBalance(ctx, tt.slots, time.Hour, tt.maxQueueWait)
				for range tt.waiting {
					if answer := startCall(ctx, b, llm.FreeReply); len(answer) > 0 {
						t.Fatal(<-answer)
					}
				}
				_, err := llmtest.Collect(ctx, b, request(llm.FreeReply))
				e, _ := errors.AsType[*llm.Error](err)
				if e == nil || e.Kind != llm.ErrOverloaded || e.RetryAfter <= 0 || b.QueuedRequestCountByClass()["free"] != tt.waiting {
					t.Errorf("%v, queued %v", err, b.QueuedRequestCountByClass())
				}
				cancel()
				synctest.Wait()
				expectIdle(t, b)
			})
		})
	}
}

// A request does not stay in the queue for ever if the calls before it never end.
func TestQueuedRequestGivesUpAnEndlessWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		b := newFullBalance(ctx, 1, time.Hour, 15*time.Second)
		startTime := time.Now()
		_, err := llmtest.Collect(ctx, b, request(llm.FreeReply))
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrOverloaded || time.Since(startTime) > 32*time.Second {
			t.Errorf("%v after %v", err, time.Since(startTime))
		}
	})
}

func TestLeavingTheQueueFreesThePlace(t *testing.T) {
	for name, leave := range map[string]func(cancel context.CancelFunc) bool{
		"cancel": func(cancel context.CancelFunc) bool { cancel(); return true },
		"break":  func(context.CancelFunc) bool { return false },
		"panic":  func(context.CancelFunc) bool { panic("a bug of the reader") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newFullBalance(t.Context(), 1, 5*time.Second, time.Minute)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				func() {
					defer func() { _ = recover() }()
					for range b.Stream(ctx, request(llm.FreeReply)) {
						if !leave(cancel) {
							break
						}
					}
				}()
				if n := b.QueuedRequestCountByClass()["free"]; n != 0 {
					t.Errorf("%d requests wait", n)
				}
				time.Sleep(5 * time.Second)
				synctest.Wait()
				expectIdle(t, b)
			})
		})
	}
}

// If a reader leaves just after its request got the slot, the slot is released.
func TestLeavingWithASlotReleasesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newFullBalance(t.Context(), 1, 5*time.Second, time.Minute)
		for d := range b.Stream(t.Context(), request(llm.FreeReply)) {
			if d.WaitReason == llm.Queued {
				time.Sleep(6 * time.Second) // meanwhile the request gets the slot
				break
			}
		}
		expectIdle(t, b)
	})
}

// servedOrder returns the order in which requests of several classes get their answer. The balance
// has one slot, and each call takes a second.
func servedOrder(t *testing.T, arrivals string) (order string) {
	synctest.Test(t, func(t *testing.T) {
		b := newFullBalance(t.Context(), 1, time.Second, time.Hour)
		var mu sync.Mutex
		classByLetter := map[rune]llm.Class{'p': llm.PaidReply, 'f': llm.FreeReply, 'b': llm.Background}
		for _, letter := range arrivals {
			go func() {
				for d := range b.Stream(t.Context(), request(classByLetter[letter])) {
					if d.Text != "" {
						mu.Lock()
						order += string(letter)
						mu.Unlock()
					}
				}
			}()
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		expectIdle(t, b)
	})
	return order
}

func TestPaidRepliesGetMostSlots(t *testing.T) {
	for arrivals, want := range map[string]string{
		"fff":          "fff",
		"ffffpppp":     "pppfpfff",
		"pppppppff":    "pppfpppfp",
		"bbfp":         "pfbb",
		"bfbfbf":       "fffbbb",
		"ppffppffppff": "pppfpppfffff",
	} {
		if got := servedOrder(t, arrivals); got != want {
			t.Errorf("%s was served as %s, want %s", arrivals, got, want)
		}
	}
}

// A request with a deadline does not wait beyond it.
func TestBackgroundRequestKeepsToItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newFullBalance(t.Context(), 1, 20*time.Second, time.Minute)
		ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
		defer cancel()
		startTime := time.Now()
		_, err := llmtest.Collect(ctx, b, request(llm.Background))
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrOverloaded || time.Since(startTime) != 0 {
			t.Errorf("%v after %v", err, time.Since(startTime))
		}
	})
}

func TestWaitsAndRefusalsAreReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type report struct {
			class   llm.Class
			waited  time.Duration
			refused bool
		}
		var mu sync.Mutex
		var reports []report
		opts := llm.BalanceOptions{FailoverOptions: optionsWithoutLogs, MaxQueueWait: 10 * time.Second}
		opts.OnWait = func(class llm.Class, waited time.Duration, refused bool) {
			mu.Lock()
			defer mu.Unlock()
			reports = append(reports, report{class, waited, refused})
		}
		b := llm.NewBalance([]llm.Member{newMember(&slotProvider{name: "one", callTime: 3 * time.Second}, 1, 1)}, opts)
		startCall(t.Context(), b, llm.FreeReply)
		startCall(t.Context(), b, llm.PaidReply)
		startCall(t.Context(), b, llm.Background)
		time.Sleep(10 * time.Second)
		mu.Lock()
		defer mu.Unlock()
		want := []report{{llm.FreeReply, 0, false}, {llm.Background, 0, true}, {llm.PaidReply, 3 * time.Second, false}}
		if !slices.Equal(reports, want) {
			t.Errorf("%v", reports)
		}
	})
}
