package llm

import (
	"cmp"
	"context"
	"iter"
	"log/slog"
	"strings"
	"time"
)

// FailoverOptions configure Failover. The zero value is the rule of the design:
// two tries with each provider, waits of at most five seconds, the next provider
// asked after ten seconds of silence, and a breaker for each.
type FailoverOptions struct {
	Logger *slog.Logger // nil: slog.Default
	// OnFailure is called for each try that failed, and OnBreaker when a
	// provider's breaker changes to closed, half-open or open. Either may be nil.
	// Both are called by several goroutines.
	OnFailure func(provider string, err *Error)
	OnBreaker func(provider, state string)
	// MaxWait is the longest wait that a server may ask for before its second
	// try; 0 means five seconds.
	MaxWait time.Duration
	// Backoff is the wait before a second try when the server asks for none;
	// half of it is left to chance. 0 means 400 ms.
	Backoff time.Duration
	// Hedge is how long a provider may be silent before the next one is asked
	// too; 0 means ten seconds, which leaves the next one five before the first
	// is given up.
	Hedge time.Duration
}

// failover is the Provider that Failover returns.
type failover struct {
	links  []link
	opts   FailoverOptions
	failed failedPrompts
}

// link is one provider with its breaker.
type link struct {
	Provider
	breaker *breaker
}

// Failover joins providers into one that asks them in order. As long as no
// visible text has come, a failure that may pass is tried once more and then
// put to the next provider; one that lies in the request is final. A provider
// that shows neither text nor reasoning for a while is not given up, but the
// next one is asked too: the first to show text gives the whole answer, and the
// others are cancelled. After the first visible text every error is passed on.
//
// Reasoning that came before a failure has been passed on too: the next try
// begins its own. While several providers run, reasoning is not passed on.
func Failover(providers []Provider, opts FailoverOptions) Provider {
	opts.Logger = cmp.Or(opts.Logger, slog.Default())
	opts.MaxWait = cmp.Or(opts.MaxWait, 5*time.Second)
	opts.Backoff = cmp.Or(opts.Backoff, 400*time.Millisecond)
	opts.Hedge = cmp.Or(opts.Hedge, 10*time.Second)
	f := &failover{opts: opts}
	for _, p := range providers {
		f.links = append(f.links, link{p, newBreaker(p, opts)})
	}
	return f
}

// final reports whether an error lies in the request, so that no other try
// would do better.
func final(e *Error) bool {
	return e.Kind == ErrBadRequest || e.Kind == ErrFiltered || e.Kind == ErrContext
}

// Name lists the names of all providers.
func (f *failover) Name() string {
	names := make([]string, len(f.links))
	for i, l := range f.links {
		names[i] = l.Name()
	}
	return strings.Join(names, ",")
}

// ContextTokens is the smallest of the providers' (Sized): any of them may have
// to answer. Providers that do not say are left out; when none does, it is
// 8192.
func (f *failover) ContextTokens() int {
	least := 0
	for _, l := range f.links {
		if n := ContextTokens(l.Provider, 0); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return cmp.Or(least, 8192)
}

// Stream yields the answer of the first provider that gives one.
func (f *failover) Stream(ctx context.Context, req Request) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		switch len(f.links) {
		case 0:
			yield(Delta{}, &Error{Kind: ErrOverloaded, Msg: "no provider is available"})
		case 1:
			a := f.attempt(0, func(p piece) bool { return yield(p.Delta, p.err) })
			if err := a.run(ctx, req); err != nil {
				yield(Delta{Provider: err.Provider}, err)
			}
		default:
			newRace(f, req, yield).run(ctx)
		}
	}
}

func (f *failover) attempt(i int, yield func(piece) bool) *attempt {
	return &attempt{link: &f.links[i], opts: &f.opts, failed: &f.failed, yield: yield}
}
