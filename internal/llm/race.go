package llm

import (
	"context"
	"time"

	"colloquy/internal/obs"
)

// race asks several providers for one answer. Each provider runs in its own goroutine. The
// reader's goroutine executes run, which decides whose pieces are forwarded.
type race struct {
	f      *failover
	req    Request
	yield  func(Delta, error) bool
	events chan raceEvent
	wg     obs.Group

	runners      []*runner // in the order of their start
	runningCount int
	winner       *runner
	lastFailure  *Error // error of the runner that failed most recently
	isFinal      bool   // no other provider is asked, because the request caused a failure or its context ended
	hedgeTimer   *time.Timer
}

// runner is one provider in a race.
type runner struct {
	*attempt
	cancel      context.CancelCauseFunc
	stop        chan struct{} // closed when run no longer reads the pieces of this runner
	isAbandoned bool          // stop is closed
	hasReasoned bool          // the runner has yielded reasoning; a runner that yields visible text becomes the winner
}

// raceEvent is what a runner sends to its race: a piece of its answer, or the report that the
// runner has ended.
type raceEvent struct {
	piece
	runner   *runner
	hasEnded bool
	failure  *Error // error of a runner that ended before any visible text
}

func newRace(f *failover, req Request, yield func(Delta, error) bool) *race {
	r := &race{f: f, req: req, yield: yield, events: make(chan raceEvent), hedgeTimer: time.NewTimer(f.opts.HedgeDelay)}
	return r
}

// run forwards the winner's answer, or the last failure if no provider answers.
func (r *race) run(ctx context.Context) {
	defer r.hedgeTimer.Stop()
	defer r.wg.Wait()
	defer func() {
		for _, rn := range r.runners {
			rn.abandon(nil)
		}
	}()
	r.askNextProvider(ctx)
	for {
		select {
		case p := <-r.events:
			if !r.continueAfterEvent(ctx, p) {
				return
			}
		case <-r.hedgeTimer.C:
			if r.winner == nil && !r.isFinal {
				r.askNextProvider(ctx)
			}
		}
	}
}

// askNextProvider asks the next provider and reports whether there was one.
func (r *race) askNextProvider(ctx context.Context) bool {
	i := len(r.runners)
	if i == len(r.f.guardedProviders) {
		return false
	}
	rn := &runner{stop: make(chan struct{})}
	ctx, rn.cancel = context.WithCancelCause(ctx)
	rn.attempt = r.f.newAttempt(i, func(p piece) bool { return r.sendEvent(rn, raceEvent{piece: p, runner: rn}) })
	r.runners = append(r.runners, rn)
	r.runningCount++
	r.hedgeTimer.Reset(r.f.opts.HedgeDelay)
	r.wg.Go(ctx, r.f.opts.Logger, "model provider", func() {
		end := raceEvent{runner: rn, hasEnded: true, failure: &Error{Kind: ErrNetwork, Provider: rn.guardedProvider.Name(), Msg: "the provider panicked"}}
		defer func() { r.sendEvent(rn, end) }()
		end.failure = rn.run(ctx, r.req)
	})
	return true
}

func (r *race) sendEvent(rn *runner, p raceEvent) bool {
	select {
	case r.events <- p:
		return true
	case <-rn.stop:
		return false
	}
}

// continueAfterEvent handles a piece or the end of a runner and reports whether the race
// continues.
func (r *race) continueAfterEvent(ctx context.Context, p raceEvent) bool {
	switch {
	case p.runner.isAbandoned:
		return true
	case p.hasEnded:
		return r.continueAfterEnd(ctx, p)
	case p.isAnswerVisible && r.winner == nil:
		r.declareWinner(p.runner)
	case !p.isAnswerVisible:
		p.runner.hasReasoned = p.runner.hasReasoned || p.Reasoning != ""
		if p.runner.hasReasoned {
			r.hedgeTimer.Stop()
		}
		if r.runningCount > 1 && p.WaitReason == "" {
			return true
		}
	}
	return r.yield(p.Delta, p.err)
}

// declareWinner makes a runner the winner, whose answer is forwarded, and stops the others. A
// stopped call that had no output for HedgeDelay counts as failed. Rule replies-next-provider.
func (r *race) declareWinner(winner *runner) {
	r.winner = winner
	r.hedgeTimer.Stop()
	for _, rn := range r.runners {
		if rn != winner {
			rn.abandon(errSlowerProvider)
		}
	}
}

// continueAfterEnd handles the end of a runner and reports whether the race continues. The race ends when
// the winner ends. It also ends when the last runner has failed and no other provider may be asked.
func (r *race) continueAfterEnd(ctx context.Context, p raceEvent) bool {
	r.runningCount--
	if p.failure == nil {
		return false
	}
	r.lastFailure = p.failure
	r.isFinal = r.isFinal || isFaultOfRequest(p.failure) || ctx.Err() != nil
	if !r.isFinal && r.runningCount == 0 && r.askNextProvider(ctx) {
		return true
	}
	if r.runningCount > 0 {
		return true
	}
	r.yield(Delta{Provider: r.lastFailure.Provider}, r.lastFailure)
	return false
}

// abandon cancels a runner. Its further pieces are dropped.
func (rn *runner) abandon(cause error) {
	if rn.isAbandoned {
		return
	}
	rn.isAbandoned = true
	close(rn.stop)
	rn.cancel(cause)
}
