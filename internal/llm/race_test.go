package llm_test

import (
	"context"
	"errors"
	"iter"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
)

// timedProvider yields deltas after waits and respects its context. It records its calls
// and counts cancelled calls.
type timedProvider struct {
	name  string
	steps []timedStep

	mu             sync.Mutex
	calls          []llm.Request
	cancelledCount int
}

type timedStep struct {
	delay time.Duration
	delta llm.Delta
	err   error
}

func (p *timedProvider) Name() string { return p.name }

func (p *timedProvider) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		p.mu.Lock()
		p.calls = append(p.calls, req)
		p.mu.Unlock()
		for _, step := range p.steps {
			select {
			case <-time.After(step.delay):
			case <-ctx.Done():
				p.mu.Lock()
				p.cancelledCount++
				p.mu.Unlock()
				yield(llm.Delta{}, &llm.Error{Kind: llm.ErrNetwork, Provider: p.name, Cause: ctx.Err()})
				return
			}
			if !yield(step.delta, step.err) || step.err != nil {
				return
			}
		}
		yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

func (p *timedProvider) callCount() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.calls)
}

func textStep(after time.Duration, words string) timedStep {
	return timedStep{delay: after, delta: llm.Delta{Text: words}}
}

func reasoningStep(after time.Duration) timedStep {
	return timedStep{delay: after, delta: llm.Delta{Reasoning: "hm "}}
}

func failureStep(after time.Duration, kind llm.ErrorKind) timedStep {
	e := &llm.Error{Kind: kind}
	if kind == llm.ErrNetwork {
		e.Cause = context.DeadlineExceeded
	}
	return timedStep{delay: after, err: e}
}

// After the hedge delay the next provider is asked too. The first provider to yield
// text gives the whole answer; texts of two providers are never mixed. Rule replies-next-provider.
func TestHedging(t *testing.T) {
	const s = time.Second
	fastSteps := []timedStep{textStep(s, "two "), textStep(s, "more")}
	for name, tt := range map[string]struct {
		first, second []timedStep
		text          string
		kind          llm.ErrorKind
		after         time.Duration
		callCount     [2]int
		cancelled     [2]int
	}{
		"fast enough":                {[]timedStep{textStep(9*s, "one "), textStep(12*s, "more")}, fastSteps, "one more", "", 21 * s, [2]int{1, 0}, [2]int{0, 0}},
		"silent":                     {[]timedStep{textStep(time.Hour, "one")}, fastSteps, "two more", "", 12 * s, [2]int{1, 1}, [2]int{1, 0}},
		"late, but first":            {[]timedStep{textStep(10500*time.Millisecond, "one "), textStep(3*s, "more")}, fastSteps, "one more", "", 13500 * time.Millisecond, [2]int{1, 1}, [2]int{0, 1}},
		"reasoning is not silence":   {[]timedStep{reasoningStep(9 * s), reasoningStep(9 * s), textStep(9*s, "one")}, fastSteps, "one", "", 27 * s, [2]int{1, 0}, [2]int{0, 0}},
		"reasoning, then gives up":   {[]timedStep{reasoningStep(9 * s), failureStep(20*s, llm.ErrNetwork)}, fastSteps, "two more", "", 31 * s, [2]int{1, 1}, [2]int{0, 0}},
		"first gives up, second won": {[]timedStep{failureStep(15*s, llm.ErrNetwork)}, []timedStep{textStep(8*s, "two")}, "two", "", 18 * s, [2]int{1, 1}, [2]int{0, 0}},
		"second fails, first comes":  {[]timedStep{textStep(14*s, "one")}, []timedStep{failureStep(s, llm.ErrAuth)}, "one", "", 14 * s, [2]int{1, 1}, [2]int{0, 0}},
		"both are silent":            {[]timedStep{failureStep(15*s, llm.ErrNetwork)}, []timedStep{failureStep(15*s, llm.ErrNetwork)}, "", llm.ErrNetwork, 25 * s, [2]int{1, 1}, [2]int{0, 0}},
		"the request is at fault":    {[]timedStep{failureStep(s, llm.ErrContext)}, fastSteps, "", llm.ErrContext, s, [2]int{1, 0}, [2]int{0, 0}},
		"refused":                    {[]timedStep{failureStep(0, llm.ErrAuth)}, fastSteps, "two more", "", 2 * s, [2]int{1, 1}, [2]int{0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				one, two := &timedProvider{name: "one", steps: tt.first}, &timedProvider{name: "two", steps: tt.second}
				startTime := time.Now()
				a, err := llmtest.Collect(t.Context(), llm.Failover([]llm.Provider{one, two}, optionsWithoutLogs), llm.Request{})
				e, _ := errors.AsType[*llm.Error](err)
				if a.Text != tt.text || (e == nil) != (tt.kind == "") || e != nil && e.Kind != tt.kind {
					t.Errorf("text %q, error %v", a.Text, err)
				}
				if took := time.Since(startTime); took != tt.after {
					t.Errorf("took %v, want %v", took, tt.after)
				}
				if got := [2]int{one.callCount(), two.callCount()}; got != tt.callCount {
					t.Errorf("asked %v, want %v", got, tt.callCount)
				}
				if got := [2]int{one.cancelledCount, two.cancelledCount}; got != tt.cancelled {
					t.Errorf("cancelled %v, want %v", got, tt.cancelled)
				}
			})
		})
	}
}

func TestLeavingTheLoopEndsEveryProvider(t *testing.T) {
	for name, leave := range map[string]func(cancel context.CancelFunc) bool{
		"cancel": func(cancel context.CancelFunc) bool { cancel(); return true },
		"break":  func(context.CancelFunc) bool { return false },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				waitingStep := timedStep{delay: 12 * time.Second, delta: llm.Delta{WaitReason: llm.LoadingModel}}
				one := &timedProvider{name: "one", steps: []timedStep{waitingStep, textStep(time.Hour, "one")}}
				two := &timedProvider{name: "two", steps: []timedStep{textStep(time.Hour, "two")}}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var lastErr error
				for d, err := range llm.Failover([]llm.Provider{one, two}, optionsWithoutLogs).Stream(ctx, llm.Request{}) {
					lastErr = err
					if d.WaitReason != "" && !leave(cancel) {
						break
					}
				}
				if one.cancelledCount != 1 || two.cancelledCount != 1 || (name == "cancel") != errors.Is(lastErr, context.Canceled) {
					t.Errorf("cancelled %d and %d, ended with %v", one.cancelledCount, two.cancelledCount, lastErr)
				}
			})
		})
	}
}

// panickingProvider is a Provider that panics.
type panickingProvider struct{}

func (panickingProvider) Name() string { return "panics" }

func (panickingProvider) Stream(context.Context, llm.Request) iter.Seq2[llm.Delta, error] {
	return func(func(llm.Delta, error) bool) { panic("a bug") }
}

func TestPanicOfOneProviderLeavesTheOther(t *testing.T) {
	a, err := llmtest.Collect(t.Context(), llm.Failover([]llm.Provider{panickingProvider{}, fivePieceProvider{}}, optionsWithoutLogs), llm.Request{})
	if err != nil || a.Provider != "endless" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestTwoProvidersConform(t *testing.T) {
	llmtest.RunConformance(t, llmtest.NewRequest("a"), func(*testing.T) llm.Provider {
		providers := []llm.Provider{renamedProvider{fivePieceProvider{}, "a"}, renamedProvider{fivePieceProvider{}, "a"}}
		return renamedProvider{llm.Failover(providers, optionsWithoutLogs), "a"}
	})
}

// renamedProvider gives a Provider another name.
type renamedProvider struct {
	llm.Provider
	name string
}

func (n renamedProvider) Name() string { return n.name }
