package llm_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
)

// 200 callers use three members of two slots each, and some callers leave. No member may have more
// calls than slots. Each caller that stays is served or refused. All slots are free at the end.
func TestManyCallersKeepToTheSlots(t *testing.T) {
	var members []llm.Member
	var providers []*slotProvider
	for _, name := range []string{"one", "two", "three"} {
		p := &slotProvider{name: name, callTime: 3 * time.Millisecond}
		providers = append(providers, p)
		members = append(members, newMember(p, 1, 2))
	}
	b := llm.NewBalance(members, llm.BalanceOptions{FailoverOptions: optionsWithoutLogs, MaxQueueWait: time.Hour})
	var wg sync.WaitGroup
	var mu sync.Mutex
	countByOutcome := map[string]int{}
	for n := range 200 {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if n%4 == 0 {
				time.AfterFunc(time.Duration(n)*200*time.Microsecond, cancel)
			}
			_, err := llmtest.Collect(ctx, b, request(llm.Class(n%3)))
			e, _ := errors.AsType[*llm.Error](err)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				countByOutcome["served"]++
			case e != nil && e.Kind == llm.ErrOverloaded:
				countByOutcome["refused"]++
			case errors.Is(err, context.Canceled):
				countByOutcome["left"]++
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if countByOutcome["served"] < 150-countByOutcome["refused"] || countByOutcome["served"] == 0 {
		t.Errorf("ends %v", countByOutcome)
	}
	for _, p := range providers {
		if p.maxRunning != 2 {
			t.Errorf("%s had %d calls at once, want 2", p.name, p.maxRunning)
		}
	}
	expectIdle(t, b)
}

func TestChoosingAllocatesNothing(t *testing.T) {
	allocsPerCall := func(p llm.Provider) float64 {
		req := request(llm.FreeReply)
		return testing.AllocsPerRun(1000, func() {
			for range p.Stream(t.Context(), req) {
			}
		})
	}
	provider := fivePieceProvider{}
	failoverAllocs := allocsPerCall(llm.Failover([]llm.Provider{provider}, optionsWithoutLogs))
	balanceAllocs := allocsPerCall(newBalance(newMember(provider, 1, 1), newMember(provider, 2, 4), newMember(provider, 3, 0)))
	if balanceAllocs > failoverAllocs {
		t.Errorf("%.0f allocations, Failover has %.0f", balanceAllocs, failoverAllocs)
	}
}

func BenchmarkBalance(b *testing.B) {
	one := &slotProvider{name: "one"}
	p := newBalance(newMember(one, 1, 64), newMember(one, 2, 64), newMember(one, 3, 64))
	req := request(llm.FreeReply)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			for range p.Stream(b.Context(), req) {
				break
			}
		}
	})
}
