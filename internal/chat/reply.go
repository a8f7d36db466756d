package chat

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"colloquy/internal/chat/clean"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
	"colloquy/internal/distress"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/obs"
	"colloquy/internal/spend"
)

// maxReplyTime bounds one reply, waiting included.
const maxReplyTime = 6 * time.Minute

// What ends the writing of a reply early.
var (
	errStopped  = errors.New("stopped by the reader")
	errShutdown = errors.New("the server shuts down")
)

// reply is one reply while it is written. It lives on the server's own
// context: a reader that goes away does not end it.
type reply struct {
	svc     *Service
	ctx     context.Context // the server's own, with the id of the request that began it
	turn    Turn
	actor   core.Actor
	ch      Character
	log     live.Writer
	started time.Time
	begun   time.Duration // the same by core.Elapsed
	done    chan struct{} // closed by ended when the row has its final state
	ended   func()

	mu       sync.Mutex
	text     strings.Builder
	saved    int           // bytes at the last checkpoint
	leasedAt time.Duration // by core.Elapsed
	provider string
	usage    llm.Usage
	seen     int // code points the reader saw when it stopped; -1 for all
	pieces   int
	waiting  bool // readers know that the model is loading
	budget   spend.Reservation
	asked    int            // estimated tokens of the prompt, for providers that count none
	help     *distress.Help // what the reply must name; nil when nobody is at risk
}

func newReply(ctx context.Context, s *Service, turn Turn, actor core.Actor, ch Character, log live.Writer) *reply {
	now, done := core.Elapsed(s.Clock), make(chan struct{})
	return &reply{
		svc: s, ctx: obs.WithRequestID(s.base, obs.RequestID(ctx)), turn: turn, actor: actor, ch: ch, log: log,
		started: s.Clock.Now(), begun: now, leasedAt: now, seen: -1, done: done, ended: sync.OnceFunc(func() { close(done) }),
	}
}

// run writes the reply, ends it, and has suggestions made.
func (r *reply) run() {
	defer r.release()
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	ctx, stopTimer := context.WithTimeout(ctx, maxReplyTime)
	defer stopTimer()
	obs.Go(ctx, r.svc.Log, "stop of a reply", func() { r.watchStop(ctx, cancel) })
	o, code := r.write(ctx)
	status := r.end(o, code)
	r.svc.forget(r.turn.ReplyID)
	if status == Complete {
		// The text is final: readers may go on while suggestions are made.
		r.emitDone("complete", status)
	}
	r.svc.settle(r.ctx, r.budget, r.cost())
	if status == Complete {
		r.suggest()
	}
	r.emitDone("done", status)
}

// release lets go of all that this process holds for the reply. After a panic
// the row may be unfinished; as nobody writes it any more, a sweep ends it.
func (r *reply) release() {
	r.svc.forget(r.turn.ReplyID)
	r.ended()
	r.log.Close()
}

// watchStop cancels the writing when a reader asks for it, on any connection.
func (r *reply) watchStop(ctx context.Context, cancel context.CancelCauseFunc) {
	select {
	case stop := <-r.log.StopRequested():
		r.mu.Lock()
		r.seen = stop.Seen
		r.mu.Unlock()
		cancel(errStopped)
	case <-ctx.Done():
	}
}

// write asks the model and shows what it answers, until it ends or fails. A
// panic of a provider fails this reply, not the process.
func (r *reply) write(ctx context.Context) (o outcome, code string) {
	defer func() {
		if v := recover(); v != nil {
			r.svc.Log.ErrorContext(ctx, "panic while writing a reply", "value", obs.PanicText(v), "stack", string(debug.Stack()))
			o, code = modelFailed, codeModelFailed
		}
	}()
	select {
	case r.svc.slots <- struct{}{}:
		defer func() { <-r.svc.slots }()
	case <-ctx.Done():
		return r.failure(ctx, ctx.Err())
	}
	err := r.attempt(ctx, false)
	if tooLong(err) && r.pieces == 0 {
		err = r.attempt(ctx, true)
	}
	if ctx.Err() == nil {
		r.showHelp()
	}
	switch {
	case ctx.Err() != nil:
		return r.failure(ctx, ctx.Err())
	case err != nil:
		return r.failure(ctx, err)
	case r.text.Len() == 0:
		return modelFailed, codeEmpty
	}
	return ended, ""
}

// tooLong says that the model refused the prompt for its length.
func tooLong(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind == llm.ErrContext
}

// attempt asks the model once and shows its answer. What arrived together is
// shown together: a model that is faster than any reader costs less so. What a
// filter held back is shown at the end, whichever end it is: what had arrived
// is kept.
func (r *reply) attempt(ctx context.Context, shorter bool) error {
	req, err := r.request(ctx, shorter)
	if err != nil {
		return err
	}
	r.asked = r.svc.sizes.Estimator(r.svc.Model.Name()).RequestTokens(req)
	r.help = req.Help
	filter := clean.New(clean.Options{CharName: r.ch.Persona.Name, UserName: prompt.Name(r.actor.Name), Stops: req.Stop, Canary: r.svc.canary, Private: prompt.Private(req)})
	var finish llm.Finish
	var piece string
	for d, err := range r.svc.Model.Stream(ctx, req) {
		if err != nil {
			r.show(piece + filter.End(""))
			return err
		}
		r.note(d)
		if d.Waiting != "" {
			r.wait(d.Waiting)
		}
		if d.Finish != "" {
			finish = d.Finish
		}
		if d.Text != "" {
			piece += filter.Push(d.Text)
		}
		if filter.Stopped() {
			break
		}
		if !d.More {
			r.show(piece)
			piece = ""
		}
	}
	r.show(piece + filter.End(finish))
	// Under the name that request asks for, which differs from that of the model
	// that answered where one stands in for another.
	r.svc.sizes.Observe(r.svc.Model.Name(), req, r.usage)
	return nil
}

// wait tells the readers, once, why no text comes yet.
func (r *reply) wait(reason llm.Reason) {
	if !r.waiting {
		r.waiting = true
		r.log.Append("waiting", waitingEvent(reason))
	}
}

// note keeps what a delta tells beside its text.
func (r *reply) note(d llm.Delta) {
	if d.Usage == nil && d.Provider == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if d.Usage != nil {
		r.usage = *d.Usage
	}
	if d.Provider != "" {
		r.provider = d.Provider
	}
}

// show appends a piece to the reply and to its log. What is shown here is what
// will be stored.
func (r *reply) show(piece string) {
	if piece == "" {
		return
	}
	r.mu.Lock()
	first := r.pieces == 0
	r.pieces++
	r.text.WriteString(piece)
	r.mu.Unlock()
	if first {
		r.svc.Metrics.FirstPiece((core.Elapsed(r.svc.Clock) - r.begun).Seconds())
	}
	r.log.Append("", pieceEvent(piece))
}

// showHelp names the help lines to somebody at risk, where the model did not,
// or failed.
func (r *reply) showHelp() {
	if r.help == nil || r.help.In(r.snapshot()) {
		return
	}
	note := r.help.Note()
	if r.pieces > 0 {
		note = "\n\n" + note
	}
	r.show(note)
}

// failure tells why the writing ended early: the reader, the server, or the model.
func (r *reply) failure(ctx context.Context, err error) (outcome, string) {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errStopped):
		return stoppedByUs, ""
	case errors.Is(cause, errShutdown):
		return serverStopped, codeInterrupted
	}
	r.svc.Log.ErrorContext(ctx, "the model failed", "character", r.ch.Persona.Slug, "error", err.Error())
	return modelFailed, codeModelFailed
}

// snapshot returns the text so far.
func (r *reply) snapshot() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}
