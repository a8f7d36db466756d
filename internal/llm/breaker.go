package llm

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

// The breaker of a provider opens if all of these conditions hold for the calls within
// breakerWindow:
//   - At least breakerMinFailures calls failed.
//   - At least half of all calls failed.
//   - At least breakerMinFailures calls failed for reasons that no prompt can cause: an unreachable
//     server, a wrong key, no credit. Or the failures for other reasons belong to at least
//     breakerMinUsers users.
//
// For each user, at most breakerMaxPerUser failures for other reasons count. So one user's prompt
// cannot block the provider for all users. Rule replies-breaker.
const (
	breakerMinFailures = 10
	breakerMinUsers    = 3
	breakerMaxPerUser  = 4
	breakerWindow      = 30 * time.Second
	breakerProbeDelay  = 5 * time.Second
	probeTimeout       = 5 * time.Second
	bucketsInWindow    = 6
)

// breaker is the circuit breaker of a provider. It probes with its own request, because
// a user's prompt may be the cause of the failures.
type breaker struct {
	gate     *gobreaker.TwoStepCircuitBreaker[struct{}]
	provider Provider

	mu      sync.Mutex
	buckets [bucketsInWindow]bucket
}

// bucket counts the outcomes of one part of the window.
type bucket struct {
	bucketNumber       int64 // result of the function bucketNumber in this part of the window
	successCount       int
	providerFaultCount int            // failures that no prompt can cause
	failuresByUser     map[string]int // failures that a prompt may cause, by user
}

func newBreaker(p Provider, opts FailoverOptions) *breaker {
	b := &breaker{provider: p}
	b.gate = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:         p.Name(),
		Timeout:      breakerProbeDelay,
		ReadyToTrip:  func(gobreaker.Counts) bool { return b.shouldOpen() },
		IsSuccessful: isProviderBlameless,
		OnStateChange: func(name string, from, to gobreaker.State) {
			b.reset()
			opts.Logger.Warn("model provider: circuit breaker changed", "provider", name, "from", from.String(), "to", to.String())
			if opts.OnBreaker != nil {
				opts.OnBreaker(name, to.String())
			}
		},
	})
	return b
}

// allow returns an error if the breaker is open. Otherwise the caller makes one call and
// passes its outcome to settle. The first caller after breakerProbeDelay probes the
// provider.
func (b *breaker) allow(ctx context.Context, user string) (settle func(error), err error) {
	if b.gate.State() != gobreaker.StateClosed {
		if err := b.probe(ctx); err != nil {
			return nil, err
		}
	}
	settleGate, err := b.gate.Allow()
	if err != nil {
		return nil, gobreaker.ErrOpenState
	}
	return func(outcome error) {
		b.recordOutcome(user, outcome)
		settleGate(outcome)
	}, nil
}

// probe sends the provider a short request if a probe is due. It returns an error if the breaker
// stays open. All callers need the outcome, so the probe goes on after the end of the caller's
// context.
func (b *breaker) probe(ctx context.Context) error {
	done, err := b.gate.Allow()
	if err != nil {
		return gobreaker.ErrOpenState
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeTimeout)
	defer cancel()
	outcome := context.DeadlineExceeded
	defer func() { done(outcome) }()
	req := Request{Messages: []Message{{Role: User, Content: "Say hello."}}, MaxTokens: 16}
	for _, err := range b.provider.Stream(ctx, req) {
		outcome = err
		break
	}
	if !isProviderBlameless(outcome) {
		return gobreaker.ErrOpenState
	}
	return nil
}

// isProviderBlameless reports whether the provider is not to blame for an outcome. The outcome is then no
// error, a cancelled call, or an error that the request caused.
func isProviderBlameless(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return true
	}
	e, ok := errors.AsType[*Error](err)
	return ok && isFaultOfRequest(e)
}

// isProviderFault reports whether the request cannot be the cause of a failure.
func isProviderFault(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && (e.IsUnreachable || e.Kind == ErrAuth || e.Kind == ErrQuota)
}

// recordOutcome counts the outcome of a user's call. A cancelled call does not count.
func (b *breaker) recordOutcome(user string, outcome error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	currentBucket := b.currentBucket()
	switch {
	case errors.Is(outcome, context.Canceled):
	case isProviderBlameless(outcome):
		currentBucket.successCount++
	case isProviderFault(outcome):
		currentBucket.providerFaultCount++
	default:
		currentBucket.failuresByUser[user]++
	}
}

// currentBucket returns the bucket of the current part of the window.
func (b *breaker) currentBucket() *bucket {
	number := bucketNumber()
	currentBucket := &b.buckets[number%bucketsInWindow]
	if currentBucket.bucketNumber != number || currentBucket.failuresByUser == nil {
		*currentBucket = bucket{bucketNumber: number, failuresByUser: map[string]int{}}
	}
	return currentBucket
}

func bucketNumber() int64 { return time.Now().UnixNano() / int64(breakerWindow/bucketsInWindow) }

func (b *breaker) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.buckets[:])
}

// shouldOpen reports whether the breaker must open, by the rule in the comment above
// breakerMinFailures.
func (b *breaker) shouldOpen() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	oldestBucket := bucketNumber() - bucketsInWindow
	successes, failed, providerFaultCount := 0, 0, 0
	failuresByUser := map[string]int{}
	for _, part := range b.buckets {
		if part.bucketNumber <= oldestBucket {
			continue
		}
		successes += part.successCount
		providerFaultCount += part.providerFaultCount
		for user, n := range part.failuresByUser {
			failuresByUser[user] += n
		}
	}
	for _, n := range failuresByUser {
		failed += min(n, breakerMaxPerUser)
	}
	if providerFaultCount < breakerMinFailures && len(failuresByUser) < breakerMinUsers {
		return false
	}
	failed += providerFaultCount
	return failed >= breakerMinFailures && failed >= successes
}
