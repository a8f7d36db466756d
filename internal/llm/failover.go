package llm

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/sony/gobreaker/v2"
)

// FailoverOptions are what Failover may be told. The zero value is the rule of
// the design: two tries with each provider, waits of at most five seconds, a
// breaker that opens after ten failures in thirty seconds and probes each five.
type FailoverOptions struct {
	Logger *slog.Logger // nil: slog.Default
	// OnFailure is called for each try that failed, and OnBreaker when a
	// provider's breaker changes to closed, half-open or open. Either may be nil.
	OnFailure func(provider string, err *Error)
	OnBreaker func(provider, state string)
	// MaxWait is the longest wait that a server may ask for before its second
	// try; 0 means five seconds.
	MaxWait time.Duration
	// Backoff is the wait before a second try when the server asks for none;
	// half of it is left to chance. 0 means 400 ms.
	Backoff time.Duration
}

// The breaker of a provider (security 3.3).
const (
	breakerFailures = 10
	breakerWindow   = 30 * time.Second
	breakerProbe    = 5 * time.Second
	triesEach       = 2
)

// failover is the Provider that Failover returns.
type failover struct {
	links []link
	opts  FailoverOptions
}

// link is one provider with its breaker.
type link struct {
	Provider
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
}

// Failover joins providers into one that asks them in order. As long as no
// visible text has come, a failure that may pass is tried once more and then
// put to the next provider; one that lies in the request is final. After the
// first visible text every error is passed on. Reasoning that came before a
// failure has been passed on too: the next try begins its own.
func Failover(providers []Provider, opts FailoverOptions) Provider {
	opts.Logger = cmp.Or(opts.Logger, slog.Default())
	opts.MaxWait = cmp.Or(opts.MaxWait, 5*time.Second)
	opts.Backoff = cmp.Or(opts.Backoff, 400*time.Millisecond)
	f := &failover{opts: opts}
	for _, p := range providers {
		f.links = append(f.links, link{p, newBreaker(p, opts)})
	}
	return f
}

func newBreaker(p Provider, opts FailoverOptions) *gobreaker.TwoStepCircuitBreaker[struct{}] {
	return gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:         p.Name(),
		Interval:     breakerWindow,
		BucketPeriod: breakerWindow / 6,
		Timeout:      breakerProbe,
		ReadyToTrip:  func(c gobreaker.Counts) bool { return c.TotalFailures >= breakerFailures },
		IsSuccessful: healthy,
		OnStateChange: func(name string, from, to gobreaker.State) {
			opts.Logger.Warn("model provider's breaker changed", "provider", name, "from", from.String(), "to", to.String())
			if opts.OnBreaker != nil {
				opts.OnBreaker(name, to.String())
			}
		},
	})
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
		last := &Error{Kind: ErrOverloaded, Msg: "no provider is available"}
		for i := range f.links {
			a := attempt{link: &f.links[i], opts: &f.opts, yield: yield}
			err := a.run(ctx, req)
			if err == nil {
				return
			}
			last = err
			if final(err) || ctx.Err() != nil {
				break
			}
		}
		yield(Delta{Provider: last.Provider}, last)
	}
}

// attempt asks one provider.
type attempt struct {
	link  *link
	opts  *FailoverOptions
	yield func(Delta, error) bool
	held  string // white space that came before any visible text
}

// run tries the provider until it answers, gives up, or has had its tries. A
// nil error means that the answer, or an error after its beginning, has been
// yielded.
func (a *attempt) run(ctx context.Context, req Request) *Error {
	for try := 1; ; try++ {
		err := a.once(ctx, req)
		if err == nil {
			return nil
		}
		a.report(err)
		if try == triesEach || !a.again(ctx, err) {
			return err
		}
	}
}

// again reports whether a second try is worth it, after having waited for it. A
// provider that let its time pass would let it pass again.
func (a *attempt) again(ctx context.Context, err *Error) bool {
	switch err.Kind {
	case ErrRate, ErrOverloaded, ErrNetwork, ErrTruncated:
	default:
		return false
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, gobreaker.ErrOpenState) || err.RetryAfter > a.opts.MaxWait {
		return false
	}
	half := a.opts.Backoff / 2
	wait := max(half+rand.N(half+1), err.RetryAfter)
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// report logs a failure; one that somebody must mend is an alert.
func (a *attempt) report(err *Error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	if a.opts.OnFailure != nil {
		a.opts.OnFailure(err.Provider, err)
	}
	attrs := []any{"provider", err.Provider, "kind", err.Kind, "status", err.Status, "error", err.Msg}
	if err.Kind != ErrAuth && err.Kind != ErrQuota {
		a.opts.Logger.Warn("model provider failed", attrs...)
		return
	}
	a.opts.Logger.Error("model provider needs attention", attrs...)
}

// once makes one call and passes its answer on. It returns the error of a call
// that failed before any visible text.
func (a *attempt) once(ctx context.Context, req Request) *Error {
	settle, err := a.link.breaker.Allow()
	if err != nil {
		return &Error{
			Kind: ErrOverloaded, Provider: a.link.Name(), RetryAfter: breakerProbe,
			Msg: "resting after repeated failures", Cause: gobreaker.ErrOpenState,
		}
	}
	outcome, settled := error(nil), false
	defer func() {
		if !settled {
			settle(outcome)
		}
	}()
	a.held = ""
	visible := false
	for d, err := range a.link.Stream(ctx, req) {
		if err != nil && !visible {
			outcome = err
			return a.asError(err)
		}
		if !visible && (!blank(d.Text) || d.Finish != "") {
			visible, settled = true, true
			settle(nil)
		}
		if !a.pass(d, err, visible) {
			return nil
		}
	}
	return nil
}

// pass yields a piece. White space waits for the text it belongs to.
func (a *attempt) pass(d Delta, err error, visible bool) bool {
	if d.Provider == "" {
		d.Provider = a.link.Name()
	}
	if !visible {
		a.held += d.Text
		d.Text = ""
		return d.Reasoning == "" || a.yield(d, nil)
	}
	if a.held != "" {
		d.Text = a.held + d.Text
		a.held = ""
	}
	return a.yield(d, err)
}

// asError is err as an *Error, whatever a provider yields.
func (a *attempt) asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Kind: ErrNetwork, Provider: a.link.Name(), Msg: "the provider failed", Cause: err}
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }
