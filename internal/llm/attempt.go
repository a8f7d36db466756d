package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"
)

// triesEach is how often one provider is asked for one answer.
const triesEach = 2

// piece is what one provider yields, and whether its answer has visible text or
// an end.
type piece struct {
	Delta
	err     error
	visible bool
}

// attempt asks one provider.
type attempt struct {
	link   *link
	opts   *FailoverOptions
	failed *failedPrompts
	yield  func(piece) bool
	held   string      // white space that came before any visible text
	slow   atomic.Bool // cancelled because another provider was faster
}

// run tries the provider until it answers, gives up, or has had its tries. A
// nil error means that the answer, or an error after its beginning, has been
// yielded.
func (a *attempt) run(ctx context.Context, req Request) *Error {
	prompt := promptOf(req)
	for try := 1; ; try++ {
		err := a.once(ctx, req)
		if err == nil {
			return nil
		}
		a.report(err)
		if ctx.Err() == nil {
			a.failed.add(prompt, err)
		}
		if try == triesEach || a.failed.hopeless(prompt) || !a.again(ctx, err) {
			return err
		}
	}
}

// again reports whether a second try is worth it, after having waited for it. A
// provider that timed out, or loaded its model for too long, is not tried again:
// it would most likely do so again.
func (a *attempt) again(ctx context.Context, err *Error) bool {
	switch err.Kind {
	case ErrRate, ErrOverloaded, ErrNetwork, ErrTruncated:
	default:
		return false
	}
	if err.Loading || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, gobreaker.ErrOpenState) || err.RetryAfter > a.opts.MaxWait {
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

// report logs a failure; one that an operator must mend is logged as an error.
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
	settle, err := a.link.breaker.allow(ctx, userOf(req))
	if err != nil {
		return &Error{
			Kind: ErrOverloaded, Provider: a.link.Name(), RetryAfter: breakerProbe,
			Msg: "resting after repeated failures", Cause: err,
		}
	}
	outcome, settled := error(nil), false
	defer func() {
		if a.slow.Load() {
			outcome = errSlow
		}
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
			a.failed.forget(req)
		}
		if !a.pass(d, err, visible) {
			outcome = context.Canceled
			return nil
		}
	}
	return nil
}

// errSlow is the outcome of a provider that was silent until another one had
// answered.
var errSlow = errors.New("llm: another provider was faster")

// pass yields a piece. White space waits for the text it belongs to.
func (a *attempt) pass(d Delta, err error, visible bool) bool {
	if d.Provider == "" {
		d.Provider = a.link.Name()
	}
	if !visible {
		a.held += d.Text
		d.Text = ""
		return d.Reasoning == "" && d.Waiting == "" || a.yield(piece{d, nil, false})
	}
	if a.held != "" {
		d.Text = a.held + d.Text
		a.held = ""
	}
	return a.yield(piece{d, err, true})
}

// asError is err as an *Error, whatever a provider yields.
func (a *attempt) asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Kind: ErrNetwork, Provider: a.link.Name(), Msg: "the provider failed", Cause: err}
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }
