package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	hashingUserCount = 20
	hashingDuration  = 10 * time.Second
	maxOtherCallTime = 50 * time.Millisecond   // 99th percentile of calls that hash nothing
	maxSignInTime    = 2100 * time.Millisecond // 2 s in the queue, plus the time of one hash
)

// callTimings has the durations of calls, and how many calls were answered with each status. record
// is safe for concurrent use.
type callTimings struct {
	statusCounts
	durations []time.Duration
}

func (t *callTimings) record(a answer) {
	t.addStatus(a.status)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.durations = append(t.durations, a.duration)
}

// quantile returns the duration that a share q of the calls did not exceed. Call quantile after the
// load has ended, because it must not run at the same time as record.
func (t *callTimings) quantile(q float64) time.Duration {
	if len(t.durations) == 0 {
		return 0
	}
	slices.Sort(t.durations)
	return t.durations[int(q*float64(len(t.durations)-1))]
}

// measureCallsDuringSignIns keeps 20 sign-ins with right passwords running for hashingDuration. Meanwhile
// it measures the durations of other calls. Each sign-in must be answered with 200 or 503.
func measureCallsDuringSignIns(ctx context.Context, s *testServer) (string, bool, error) {
	for i := range hashingUserCount {
		if a, err := s.register(ctx, hashingNetwork(0, i), hashingEmail(i)); err != nil || a.status != http.StatusCreated {
			return "", false, fmt.Errorf("register: status %d, %w", a.status, err)
		}
	}
	token, _, err := s.registerAndLogin(ctx, honestNetwork, victimEmail)
	if err != nil {
		return "", false, err
	}
	deadline := time.Now().Add(hashingDuration)
	var signInCalls, otherCalls callTimings
	var wg sync.WaitGroup
	for i := range hashingUserCount {
		wg.Go(func() {
			for round := 1; time.Now().Before(deadline); round++ {
				if a, err := s.login(ctx, hashingNetwork(round, i), hashingEmail(i), password, ""); err == nil {
					signInCalls.record(a)
				}
			}
		})
	}
	err = s.makeOtherCalls(ctx, deadline, token, &otherCalls)
	wg.Wait()
	p99, longestSignInTime := otherCalls.quantile(0.99), signInCalls.quantile(1)
	return fmt.Sprintf("%d other calls: statuses %v, p99 %v; %d sign-ins: statuses %v, longest %v",
			len(otherCalls.durations), otherCalls.n, p99.Round(time.Millisecond), len(signInCalls.durations), signInCalls.n, longestSignInTime.Round(time.Millisecond)),
		p99 < maxOtherCallTime && longestSignInTime < maxSignInTime && otherCalls.n[http.StatusOK] == len(otherCalls.durations) &&
			signInCalls.n[http.StatusOK]+signInCalls.n[http.StatusServiceUnavailable] == len(signInCalls.durations), err
}

// makeOtherCalls makes calls that hash no password, one after another until deadline, and records
// them in timings.
func (s *testServer) makeOtherCalls(ctx context.Context, deadline time.Time, token string, timings *callTimings) error {
	paths := []string{"/api/characters?limit=12", "/api/auth/me", "/api/profile/ada-lovelace", "/api/sessions", "/api/categories"}
	for i := 0; time.Now().Before(deadline); i++ {
		a, err := s.doCall(ctx, call{method: "GET", path: paths[i%len(paths)], token: token, network: hashingNetwork(i/100, 200)})
		if err != nil {
			return err
		}
		timings.record(a)
		time.Sleep(20 * time.Millisecond)
	}
	return nil
}

func hashingEmail(i int) string { return fmt.Sprintf("hash%d@post.example", i) }

// hashingNetwork returns the address of user i in a round of sign-ins. A user changes the address
// after 10 rounds, because the server limits the sign-ins of a network.
func hashingNetwork(round, i int) string { return fmt.Sprintf("198.18.%d.%d", round/10%250, i) }
