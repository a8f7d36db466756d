package llm_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
)

// judge is a Provider that fails on what is asked, by rule.
type judge struct {
	fails func(text string) *llm.Error

	mu    sync.Mutex
	asked []string
}

func (j *judge) Name() string { return "judge" }

func (j *judge) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		text := req.Messages[len(req.Messages)-1].Content
		j.mu.Lock()
		j.asked = append(j.asked, text)
		j.mu.Unlock()
		if e := j.fails(text); e != nil {
			yield(llm.Delta{}, e)
			return
		}
		_ = yield(llm.Delta{Text: "yes"}, nil) && yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

func (j *judge) heard(text string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	n := 0
	for _, one := range j.asked {
		if one == text {
			n++
		}
	}
	return n
}

// sends is one user's send; ok reports whether there was an answer.
func sends(t *testing.T, p llm.Provider, user int, text string) (ok bool) {
	t.Helper()
	req := llmtest.Ask(text)
	req.Chat = fmt.Sprintf("user%d_7", user)
	_, err := llmtest.Collect(t.Context(), p, req)
	return err == nil
}

func onPoison(text string) *llm.Error {
	if text == "poison" {
		return &llm.Error{Kind: llm.ErrOverloaded, Status: 500}
	}
	return nil
}

// One user, with a prompt on which the model fails, sent as often as he can:
// nobody else notices.
func TestOneUserCannotOpenTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &judge{fails: onPoison}
		p := llm.Failover([]llm.Provider{j}, quietly)
		for n := range 60 {
			sends(t, p, 0, "poison")
			if !sends(t, p, 1+n%5, "good day") {
				t.Fatalf("after %d failing sends of another user, a send failed", n+1)
			}
		}
	})
}

func TestBreakerOpensOnAShareOfSeveralUsers(t *testing.T) {
	for name, tt := range map[string]struct {
		bad, good int // users
		sends     int // of each
		opens     bool
	}{
		"two users":                {2, 0, 20, false},
		"three users":              {3, 0, 4, true},
		"ten users, one send each": {10, 0, 1, true},
		"three of forty users":     {3, 37, 4, false},
		"twelve of twenty":         {12, 8, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var states []string
				opts := quietly
				opts.OnBreaker = func(_, state string) { states = append(states, state) }
				j := &judge{fails: onPoison}
				p := llm.Failover([]llm.Provider{j}, opts)
				for range tt.sends {
					for user := range tt.good {
						sends(t, p, 100+user, "good day")
					}
					for user := range tt.bad {
						sends(t, p, user, "poison")
					}
				}
				if slices.Contains(states, "open") != tt.opens {
					t.Errorf("states %v", states)
				}
			})
		})
	}
}

// With one user on the whole server, what no prompt can cause still opens it.
func TestBreakerOpensForOneUserWhenTheServerIsAway(t *testing.T) {
	for name, failure := range map[string]llm.Error{
		"refused":   {Kind: llm.ErrNetwork, Unreachable: true},
		"wrong key": {Kind: llm.ErrAuth, Status: 401},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j := &judge{fails: func(string) *llm.Error { e := failure; return &e }}
				p := llm.Failover([]llm.Provider{j}, quietly)
				for range 30 {
					sends(t, p, 0, "good day")
				}
				if n := j.heard("good day"); n != 10 {
					t.Errorf("%d calls reached the provider, want 10", n)
				}
			})
		})
	}
}

// The probe is ours: the prompts that opened the breaker do not keep it open.
func TestProbesUseAPromptOfTheirOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &judge{fails: onPoison}
		p := llm.Failover([]llm.Provider{j}, quietly)
		for range 4 {
			for user := range 3 {
				sends(t, p, user, "poison")
			}
		}
		if sends(t, p, 9, "good day") {
			t.Fatal("the breaker did not open")
		}
		time.Sleep(5*time.Second + time.Millisecond)
		before := j.heard("poison")
		sends(t, p, 0, "poison")
		if got := j.heard("Say hello."); got != 1 {
			t.Errorf("%d probes", got)
		}
		if got := j.heard("poison") - before; got != 1 {
			t.Errorf("a prompt that had failed twice was tried %d times", got)
		}
		if !sends(t, p, 9, "good day") {
			t.Error("a failing prompt kept the breaker open")
		}
	})
}

// A provider that is always overtaken by the next one is asked no more.
func TestAlwaysSlowProviderRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := &timed{name: "one", steps: []timedStep{text(time.Hour, "one")}}
		two := &timed{name: "two", steps: []timedStep{text(0, "two")}}
		p := llm.Failover([]llm.Provider{one, two}, quietly)
		var wg sync.WaitGroup
		for user := range 12 {
			wg.Go(func() { sends(t, p, user, "good day") })
		}
		wg.Wait()
		begun := time.Now()
		if !sends(t, p, 0, "good day") || time.Since(begun) > 0 {
			t.Errorf("took %v", time.Since(begun))
		}
	})
}
