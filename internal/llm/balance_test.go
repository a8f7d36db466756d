package llm_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
)

// slotProvider is a Provider whose calls take callTime. It counts the calls that run at once.
type slotProvider struct {
	name          string
	callTime      time.Duration
	err           *llm.Error // nil: it answers
	contextTokens int

	mu                         sync.Mutex
	calls, running, maxRunning int
}

func (p *slotProvider) Name() string       { return p.name }
func (p *slotProvider) ContextTokens() int { return p.contextTokens }

func (p *slotProvider) Stream(ctx context.Context, _ llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		p.changeRunningCalls(1)
		defer p.changeRunningCalls(-1)
		if p.err != nil {
			yield(llm.Delta{}, p.err)
			return
		}
		if !yield(llm.Delta{Text: p.name}, nil) {
			return
		}
		select {
		case <-time.After(p.callTime):
			yield(llm.Delta{Finish: llm.FinishStop}, nil)
		case <-ctx.Done():
			yield(llm.Delta{}, &llm.Error{Kind: llm.ErrNetwork, Cause: ctx.Err()})
		}
	}
}

func (p *slotProvider) changeRunningCalls(change int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls += max(change, 0)
	p.running += change
	p.maxRunning = max(p.maxRunning, p.running)
}

func (p *slotProvider) callCount() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls
}

func newMember(p llm.Provider, weight, slots int, acceptedClasses ...string) llm.Member {
	if len(acceptedClasses) == 0 {
		acceptedClasses = []string{"all"}
	}
	return llm.Member{Provider: p, Weight: weight, Slots: slots, Accepts: llm.NewClassSet(acceptedClasses...)}
}

func newBalance(members ...llm.Member) *llm.Balance {
	return llm.NewBalance(members, llm.BalanceOptions{FailoverOptions: optionsWithoutLogs})
}

// request returns a request of a class.
func request(class llm.Class) llm.Request {
	req := llmtest.NewRequest("Good day")
	switch class {
	case llm.PaidReply:
		req.IsPaying = true
	case llm.Background:
		req.Task = llm.Suggest
	}
	return req
}

// startCall makes a call in a goroutine. It returns when the call has a slot or waits for one. The
// channel receives the name of the member that answers, or the text of the error.
func startCall(ctx context.Context, p llm.Provider, class llm.Class) <-chan string {
	answer := make(chan string, 1)
	go func() {
		a, err := llmtest.Collect(ctx, p, request(class))
		if err != nil {
			a.Text = err.Error()
		}
		answer <- a.Text
	}()
	synctest.Wait()
	return answer
}

func expectIdle(t *testing.T, b *llm.Balance) {
	t.Helper()
	for name, n := range b.RunningCallCountByMember() {
		if n != 0 {
			t.Errorf("%d calls of %s still have a slot", n, name)
		}
	}
	for class, n := range b.QueuedRequestCountByClass() {
		if n != 0 {
			t.Errorf("%d requests of class %s still wait", n, class)
		}
	}
}

func TestCallsOneAfterAnotherFollowTheWeights(t *testing.T) {
	one, two, three := &slotProvider{name: "one"}, &slotProvider{name: "two"}, &slotProvider{name: "three"}
	b := newBalance(newMember(one, 1, 0), newMember(two, 3, 0), newMember(three, 6, 1))
	for range 400 {
		if _, err := llmtest.Collect(t.Context(), b, request(llm.FreeReply)); err != nil {
			t.Fatal(err)
		}
	}
	if one.calls != 40 || two.calls != 120 || three.calls != 240 {
		t.Errorf("calls %d, %d, %d, want 40, 120, 240", one.calls, two.calls, three.calls)
	}
	expectIdle(t, b)
}

func TestCallsAtOnceGoWhereFewestRunForTheWeight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, two := &slotProvider{name: "one", callTime: time.Minute}, &slotProvider{name: "two", callTime: time.Minute}
		b := newBalance(newMember(one, 1, 0), newMember(two, 3, 0))
		for range 40 {
			startCall(t.Context(), b, llm.FreeReply)
		}
		if one.running != 10 || two.running != 30 {
			t.Errorf("%d and %d calls run, want 10 and 30", one.running, two.running)
		}
	})
}

func TestMembersGetTheClassesThatTheyAccept(t *testing.T) {
	paidMember, freeMember, backgroundMember := &slotProvider{name: "p", contextTokens: 9000}, &slotProvider{name: "f", contextTokens: 5000}, &slotProvider{name: "b"}
	b := newBalance(newMember(paidMember, 1, 0, "paid"), newMember(freeMember, 1, 0, "free"), newMember(backgroundMember, 1, 0, "background"))
	for class, want := range map[llm.Class]string{llm.PaidReply: "p", llm.FreeReply: "f", llm.Background: "b"} {
		for range 3 {
			if a, err := llmtest.Collect(t.Context(), b, request(class)); err != nil || a.Provider != want {
				t.Errorf("%s: answered by %q, %v", class, a.Provider, err)
			}
		}
	}
	p := llm.Failover([]llm.Provider{b}, optionsWithoutLogs)
	if got := llm.ContextTokens(llm.ForUserClass(p, true), 0); got != 9000 {
		t.Errorf("a prompt for a paying user has %d tokens", got)
	}
	if got := llm.ContextTokens(llm.ForUserClass(p, false), 0); got != 5000 {
		t.Errorf("a prompt for another user has %d tokens", got)
	}
}

func TestFailureBeforeTextGoesToAnotherMember(t *testing.T) {
	for _, kind := range []llm.ErrorKind{llm.ErrNetwork, llm.ErrAuth, llm.ErrRate, llm.ErrOverloaded} {
		badProvider, goodProvider, fallback := &slotProvider{name: "bad", err: &llm.Error{Kind: kind}}, &slotProvider{name: "good"}, &slotProvider{name: "fallback"}
		b := newBalance(newMember(badProvider, 100, 1), newMember(goodProvider, 1, 1))
		p := llm.Failover([]llm.Provider{b, fallback}, optionsWithoutLogs)
		for range 3 {
			if a, err := llmtest.Collect(t.Context(), p, request(llm.FreeReply)); a.Text != "good" || err != nil {
				t.Errorf("%s: %q, %v", kind, a.Text, err)
			}
		}
		if badProvider.calls != 1 || fallback.calls != 0 {
			t.Errorf("%s: %d calls of the bad member and %d of the fallback", kind, badProvider.calls, fallback.calls)
		}
		expectIdle(t, b)
	}
}

func TestFaultOfTheRequestIsFinal(t *testing.T) {
	bad, good := &slotProvider{name: "bad", err: &llm.Error{Kind: llm.ErrBadRequest}}, &slotProvider{name: "good"}
	b := newBalance(newMember(bad, 1, 1), newMember(good, 1, 1))
	_, err := llmtest.Collect(t.Context(), b, request(llm.FreeReply))
	if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrBadRequest || good.calls != 0 {
		t.Errorf("%v, %d calls of the other member", err, good.calls)
	}
}

func TestFallbackAnswersAfterAllMembers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, two := &slotProvider{name: "one", err: &llm.Error{Kind: llm.ErrNetwork}}, &slotProvider{name: "two", err: &llm.Error{Kind: llm.ErrAuth}}
		b := newBalance(newMember(one, 1, 1), newMember(two, 1, 1))
		p := llm.Failover([]llm.Provider{b, &slotProvider{name: "fallback"}}, optionsWithoutLogs)
		a, err := llmtest.Collect(t.Context(), p, request(llm.FreeReply))
		if err != nil || a.Text != "fallback" || one.calls != 1 || two.calls != 1 {
			t.Errorf("%q, %v, calls %d and %d", a.Text, err, one.calls, two.calls)
		}
	})
}

func TestSingleMemberIsRetriedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := &scriptedProvider{name: "one", steps: []scriptedCall{failingCall(llm.ErrOverloaded), answeringCall("a")}}
		startTime := time.Now()
		a, err := llmtest.Collect(t.Context(), newBalance(newMember(one, 1, 1)), request(llm.FreeReply))
		if err != nil || a.Text != "a" || one.calls != 2 || time.Since(startTime) < 200*time.Millisecond {
			t.Errorf("%q, %v, %d calls in %v", a.Text, err, one.calls, time.Since(startTime))
		}
	})
}

// A prompt that makes servers fail does not reach all of them.
func TestPromptIsNotSentToAThirdMember(t *testing.T) {
	var members []llm.Member
	var providers []*slotProvider
	for i := range 4 {
		p := &slotProvider{name: fmt.Sprint(i), err: &llm.Error{Kind: llm.ErrOverloaded, Status: 500}}
		providers = append(providers, p)
		members = append(members, newMember(p, 1, 0))
	}
	_, err := llmtest.Collect(t.Context(), newBalance(members...), request(llm.FreeReply))
	callCount := 0
	for _, p := range providers {
		callCount += p.calls
	}
	if err == nil || callCount != 2 {
		t.Errorf("%d calls, %v", callCount, err)
	}
}

// A member that refuses at once has the fewest calls, and still does not get all requests.
func TestMemberWithAWrongKeyDoesNotTakeTheTraffic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad, good := &slotProvider{name: "bad", err: &llm.Error{Kind: llm.ErrAuth}}, &slotProvider{name: "good", callTime: 100 * time.Millisecond}
		b := newBalance(newMember(bad, 1, 0), newMember(good, 1, 0))
		for range 100 {
			if answer := startCall(t.Context(), b, llm.FreeReply); len(answer) > 0 {
				t.Errorf("not answered: %s", <-answer)
			}
			time.Sleep(50 * time.Millisecond)
		}
		if bad.callCount() > 8 {
			t.Errorf("in five seconds it got %d calls", bad.callCount())
		}
	})
}

// A member whose breaker has opened is probed in the background, while users get answers from
// other members. After a successful probe it gets requests again.
func TestMemberComesBackAfterItsBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, two := &slotProvider{name: "one", err: &llm.Error{Kind: llm.ErrNetwork, IsUnreachable: true}}, &slotProvider{name: "two"}
		b := newBalance(newMember(one, 1, 0), newMember(two, 1, 0))
		collectText := func() string {
			a, _ := llmtest.Collect(t.Context(), b, request(llm.FreeReply))
			return a.Text
		}
		for range 40 {
			if text := collectText(); text != "two" {
				t.Errorf("answered %q", text)
			}
			time.Sleep(600 * time.Millisecond)
		}
		failedCallCount := one.callCount()
		if failedCallCount > 14 {
			t.Errorf("%d calls of a member that is away", failedCallCount)
		}
		one.err = nil
		time.Sleep(6 * time.Second)
		collectText() // starts the probe
		synctest.Wait()
		countByName := map[string]int{}
		for range 10 {
			countByName[collectText()]++
		}
		if countByName["one"] < 4 || countByName["two"] < 4 {
			t.Errorf("answers after it came back: %v", countByName)
		}
	})
}

// A panic of a provider gives its slot back.
func TestPanicGivesTheSlotBack(t *testing.T) {
	b := newBalance(newMember(panickingProvider{}, 1, 1))
	for range 2 {
		func() {
			defer func() { _ = recover() }()
			_, _ = llmtest.Collect(t.Context(), b, request(llm.FreeReply))
		}()
	}
	expectIdle(t, b)
}

// The breaker of a member opens if its answers do not begin in time, even if a fallback provider
// answers instead.
func TestSlowMemberOpensItsBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slowProvider := &timedProvider{name: "slow", steps: []timedStep{textStep(time.Hour, "slow")}}
		p := llm.Failover([]llm.Provider{newBalance(newMember(slowProvider, 1, 0)), &slotProvider{name: "fallback"}}, optionsWithoutLogs)
		for n := range 20 {
			req := request(llm.FreeReply)
			req.ConversationID = fmt.Sprintf("user%d_7", n)
			go func() { _, _ = llmtest.Collect(t.Context(), p, req) }()
		}
		time.Sleep(12 * time.Second)
		callsBefore := slowProvider.callCount()
		a, err := llmtest.Collect(t.Context(), p, request(llm.FreeReply))
		if err != nil || a.Text != "fallback" || slowProvider.callCount() != callsBefore {
			t.Errorf("%q, %v: the slow member was asked again", a.Text, err)
		}
	})
}

func TestBalanceConforms(t *testing.T) {
	llmtest.RunConformance(t, llmtest.NewRequest("a"), func(*testing.T) llm.Provider {
		return newBalance(newMember(fivePieceProvider{}, 1, 2))
	})
}

func TestNameListsTheMembers(t *testing.T) {
	b := newBalance(newMember(&slotProvider{name: "one"}, 1, 0), newMember(&slotProvider{name: "two"}, 1, 0))
	if got := b.Name(); got != "one,two" {
		t.Error(got)
	}
}
