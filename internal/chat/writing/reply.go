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
	errStopped      = errors.New("stopped by the reader")
	errShutdown     = errors.New("the server shuts down")
	errDeleted      = errors.New("the conversation was deleted")
	errRowNotStored = errors.New("the row of the reply was not stored")
)

// reply is a running reply. Its context belongs to the server: a disconnected reader
// does not end it (rule replies-goes-on).
type reply struct {
	ReplySpec
	runner       *ReplyRunner
	ctx          context.Context // context of the server, with the id of the request that started the reply
	cancel       context.CancelCauseFunc
	turn         message.Turn
	history      []llm.Message          // messages up to the one to answer, oldest first
	memory       prompt.CharacterMemory // memories of the user for the prompt
	log          live.Writer
	startedAt    time.Time
	startElapsed time.Duration // start time, by core.Elapsed
	// txEnded is closed when the transaction that stores the row has ended. If the transaction
	// failed, isDropped is set first.
	txEnded   chan struct{}
	isDropped bool
	// hasRestoredVersion means that restoreFormerVersion has put ReplacedVersion back into the
	// conversation.
	hasRestoredVersion bool
	finalStateStored   chan struct{} // closed by markStored when the row has its final state
	// markStored may be called several times.
	markStored func()

	mu             sync.Mutex
	text           strings.Builder
	savedByteCount int           // bytes at the last checkpoint
	leasedAt       time.Duration // by core.Elapsed
	provider       string
	usage          llm.Usage
	rejectedCost   spend.Cost     // cost of a rejected first answer
	seenChars      int            // code points that the reader had seen at the stop; -1 for all
	pieceCount     int            // pieces shown so far
	waitReason     llm.WaitReason // last reason that was sent to readers
	promptEstimate int            // estimated tokens of the prompt, for providers that count none
	help           *distress.Help // help lines that the reply must name; nil: the user is not at risk
}

func newReply(ctx context.Context, p *PendingReply, o ReplySpec) *reply {
	w := p.runner
	now, done := core.Elapsed(w.deps.Clock), make(chan struct{})
	turn := message.TurnOf(p.Row)
	turn.IsNew = true
	ctx, cancel := context.WithCancelCause(obs.WithRequestID(w.baseCtx, obs.RequestID(ctx)))
	r := &reply{
		ReplySpec: o, runner: w, ctx: ctx, cancel: cancel, turn: turn, history: p.history, log: p.log,
		startedAt: w.deps.Clock.Now(), startElapsed: now, leasedAt: now, seenChars: -1, txEnded: make(chan struct{}), finalStateStored: done, markStored: sync.OnceFunc(func() { close(done) }),
	}
	r.text.WriteString(o.ContinuedText)
	r.savedByteCount = r.text.Len()
	return r
}

// endRowWait ends the wait for the transaction that stores the row. If the row is not
// stored, it cancels the call of the model.
func (r *reply) endRowWait(isStored bool) {
	if !isStored {
		r.isDropped = true
		r.cancel(errRowNotStored)
	}
	close(r.txEnded)
}

// awaitRow waits until the transaction that stores the row has ended. It reports
// whether the row is stored; if not, the writer must neither show nor store anything.
func (r *reply) awaitRow() (isStored bool) {
	<-r.txEnded
	return !r.isDropped
}

// run writes and ends the reply, then makes the suggestions. Of a dropped reply it keeps
// only the cost. If a continuation was undone, the event `done` names the restored version. Rule
// messages-continue.
func (r *reply) run() {
	defer r.cancel(nil)
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	ctx, stopTimer := context.WithTimeout(ctx, maxReplyTime)
	defer stopTimer()
	obs.Go(ctx, r.runner.deps.Log, "stop of a reply", func() { r.watchStop(ctx, cancel) })
	o, code := r.writeText(ctx)
	if !r.awaitRow() {
		r.keepDroppedReplyCost()
		return
	}
	defer r.releaseResources()
	status := r.finish(o, code)
	r.runner.forgetRunningReply(r.turn.ReplyID)
	if r.hasRestoredVersion {
		r.log.Append("done", event.EncodeDone(message.TurnOf(r.ReplacedVersion), r.ReplacedVersion.Status, r.runner.deps.IsDemo()))
		return
	}
	if status == message.Complete {
		// The text is final, so the user may go on while suggestions are made.
		r.appendStatusEvent("complete", status)
	}
	if status == message.Complete {
		r.makeSuggestions()
	}
	r.appendStatusEvent("done", status)
}

// releaseResources frees the reply's resources in this process. After a panic the row may still
// have the status of a running reply; a sweep then marks it as interrupted.
func (r *reply) releaseResources() {
	r.runner.forgetRunningReply(r.turn.ReplyID)
	r.markStored()
	r.log.Close()
}

// watchStop cancels the writing when a reader requests a stop.
func (r *reply) watchStop(ctx context.Context, cancel context.CancelCauseFunc) {
	select {
	case stop := <-r.log.StopRequested():
		r.mu.Lock()
		r.seenChars = stop.SeenChars
		r.mu.Unlock()
		cancel(errStopped)
	case <-ctx.Done():
	}
}

// writeText calls the model and shows its answer until the answer ends or fails. A panic of
// a provider fails only this reply.
func (r *reply) writeText(ctx context.Context) (o outcome, code string) {
	defer func() {
		if v := recover(); v != nil {
			r.runner.deps.Log.ErrorContext(ctx, "panic while writing a reply", "value", obs.PanicText(v), "stack", string(debug.Stack()))
			o, code = modelFailed, codeModelFailed
		}
	}()
	select {
	case r.runner.slots <- struct{}{}:
		defer func() { <-r.runner.slots }()
	case <-ctx.Done():
		return r.outcomeOf(ctx, ctx.Err())
	}
	r.recallMemory(ctx)
	err := r.askModel(ctx, false)
	if isPromptTooLong(err) && r.pieceCount == 0 {
		err = r.askModel(ctx, true)
	}
	if ctx.Err() == nil {
		r.showHelp()
	}
	switch {
	case ctx.Err() != nil:
		return r.outcomeOf(ctx, ctx.Err())
	case err != nil:
		return r.outcomeOf(ctx, err)
	case r.text.Len() == len(r.ContinuedText):
		return modelFailed, codeEmptyReply
	}
	return modelEnded, ""
}

// outcomeOf returns the outcome of a reply that ended early, and its error code. Causes of an early
// end are a stop, the shutdown and an error of the model.
func (r *reply) outcomeOf(ctx context.Context, err error) (outcome, string) {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errStopped), errors.Is(cause, errDeleted), errors.Is(cause, errRowNotStored):
		return readerStopped, ""
	case errors.Is(cause, errShutdown):
		return serverStopped, codeInterrupted
	}
	r.runner.deps.Log.ErrorContext(ctx, "the model failed", "character", r.Persona.Slug, "error", err.Error())
	return modelFailed, codeModelFailed
}

// textSoFar returns the text so far.
func (r *reply) textSoFar() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// appendStatusEvent appends an event with the status of the reply to its log.
func (r *reply) appendStatusEvent(eventName string, status message.Status) {
	r.log.Append(eventName, event.EncodeDone(r.turn, status, r.runner.deps.IsDemo()))
}
