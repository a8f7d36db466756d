package llm

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

// The breaker of a provider opens when at least breakerFailures calls failed
// within breakerWindow, which are at least half of all calls, for at least
// breakerUsers different users. Of one user's failures no more than
// breakerPerUser count: a prompt on which a model fails must not close the
// provider for everybody. Failures that no prompt can cause (an unreachable
// server, a wrong key, no credit) count in full, and need no second user.
const (
	breakerFailures = 10
	breakerUsers    = 3
	breakerPerUser  = 4
	breakerWindow   = 30 * time.Second
	breakerProbe    = 5 * time.Second
	probeLimit      = 5 * time.Second
	bucketsInWindow = 6
)

// breaker keeps calls away from a provider that fails. It probes with a request
// of its own: a user's might be what the provider fails on.
type breaker struct {
	gate     *gobreaker.TwoStepCircuitBreaker[struct{}]
	provider Provider

	mu      sync.Mutex
	buckets [bucketsInWindow]bucket
}

// bucket counts the outcomes of a part of the window.
type bucket struct {
	number      int64 // of the part, since 1970
	good        int
	unreachable int
	failures    map[string]int // by user
}

func newBreaker(p Provider, opts FailoverOptions) *breaker {
	b := &breaker{provider: p}
	b.gate = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:         p.Name(),
		Timeout:      breakerProbe,
		ReadyToTrip:  func(gobreaker.Counts) bool { return b.fails() },
		IsSuccessful: healthy,
		OnStateChange: func(name string, from, to gobreaker.State) {
			b.reset()
			opts.Logger.Warn("model provider's breaker changed", "provider", name, "from", from.String(), "to", to.String())
			if opts.OnBreaker != nil {
				opts.OnBreaker(name, to.String())
			}
		},
	})
	return b
}

// allow returns how to report a call's outcome, or an error when the provider
// rests. The first caller after each rest probes the provider.
func (b *breaker) allow(ctx context.Context, user string) (settle func(error), err error) {
	if b.gate.State() != gobreaker.StateClosed {
		if err := b.probe(ctx); err != nil {
			return nil, err
		}
	}
	done, err := b.gate.Allow()
	if err != nil {
		return nil, gobreaker.ErrOpenState
	}
	return func(outcome error) {
		b.count(user, outcome)
		done(outcome)
	}, nil
}

// probe asks the provider for a few words, if it is time. A caller that leaves
// does not end the probe: its outcome is for all.
func (b *breaker) probe(ctx context.Context) error {
	done, err := b.gate.Allow()
	if err != nil {
		return gobreaker.ErrOpenState
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeLimit)
	defer cancel()
	outcome := context.DeadlineExceeded
	defer func() { done(outcome) }()
	req := Request{Messages: []Message{{Role: User, Content: "Say hello."}}, MaxTokens: 16}
	for _, err := range b.provider.Stream(ctx, req) {
		outcome = err
		break
	}
	if !healthy(outcome) {
		return gobreaker.ErrOpenState
	}
	return nil
}

// healthy reports whether an outcome says nothing against the provider: no
// error, a caller who left, or a request that was at fault.
func healthy(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return true
	}
	e, ok := errors.AsType[*Error](err)
	return ok && final(e)
}

// unreachable reports whether an outcome has nothing to do with what was asked.
func unreachable(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && (e.Unreachable || e.Kind == ErrAuth || e.Kind == ErrQuota)
}

// count notes the outcome of a user's call. A caller who left counts as none.
func (b *breaker) count(user string, outcome error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.bucket()
	switch {
	case errors.Is(outcome, context.Canceled):
	case healthy(outcome):
		now.good++
	case unreachable(outcome):
		now.unreachable++
	default:
		now.failures[user]++
	}
}

// bucket is the one of the present part of the window.
func (b *breaker) bucket() *bucket {
	number := bucketNumber()
	now := &b.buckets[number%bucketsInWindow]
	if now.number != number || now.failures == nil {
		*now = bucket{number: number, failures: map[string]int{}}
	}
	return now
}

func bucketNumber() int64 { return time.Now().UnixNano() / int64(breakerWindow/bucketsInWindow) }

func (b *breaker) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.buckets[:])
}

// fails reports whether the breaker has to open.
func (b *breaker) fails() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	oldest := bucketNumber() - bucketsInWindow
	good, failed, unreachable := 0, 0, 0
	users := map[string]int{}
	for _, one := range b.buckets {
		if one.number <= oldest {
			continue
		}
		good += one.good
		unreachable += one.unreachable
		for user, n := range one.failures {
			users[user] += n
		}
	}
	for _, n := range users {
		failed += min(n, breakerPerUser)
	}
	if unreachable < breakerFailures && len(users) < breakerUsers {
		return false
	}
	failed += unreachable
	return failed >= breakerFailures && failed >= good
}
