package llm

import (
	"context"
	"time"

	"colloquy/internal/obs"
)

// race asks several providers for one answer. Each runs in a goroutine of its
// own; run, in the reader's goroutine, decides whose pieces are passed on.
type race struct {
	f      *failover
	req    Request
	yield  func(Delta, error) bool
	pieces chan fromRunner
	wg     obs.Group

	runners []*runner // those that have been started, in order
	running int
	winner  *runner
	last    *Error // of the runner that failed last
	final   bool   // a failure lies in the request: no further provider is asked
	hedge   *time.Timer
}

// runner is one provider in a race.
type runner struct {
	*attempt
	begun  time.Time
	cancel context.CancelFunc
	stop   chan struct{} // closed when nobody reads its pieces any more
	left   bool          // stop is closed
	shown  bool          // it has shown text or reasoning
}

// fromRunner is a piece of a runner, or its end.
type fromRunner struct {
	piece
	from   *runner
	ended  bool
	failed *Error // why, when it ended before any visible text
}

func newRace(f *failover, req Request, yield func(Delta, error) bool) *race {
	r := &race{f: f, req: req, yield: yield, pieces: make(chan fromRunner), hedge: time.NewTimer(f.opts.Hedge)}
	return r
}

// run passes the winner's answer on, or the last failure.
func (r *race) run(ctx context.Context) {
	defer r.hedge.Stop()
	defer r.wg.Wait()
	defer func() {
		for _, one := range r.runners {
			one.leave()
		}
	}()
	r.start(ctx)
	for {
		select {
		case p := <-r.pieces:
			if !r.take(ctx, p) {
				return
			}
		case <-r.hedge.C:
			if r.winner == nil && !r.final {
				r.start(ctx)
			}
		}
	}
}

// start asks the next provider, if there is one.
func (r *race) start(ctx context.Context) bool {
	i := len(r.runners)
	if i == len(r.f.links) {
		return false
	}
	one := &runner{begun: time.Now(), stop: make(chan struct{})}
	ctx, one.cancel = context.WithCancel(ctx)
	one.attempt = r.f.attempt(i, func(p piece) bool { return r.send(one, fromRunner{piece: p, from: one}) })
	r.runners = append(r.runners, one)
	r.running++
	r.hedge.Reset(r.f.opts.Hedge)
	r.wg.Go(ctx, r.f.opts.Logger, "model provider", func() {
		end := fromRunner{from: one, ended: true, failed: &Error{Kind: ErrNetwork, Provider: one.link.Name(), Msg: "the provider panicked"}}
		defer func() { r.send(one, end) }()
		end.failed = one.run(ctx, r.req)
	})
	return true
}

func (r *race) send(one *runner, p fromRunner) bool {
	select {
	case r.pieces <- p:
		return true
	case <-one.stop:
		return false
	}
}

// take handles a piece or an end and reports whether the race goes on.
func (r *race) take(ctx context.Context, p fromRunner) bool {
	switch {
	case p.from.left:
		return true
	case p.ended:
		return r.ended(ctx, p)
	case p.visible && r.winner == nil:
		r.wins(p.from)
	case !p.visible:
		p.from.shown = p.from.shown || p.Reasoning != ""
		if p.from.shown {
			r.hedge.Stop()
		}
		if r.running > 1 && p.Waiting == "" {
			return true
		}
	}
	return r.yield(p.Delta, p.err)
}

// wins makes a runner the one whose answer is passed on, and ends the others.
// One that was silent for as long as it took to ask another counts as failed.
func (r *race) wins(winner *runner) {
	r.winner = winner
	r.hedge.Stop()
	for _, one := range r.runners {
		if one == winner {
			continue
		}
		one.slow.Store(!one.shown && time.Since(one.begun) >= r.f.opts.Hedge)
		one.leave()
	}
}

// ended handles the end of a runner. The end of the winner ends the race; so
// does the last failure.
func (r *race) ended(ctx context.Context, p fromRunner) bool {
	r.running--
	if p.failed == nil {
		return false
	}
	r.last = p.failed
	r.final = r.final || final(p.failed) || ctx.Err() != nil
	if !r.final && r.running == 0 && r.start(ctx) {
		return true
	}
	if r.running > 0 {
		return true
	}
	r.yield(Delta{Provider: r.last.Provider}, r.last)
	return false
}

// leave cancels a runner; what it still yields is dropped.
func (one *runner) leave() {
	if one.left {
		return
	}
	one.left = true
	close(one.stop)
	one.cancel()
}
