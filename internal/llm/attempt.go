package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/sony/gobreaker/v2"
)

// maxTries is the number of calls of one provider for one answer. Rule replies-next-provider.
const maxTries = 2

// piece is a delta or an error of a provider. isAnswerVisible is true once the answer of the provider has
// visible text or a finish.
type piece struct {
	Delta
	err             error
	isAnswerVisible bool
}

// attempt calls one provider for one answer, with a retry.
type attempt struct {
	guardedProvider *guardedProvider
	opts            *FailoverOptions
	failedPrompts   *failedPrompts
	yield           func(piece) bool
	heldSpace       string // white space before the first visible text
}

// run calls the provider until the provider answers or a retry is not allowed. It returns nil if
// visible text was yielded or the reader stopped. After visible text run yields an error without a
// retry. If the provider is a Balance, run calls it once, because a Balance retries by itself.
func (a *attempt) run(ctx context.Context, req Request) *Error {
	if a.guardedProvider.breaker == nil {
		return a.call(ctx, req)
	}
	key := promptKeyOf(req)
	for try := 1; ; try++ {
		err := a.call(ctx, req)
		if err == nil {
			return nil
		}
		a.logFailure(err)
		if ctx.Err() == nil {
			a.failedPrompts.add(key, err)
		}
		if try == maxTries || a.failedPrompts.isExhausted(key) || !a.waitToRetry(ctx, err) {
			return err
		}
	}
}

// waitToRetry waits before a retry, or returns false if the call must not be retried. After a
// timeout or a slow load of the model, a retry would most likely time out too.
func (a *attempt) waitToRetry(ctx context.Context, err *Error) bool {
	switch err.Kind {
	case ErrRate, ErrOverloaded, ErrNetwork, ErrTruncated:
	default:
		return false
	}
	if err.IsLoadingModel || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, gobreaker.ErrOpenState) || err.RetryAfter > a.opts.MaxRetryAfter {
		return false
	}
	halfBackoff := a.opts.Backoff / 2
	wait := max(halfBackoff+rand.N(halfBackoff+1), err.RetryAfter)
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// logFailure logs a failure, at level error if an operator has to fix its cause, and calls
// OnFailure. It ignores a cancelled call.
func (a *attempt) logFailure(err *Error) {
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
	a.opts.Logger.Error("model provider is configured wrongly or has no credit", attrs...)
}

// call makes one call and forwards its answer. If the call fails before the first
// visible text, it returns the error.
func (a *attempt) call(ctx context.Context, req Request) *Error {
	settle, err := a.guardedProvider.allow(ctx, userIDOf(req))
	if err != nil {
		return &Error{
			Kind: ErrOverloaded, Provider: a.guardedProvider.Name(), RetryAfter: breakerProbeDelay,
			Msg: "the circuit breaker is open", Cause: err,
		}
	}
	outcome, settled, hadNoOutput, startTime := error(nil), false, true, time.Now()
	defer func() {
		if hadNoOutput && errors.Is(context.Cause(ctx), errSlowerProvider) && time.Since(startTime) >= a.opts.HedgeDelay {
			outcome = errSlowerProvider
		}
		if !settled {
			settle(outcome)
		}
	}()
	a.heldSpace = ""
	isAnswerVisible := false
	for d, err := range a.guardedProvider.Stream(ctx, req) {
		if err != nil && !isAnswerVisible {
			outcome = err
			return a.asError(err)
		}
		hadNoOutput = hadNoOutput && d.Reasoning == ""
		if !isAnswerVisible && (!isBlank(d.Text) || d.Finish != "") {
			isAnswerVisible, settled = true, true
			settle(nil)
			a.failedPrompts.forget(req)
		}
		if !a.yieldDelta(d, err, isAnswerVisible) {
			outcome = context.Canceled
			return nil
		}
	}
	return nil
}

// errSlowerProvider is the cause of a call that was cancelled because another provider answered
// first. The breaker counts the call as failed if it had no output for FailoverOptions.HedgeDelay.
var errSlowerProvider = errors.New("llm: another provider was faster")

// yieldDelta yields a delta or an error. It holds back white space before the first visible
// text.
func (a *attempt) yieldDelta(d Delta, err error, isAnswerVisible bool) bool {
	if d.Provider == "" {
		d.Provider = a.guardedProvider.Name()
	}
	if !isAnswerVisible {
		a.heldSpace += d.Text
		d.Text = ""
		return d.Reasoning == "" && d.WaitReason == "" || a.yield(piece{d, nil, false})
	}
	if a.heldSpace != "" {
		d.Text = a.heldSpace + d.Text
		a.heldSpace = ""
	}
	return a.yield(piece{d, err, true})
}

// asError returns err as an *Error.
func (a *attempt) asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Kind: ErrNetwork, Provider: a.guardedProvider.Name(), Msg: "the provider failed", Cause: err}
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
