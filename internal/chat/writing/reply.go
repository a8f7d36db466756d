package writing

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
	"colloquy/internal/distress"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/obs"
	"colloquy/internal/spend"
)

// maxReplyTime limits the time of one reply, including waiting for the model.
const maxReplyTime = 6 * time.Minute

// Causes of an early end.
var (
	errStopped  = errors.New("stopped by the reader")
	errShutdown = errors.New("the server shuts down")
	errDeleted  = errors.New("the conversation was deleted")
	errDropped  = errors.New("the row of the reply was not stored")
)

// reply is a running reply. Its context belongs to the server: a disconnected reader
// does not end it.
type reply struct {
	Order
	replies *Replies
	ctx     context.Context // of the server, with the id of the request that started the reply
	cancel  context.CancelCauseFunc
	turn    message.Turn
	history []llm.Message // up to the user message to answer, oldest first
	memory  prompt.Memory // what the prompt tells of the user
	log     live.Writer
	started time.Time
	begun   time.Duration // start time, by core.Elapsed
	// txEnded is closed when the transaction that stores the row has ended. dropped is
	// set before that if the transaction failed.
	txEnded chan struct{}
	dropped bool
	done    chan struct{} // markStored closes it when the row has its final state
	// markStored may be called several times.
	markStored func()

	mu             sync.Mutex
	text           strings.Builder
	saved          int           // bytes at the last checkpoint
	leasedAt       time.Duration // by core.Elapsed
	provider       string
	usage          llm.Usage
	rejected       spend.Cost // of a first answer of which nothing was shown
	seen           int        // code points that the reader saw when it stopped the reply; -1 for all
	pieces         int
	waiting        bool           // readers know that the model is loading
	promptEstimate int            // estimated tokens of the prompt, for providers that count none
	help           *distress.Help // help lines that the reply must name; nil: the user is not at risk
}

func newReply(ctx context.Context, p *Pending, o Order) *reply {
	w := p.replies
	now, done := core.Elapsed(w.deps.Clock), make(chan struct{})
	turn := message.TurnOf(p.Row)
	turn.IsNew = true
	ctx, cancel := context.WithCancelCause(obs.WithRequestID(w.base, obs.RequestID(ctx)))
	return &reply{
		Order: o, replies: w, ctx: ctx, cancel: cancel, turn: turn, history: p.history, log: p.log,
		started: w.deps.Clock.Now(), begun: now, leasedAt: now, seen: -1, txEnded: make(chan struct{}), done: done, markStored: sync.OnceFunc(func() { close(done) }),
	}
}

// endTx ends the wait for the transaction that stores the row. If the row is not
// stored, it cancels the call of the model.
func (r *reply) endTx(stored bool) {
	if !stored {
		r.dropped = true
		r.cancel(errDropped)
	}
	close(r.txEnded)
}

// awaitRow waits until the transaction that stores the row has ended. It reports
// whether the row is stored; if not, the writer must neither show nor store anything.
func (r *reply) awaitRow() (stored bool) {
	<-r.txEnded
	return !r.dropped
}

// run writes and ends the reply, then makes the suggestions. A dropped reply leaves
// only its cost.
func (r *reply) run() {
	defer r.cancel(nil)
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	ctx, stopTimer := context.WithTimeout(ctx, maxReplyTime)
	defer stopTimer()
	obs.Go(ctx, r.replies.deps.Log, "stop of a reply", func() { r.watchStop(ctx, cancel) })
	o, code := r.write(ctx)
	if !r.awaitRow() {
		r.owe()
		return
	}
	defer r.release()
	status := r.finish(o, code)
	r.replies.forget(r.turn.ReplyID)
	if status == message.Complete {
		// The text is final: readers may continue while suggestions are made.
		r.appendDone("complete", status)
	}
	if status == message.Complete {
		r.suggest()
	}
	r.appendDone("done", status)
}

// release frees the reply's resources in this process. After a panic the row may be
// unfinished; a sweep then ends it, because it has no writer.
func (r *reply) release() {
	r.replies.forget(r.turn.ReplyID)
	r.markStored()
	r.log.Close()
}

// watchStop cancels the writing when a reader requests a stop.
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

// write calls the model and shows its answer until it ends or fails. A panic of a
// provider fails only this reply.
func (r *reply) write(ctx context.Context) (o outcome, code string) {
	defer func() {
		if v := recover(); v != nil {
			r.replies.deps.Log.ErrorContext(ctx, "panic while writing a reply", "value", obs.PanicText(v), "stack", string(debug.Stack()))
			o, code = modelFailed, codeModelFailed
		}
	}()
	select {
	case r.replies.slots <- struct{}{}:
		defer func() { <-r.replies.slots }()
	case <-ctx.Done():
		return r.failure(ctx, ctx.Err())
	}
	r.recall(ctx)
	err := r.ask(ctx, false)
	if isTooLong(err) && r.pieces == 0 {
		err = r.ask(ctx, true)
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
	return modelEnded, ""
}

// failure returns the cause of an early end: a stop, the shutdown or the model.
func (r *reply) failure(ctx context.Context, err error) (outcome, string) {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errStopped), errors.Is(cause, errDeleted), errors.Is(cause, errDropped):
		return readerStopped, ""
	case errors.Is(cause, errShutdown):
		return serverStopped, codeInterrupted
	}
	r.replies.deps.Log.ErrorContext(ctx, "the model failed", "character", r.Persona.Slug, "error", err.Error())
	return modelFailed, codeModelFailed
}

// snapshot returns the text so far.
func (r *reply) snapshot() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

func (r *reply) appendDone(name string, status message.Status) {
	r.log.Append(name, event.Done(r.turn, status, r.replies.deps.Demo()))
}
