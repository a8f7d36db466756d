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

// promptJudgingProvider is a Provider whose failures depend on the prompt.
type promptJudgingProvider struct {
	failureOf func(text string) *llm.Error

	mu      sync.Mutex
	prompts []string
}

func (j *promptJudgingProvider) Name() string { return "judge" }

func (j *promptJudgingProvider) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		text := req.Messages[len(req.Messages)-1].Content
		j.mu.Lock()
		j.prompts = append(j.prompts, text)
		j.mu.Unlock()
		if e := j.failureOf(text); e != nil {
			yield(llm.Delta{}, e)
			return
		}
		_ = yield(llm.Delta{Text: "yes"}, nil) && yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

// callCountWith returns the number of calls with a prompt.
func (j *promptJudgingProvider) callCountWith(text string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	n := 0
	for _, prompts := range j.prompts {
		if prompts == text {
			n++
		}
	}
	return n
}

// callAsUser makes a call for a user. ok reports whether there was an answer.
func callAsUser(t *testing.T, p llm.Provider, user int, text string) (ok bool) {
	t.Helper()
	req := llmtest.NewRequest(text)
	req.ConversationID = fmt.Sprintf("user%d_7", user)
	_, err := llmtest.Collect(t.Context(), p, req)
	return err == nil
}

func failOnPoison(text string) *llm.Error {
	if text == "poison" {
		return &llm.Error{Kind: llm.ErrOverloaded, Status: 500}
	}
	return nil
}

// One user who keeps sending a prompt on which the model fails does not affect
// other users.
func TestOneUserCannotOpenTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &promptJudgingProvider{failureOf: failOnPoison}
		p := llm.Failover([]llm.Provider{j}, optionsWithoutLogs)
		for n := range 60 {
			callAsUser(t, p, 0, "poison")
			if !callAsUser(t, p, 1+n%5, "good day") {
				t.Fatalf("after %d failing sends of another user, a send failed", n+1)
			}
		}
	})
}

// rule replies-breaker
func TestBreakerNeedsFailuresOfSeveralUsers(t *testing.T) {
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
				opts := optionsWithoutLogs
				opts.OnBreaker = func(_, state string) { states = append(states, state) }
				j := &promptJudgingProvider{failureOf: failOnPoison}
				p := llm.Failover([]llm.Provider{j}, opts)
				for range tt.sends {
					for user := range tt.good {
						callAsUser(t, p, 100+user, "good day")
					}
					for user := range tt.bad {
						callAsUser(t, p, user, "poison")
					}
				}
				if slices.Contains(states, "open") != tt.opens {
					t.Errorf("states %v", states)
				}
			})
		})
	}
}

// A failure that no prompt can cause opens the breaker even if it affects only one
// user.
func TestUnreachableServerOpensBreakerForOneUser(t *testing.T) {
	for name, failure := range map[string]llm.Error{
		"refused":   {Kind: llm.ErrNetwork, IsUnreachable: true},
		"wrong key": {Kind: llm.ErrAuth, Status: 401},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j := &promptJudgingProvider{failureOf: func(string) *llm.Error { e := failure; return &e }}
				p := llm.Failover([]llm.Provider{j}, optionsWithoutLogs)
				for range 30 {
					callAsUser(t, p, 0, "good day")
				}
				if n := j.callCountWith("good day"); n != 10 {
					t.Errorf("%d calls reached the provider, want 10", n)
				}
			})
		})
	}
}

// The prompts that opened the breaker do not keep it open.
func TestProbeUsesItsOwnPrompt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &promptJudgingProvider{failureOf: failOnPoison}
		p := llm.Failover([]llm.Provider{j}, optionsWithoutLogs)
		for range 4 {
			for user := range 3 {
				callAsUser(t, p, user, "poison")
			}
		}
		if callAsUser(t, p, 9, "good day") {
			t.Fatal("the breaker did not open")
		}
		time.Sleep(5*time.Second + time.Millisecond)
		callsBefore := j.callCountWith("poison")
		callAsUser(t, p, 0, "poison")
		if got := j.callCountWith("Say hello."); got != 1 {
			t.Errorf("%d probes", got)
		}
		if got := j.callCountWith("poison") - callsBefore; got != 1 {
			t.Errorf("a prompt that had failed twice was tried %d times", got)
		}
		if !callAsUser(t, p, 9, "good day") {
			t.Error("a failing prompt kept the breaker open")
		}
	})
}

// A provider that is always slower than the next one opens its breaker.
func TestSlowProviderOpensItsBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slowProvider := &timedProvider{name: "one", steps: []timedStep{textStep(time.Hour, "one")}}
		fastProvider := &timedProvider{name: "two", steps: []timedStep{textStep(0, "two")}}
		p := llm.Failover([]llm.Provider{slowProvider, fastProvider}, optionsWithoutLogs)
		var wg sync.WaitGroup
		for user := range 12 {
			wg.Go(func() { callAsUser(t, p, user, "good day") })
		}
		wg.Wait()
		startTime := time.Now()
		if !callAsUser(t, p, 0, "good day") || time.Since(startTime) > 0 {
			t.Errorf("took %v", time.Since(startTime))
		}
	})
}
