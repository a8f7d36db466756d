package llm_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
)

// scriptedCall is the result of one call of a scripted provider: some deltas, then an error unless
// err is nil.
type scriptedCall struct {
	deltas []llm.Delta
	err    error
}

// scriptedProvider is a Provider that plays one of its steps at each call. After the last step it
// repeats this step.
type scriptedProvider struct {
	name          string
	steps         []scriptedCall
	calls         int
	contextTokens int
}

func (s *scriptedProvider) Name() string       { return s.name }
func (s *scriptedProvider) ContextTokens() int { return s.contextTokens }

func (s *scriptedProvider) Stream(ctx context.Context, _ llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		now := s.steps[min(s.calls, len(s.steps)-1)]
		s.calls++
		if ctx.Err() != nil {
			yield(llm.Delta{}, &llm.Error{Kind: llm.ErrNetwork, Cause: ctx.Err()})
			return
		}
		for _, d := range now.deltas {
			if !yield(d, nil) {
				return
			}
		}
		if now.err != nil {
			yield(llm.Delta{}, now.err)
		}
	}
}

func failingCall(kind llm.ErrorKind) scriptedCall {
	return scriptedCall{err: &llm.Error{Kind: kind, Provider: "x"}}
}

func answeringCall(texts ...string) scriptedCall {
	var s scriptedCall
	for _, text := range texts {
		s.deltas = append(s.deltas, llm.Delta{Text: text})
	}
	s.deltas = append(s.deltas, llm.Delta{Finish: llm.FinishStop})
	return s
}

var optionsWithoutLogs = llm.FailoverOptions{Logger: slog.New(slog.DiscardHandler)}

// rule replies-next-provider
func TestFailoverAsksTheNextProvider(t *testing.T) {
	rateLimitedStep := func(d time.Duration) scriptedCall {
		return scriptedCall{err: &llm.Error{Kind: llm.ErrRate, RetryAfter: d}}
	}
	timeoutStep := scriptedCall{err: &llm.Error{Kind: llm.ErrNetwork, Cause: context.DeadlineExceeded}}
	midwayFailureStep := scriptedCall{[]llm.Delta{{Text: "half "}}, &llm.Error{Kind: llm.ErrTruncated}}
	blankFailureStep := scriptedCall{[]llm.Delta{{Text: " \n"}}, &llm.Error{Kind: llm.ErrTruncated}}
	reasoningFailureStep := scriptedCall{[]llm.Delta{{Reasoning: "hm "}}, &llm.Error{Kind: llm.ErrOverloaded}}
	for name, tt := range map[string]struct {
		first  []scriptedCall
		text   string
		kind   llm.ErrorKind // expected error
		calls  [2]int
		within time.Duration
	}{
		"answers":                      {[]scriptedCall{answeringCall("a", "b")}, "ab", "", [2]int{1, 0}, 0},
		"second try":                   {[]scriptedCall{failingCall(llm.ErrOverloaded), answeringCall("a")}, "a", "", [2]int{2, 0}, 400 * time.Millisecond},
		"network, twice":               {[]scriptedCall{failingCall(llm.ErrNetwork)}, "two", "", [2]int{2, 1}, 400 * time.Millisecond},
		"cut before any text":          {[]scriptedCall{failingCall(llm.ErrTruncated), answeringCall("a")}, "a", "", [2]int{2, 0}, 400 * time.Millisecond},
		"cut after white space":        {[]scriptedCall{blankFailureStep, answeringCall("a")}, "a", "", [2]int{2, 0}, 400 * time.Millisecond},
		"fails after reasoning":        {[]scriptedCall{reasoningFailureStep, answeringCall("a")}, "a", "", [2]int{2, 0}, 400 * time.Millisecond},
		"asks to wait":                 {[]scriptedCall{rateLimitedStep(3 * time.Second), answeringCall("a")}, "a", "", [2]int{2, 0}, 3 * time.Second},
		"asks to wait for long":        {[]scriptedCall{rateLimitedStep(6 * time.Second), answeringCall("a")}, "two", "", [2]int{1, 1}, 0},
		"let its time pass":            {[]scriptedCall{timeoutStep, answeringCall("a")}, "two", "", [2]int{1, 1}, 0},
		"wrong key":                    {[]scriptedCall{failingCall(llm.ErrAuth)}, "two", "", [2]int{1, 1}, 0},
		"no credit":                    {[]scriptedCall{failingCall(llm.ErrQuota)}, "two", "", [2]int{1, 1}, 0},
		"bad request":                  {[]scriptedCall{failingCall(llm.ErrBadRequest)}, "", llm.ErrBadRequest, [2]int{1, 0}, 0},
		"filtered":                     {[]scriptedCall{failingCall(llm.ErrFiltered)}, "", llm.ErrFiltered, [2]int{1, 0}, 0},
		"prompt too long":              {[]scriptedCall{failingCall(llm.ErrContext)}, "", llm.ErrContext, [2]int{1, 0}, 0},
		"after the first visible text": {[]scriptedCall{midwayFailureStep}, "half ", llm.ErrTruncated, [2]int{1, 0}, 0},
		"an error of no kind":          {[]scriptedCall{{err: errors.New("odd")}}, "two", "", [2]int{2, 1}, 400 * time.Millisecond},
		"leading space is kept":        {[]scriptedCall{answeringCall(" ", "\n", "a")}, " \na", "", [2]int{1, 0}, 0},
		"an empty answer":              {[]scriptedCall{answeringCall()}, "", "", [2]int{1, 0}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				one := &scriptedProvider{name: "one", steps: tt.first}
				two := &scriptedProvider{name: "two", steps: []scriptedCall{answeringCall("two")}}
				startTime := time.Now()
				a, err := llmtest.Collect(t.Context(), llm.Failover([]llm.Provider{one, two}, optionsWithoutLogs), llm.Request{})
				e, _ := errors.AsType[*llm.Error](err)
				if a.Text != tt.text || (e == nil) != (tt.kind == "") || e != nil && e.Kind != tt.kind {
					t.Errorf("text %q, error %v", a.Text, err)
				}
				if got := [2]int{one.calls, two.calls}; got != tt.calls {
					t.Errorf("calls %v", got)
				}
				if took := time.Since(startTime); took > tt.within || took < tt.within/2 {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

func TestDeltasNameTheAnsweringProvider(t *testing.T) {
	one := &scriptedProvider{name: "one", steps: []scriptedCall{failingCall(llm.ErrAuth)}, contextTokens: 9000}
	two := &scriptedProvider{name: "two", steps: []scriptedCall{answeringCall("a")}, contextTokens: 5000}
	p := llm.Failover([]llm.Provider{one, two}, optionsWithoutLogs)
	a, err := llmtest.Collect(t.Context(), p, llm.Request{})
	if err != nil || a.Provider != "two" || p.Name() != "one,two" || llm.ContextTokens(p, 1) != 5000 {
		t.Errorf("%+v, %v, %s, %d", a, err, p.Name(), llm.ContextTokens(p, 1))
	}
}

func TestFailoverWithoutProvidersFails(t *testing.T) {
	p := llm.Failover(nil, optionsWithoutLogs)
	_, err := llmtest.Collect(t.Context(), p, llm.Request{})
	if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrOverloaded {
		t.Error(err)
	}
	if got := llm.ContextTokens(p, 0); got != 8192 {
		t.Error(got)
	}
}

func TestFailoverReportsFailures(t *testing.T) {
	var failures []string
	opts := optionsWithoutLogs
	opts.OnFailure = func(provider string, err *llm.Error) { failures = append(failures, provider+" "+string(err.Kind)) }
	one := &scriptedProvider{name: "one", steps: []scriptedCall{{err: &llm.Error{Kind: llm.ErrQuota, Provider: "one"}}}}
	two := &scriptedProvider{name: "two", steps: []scriptedCall{{err: &llm.Error{Kind: llm.ErrAuth, Provider: "two"}}}}
	_, err := llmtest.Collect(t.Context(), llm.Failover([]llm.Provider{one, two}, opts), llm.Request{})
	if err == nil || !slices.Equal(failures, []string{"one quota", "two auth"}) {
		t.Errorf("%v, %v", failures, err)
	}
}

func TestCancelDuringBackoffEndsTheCallAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := &scriptedProvider{name: "one", steps: []scriptedCall{{err: &llm.Error{Kind: llm.ErrRate, RetryAfter: 4 * time.Second}}}}
		two := &scriptedProvider{name: "two", steps: []scriptedCall{answeringCall("a")}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		startTime := time.Now()
		_, err := llmtest.Collect(ctx, llm.Failover([]llm.Provider{one, two}, optionsWithoutLogs), llm.Request{})
		if err == nil || one.calls != 1 || two.calls != 0 || time.Since(startTime) != time.Second {
			t.Errorf("%v after %v, calls %d and %d", err, time.Since(startTime), one.calls, two.calls)
		}
	})
}

// countNewCalls sends n requests to p, which asks the provider `one`. countNewCalls returns the number of
// calls that the provider `one` got.
func countNewCalls(t *testing.T, n int, one *scriptedProvider, ctx context.Context, p llm.Provider) int {
	t.Helper()
	callsBefore := one.calls
	for range n {
		_, _ = llmtest.Collect(ctx, p, llm.Request{})
	}
	return one.calls - callsBefore
}

func TestBreakerOpensAfterTenFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := &scriptedProvider{name: "one", steps: []scriptedCall{failingCall(llm.ErrAuth)}}
		two := &scriptedProvider{name: "two", steps: []scriptedCall{answeringCall("a")}}
		p := llm.Failover([]llm.Provider{one, two}, optionsWithoutLogs)
		if got := countNewCalls(t, 12, one, t.Context(), p); got != 10 {
			t.Errorf("%d calls until it opened", got)
		}
		if two.calls != 12 {
			t.Errorf("the second provider answered %d of 12", two.calls)
		}
		time.Sleep(5*time.Second + time.Millisecond)
		if got := countNewCalls(t, 3, one, t.Context(), p); got != 1 {
			t.Errorf("%d probes", got)
		}
		time.Sleep(5*time.Second + time.Millisecond)
		one.steps = []scriptedCall{answeringCall("a")}
		if got := countNewCalls(t, 3, one, t.Context(), p); got != 4 {
			t.Errorf("%d calls after it recovered, want the probe's and three", got)
		}
	})
}

func TestBreakerWindowExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := &scriptedProvider{name: "one", steps: []scriptedCall{failingCall(llm.ErrAuth)}}
		p := llm.Failover([]llm.Provider{one}, optionsWithoutLogs)
		for range 5 {
			if got := countNewCalls(t, 9, one, t.Context(), p); got != 9 {
				t.Fatalf("opened after %d", got)
			}
			time.Sleep(31 * time.Second)
		}
	})
}

func TestBreakerIgnoresFaultsOfRequests(t *testing.T) {
	cancelledCtx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		step scriptedCall
		ctx  context.Context
	}{
		"caller left":     {answeringCall("a"), cancelledCtx},
		"bad request":     {failingCall(llm.ErrBadRequest), t.Context()},
		"filtered":        {failingCall(llm.ErrFiltered), t.Context()},
		"prompt too long": {failingCall(llm.ErrContext), t.Context()},
		"fails later":     {scriptedCall{[]llm.Delta{{Text: "a"}}, &llm.Error{Kind: llm.ErrNetwork}}, t.Context()},
	} {
		one := &scriptedProvider{name: "one", steps: []scriptedCall{tt.step}}
		p := llm.Failover([]llm.Provider{one}, optionsWithoutLogs)
		if got := countNewCalls(t, 30, one, tt.ctx, p); got != 30 {
			t.Errorf("%s: opened after %d calls", name, got)
		}
	}
}

// If the reader leaves early, the call still reports its outcome to the breaker. Otherwise a
// half-open breaker would stay blocked.
func TestLeavingEarlySettlesTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thinkingStep := scriptedCall{deltas: []llm.Delta{{Reasoning: "hm"}, {Text: "a"}}}
		one := &scriptedProvider{name: "one", steps: []scriptedCall{failingCall(llm.ErrAuth)}}
		p := llm.Failover([]llm.Provider{one}, optionsWithoutLogs)
		countNewCalls(t, 10, one, t.Context(), p)
		time.Sleep(6 * time.Second)
		one.steps = []scriptedCall{thinkingStep}
		for range p.Stream(t.Context(), llm.Request{}) {
			break
		}
		if got := countNewCalls(t, 2, one, t.Context(), p); got != 2 {
			t.Errorf("%d of 2 calls reached the provider", got)
		}
	})
}

func TestFailoverConforms(t *testing.T) {
	llmtest.RunConformance(t, llmtest.NewRequest("a"), func(*testing.T) llm.Provider {
		return llm.Failover([]llm.Provider{fivePieceProvider{}}, optionsWithoutLogs)
	})
}

// fivePieceProvider is a stateless Provider that yields five pieces and respects its
// context.
type fivePieceProvider struct{}

func (fivePieceProvider) Name() string { return "endless" }

func (fivePieceProvider) Stream(ctx context.Context, _ llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		for range 5 {
			if ctx.Err() != nil {
				yield(llm.Delta{}, &llm.Error{Kind: llm.ErrNetwork, Cause: ctx.Err()})
				return
			}
			if !yield(llm.Delta{Text: "a "}, nil) {
				return
			}
		}
		yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}
