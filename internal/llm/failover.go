package llm

import (
	"cmp"
	"context"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"time"
)

// FailoverOptions configure Failover. With the zero value Failover calls each provider at most
// twice, waits for at most five seconds, and hedges after ten seconds. Each provider has a circuit
// breaker.
type FailoverOptions struct {
	Logger *slog.Logger // nil: slog.Default
	// OnFailure is called for each failed call, and OnBreaker when a provider's
	// breaker changes to closed, half-open or open. Either may be nil. Both are
	// called concurrently.
	OnFailure func(provider string, err *Error)
	OnBreaker func(provider, state string)
	// MaxRetryAfter is the longest Retry-After that Failover waits for; 0 means five seconds.
	MaxRetryAfter time.Duration
	// Backoff is the wait before a retry without Retry-After; half of it is random.
	// 0 means 400 ms.
	Backoff time.Duration
	// HedgeDelay is the time without text or reasoning after which Failover asks the next provider
	// too. 0 means ten seconds: five seconds less than the timeout of the first piece.
	HedgeDelay time.Duration
}

// failover is the Provider that Failover returns.
type failover struct {
	guardedProviders []guardedProvider
	opts             FailoverOptions
	failedPrompts    failedPrompts
}

// guardedProvider is one provider with its circuit breaker. For a Balance the breaker is nil, because its
// members have breakers.
type guardedProvider struct {
	Provider
	breaker *breaker
}

// allow asks the breaker whether a call is allowed. Without a breaker every call is allowed.
func (l *guardedProvider) allow(ctx context.Context, user string) (settle func(error), err error) {
	if l.breaker == nil {
		return func(error) {}, nil
	}
	return l.breaker.allow(ctx, user)
}

// Failover joins providers into one that asks them in order:
//   - A temporary failure is retried once, then the next provider is asked.
//   - A failure that the request causes is final.
//   - If a provider yields neither text nor reasoning for the hedge delay, the next one is asked
//     too. The first provider that yields text gives the whole answer, and the other calls are
//     cancelled.
//   - After the first visible text every error is forwarded.
//
// Reasoning before a failure is forwarded, and a retry yields its own reasoning. While several
// providers run, reasoning is not forwarded. Rule replies-next-provider.
func Failover(providers []Provider, opts FailoverOptions) Provider {
	f := &failover{opts: opts.withDefaults()}
	for _, p := range providers {
		l := guardedProvider{Provider: p}
		if _, is := p.(*Balance); !is {
			l.breaker = newBreaker(p, f.opts)
		}
		f.guardedProviders = append(f.guardedProviders, l)
	}
	return f
}

func (o FailoverOptions) withDefaults() FailoverOptions {
	o.Logger = cmp.Or(o.Logger, slog.Default())
	o.MaxRetryAfter = cmp.Or(o.MaxRetryAfter, 5*time.Second)
	o.Backoff = cmp.Or(o.Backoff, 400*time.Millisecond)
	o.HedgeDelay = cmp.Or(o.HedgeDelay, 10*time.Second)
	return o
}

// isFaultOfRequest reports whether the request causes an error, so that a retry would fail too.
func isFaultOfRequest(e *Error) bool {
	return e.Kind == ErrBadRequest || e.Kind == ErrFiltered || e.Kind == ErrContext
}

// Name lists the names of all providers.
func (f *failover) Name() string {
	names := make([]string, len(f.guardedProviders))
	for i, l := range f.guardedProviders {
		names[i] = l.Name()
	}
	return strings.Join(names, ",")
}

// ContextTokens is the smallest known context size of the providers (ContextSizer), because any
// of them may answer. It is 8192 if no size is known.
func (f *failover) ContextTokens() int { return leastContextTokens(f.providers()) }

// Info returns the smallest known sizes of the providers' models, because any of them may answer.
func (f *failover) Info() ModelInfo { return weakestInfo(f.providers()) }

func (f *failover) providers() []Provider {
	list := make([]Provider, len(f.guardedProviders))
	for i, l := range f.guardedProviders {
		list[i] = l.Provider
	}
	return list
}

// ForUserClass implements UserClassProvider. It calls ForUserClass for each of the joined providers.
func (f *failover) ForUserClass(isPaying bool) Provider {
	classFailover := &failover{guardedProviders: slices.Clone(f.guardedProviders), opts: f.opts}
	for i := range classFailover.guardedProviders {
		classFailover.guardedProviders[i].Provider = ForUserClass(classFailover.guardedProviders[i].Provider, isPaying)
	}
	return classFailover
}

// Stream yields the answer of one of the providers, as Failover describes.
func (f *failover) Stream(ctx context.Context, req Request) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		switch len(f.guardedProviders) {
		case 0:
			yield(Delta{}, &Error{Kind: ErrOverloaded, Msg: "no provider is available"})
		case 1:
			a := f.newAttempt(0, func(p piece) bool { return yield(p.Delta, p.err) })
			if err := a.run(ctx, req); err != nil {
				yield(Delta{Provider: err.Provider}, err)
			}
		default:
			newRace(f, req, yield).run(ctx)
		}
	}
}

func (f *failover) newAttempt(i int, yield func(piece) bool) *attempt {
	return &attempt{guardedProvider: &f.guardedProviders[i], opts: &f.opts, failedPrompts: &f.failedPrompts, yield: yield}
}
