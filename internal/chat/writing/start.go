package writing

import (
	"context"

	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// ErrShuttingDown refuses a reply during the shutdown. Rule chat-outbox.
var ErrShuttingDown = core.E(core.Unavailable, "shutting_down", "The service is restarting. Please try again in a moment.")

// ReplySpec has what Start needs to write a reply.
type ReplySpec struct {
	Actor       core.Actor
	IsPaying    bool // the actor has a running purchase
	Persona     *core.Persona
	Year        int               // the persona speaks from this year; 0 is its horizon
	Reservation spend.Reservation // settled when the reply ends
	// Guidance is the user's wish for this version, in the user's words.
	Guidance string
	// ContinuedText is the text that the reply continues. Readers get it first.
	ContinuedText string
	// ReplacedVersion is the version that this reply replaces, empty if there is none.
	ReplacedVersion message.Message
	// FormerTexts has the texts of all earlier versions of the reply.
	FormerTexts []string
}

// PendingReply is a reply whose row is not committed yet. The sweep of this process skips
// it. Every PendingReply ends with Confirm or Discard.
type PendingReply struct {
	Row message.Message // the caller sets ReplyTo, UserSlot and Seq

	runner  *ReplyRunner
	log     live.Writer
	history []llm.Message
	reply   *reply // set by Start
	isEnded bool   // set by Confirm and Discard
}

// Prepare makes the row of a reply. It returns ErrShuttingDown after Close.
func (w *ReplyRunner) Prepare(conversationID string) (*PendingReply, error) {
	now := w.deps.Clock.Now()
	p := &PendingReply{runner: w, Row: message.Message{
		ID: core.NewID(now), ConversationID: conversationID, Status: message.Generating,
		OwnerProcess: w.ownerProcessID, LeaseUntil: now.Add(leaseDuration), CreatedAt: now,
	}}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isClosing {
		return nil, ErrShuttingDown
	}
	w.startingReplies.Add(1)
	w.runningByID[p.Row.ID] = nil
	return p, nil
}

// OpenLog reads the history and creates the log. It runs in the transaction that stores the row, so
// every committed row has a log. Each try of the transaction calls OpenLog.
func (p *PendingReply) OpenLog(ctx context.Context, tx storage.Querier) (err error) {
	if p.history, err = readHistory(ctx, tx, p.Row.ConversationID, p.Row.Seq-1); err != nil || p.log != nil {
		return err
	}
	p.log, err = p.runner.deps.Live.Create(ctx, p.Row.ID)
	return err
}

// Start starts the writer. Call it as the last step of the transaction that stores the row. The
// call of the model then runs while the transaction commits. Nothing is shown or stored before
// Confirm (ADR 7). Each try of the transaction calls Start, which cancels the writer of a failed
// try.
func (p *PendingReply) Start(ctx context.Context, o ReplySpec) {
	p.dropWriter()
	w := p.runner
	p.reply = newReply(ctx, p, o)
	w.group.Go(p.reply.ctx, w.deps.Log, "reply", p.reply.run)
}

// Confirm lets the writer show and store its reply, and returns the turn. Call it after the commit
// of the row. Readers of a continuation first get its beginning (rule messages-continue).
func (p *PendingReply) Confirm() message.Turn {
	w, r := p.runner, p.reply
	p.isEnded = true
	defer w.startingReplies.Done()
	w.mu.Lock()
	w.runningByID[p.Row.ID] = r
	w.mu.Unlock()
	w.deps.Metrics.ReplyStarted()
	if r.ContinuedText != "" {
		r.log.Append("", event.EncodeReplacement(r.ContinuedText))
	}
	r.endRowWait(true)
	return r.turn
}

// dropWriter ends the writer if Start was called.
func (p *PendingReply) dropWriter() {
	if p.reply != nil {
		p.reply.endRowWait(false)
	}
}

// Discard drops a reply whose row was not committed. After Confirm it does nothing.
func (p *PendingReply) Discard() {
	if p.isEnded {
		return
	}
	p.isEnded = true
	p.dropWriter()
	if p.log != nil {
		p.log.Close()
	}
	p.runner.forgetRunningReply(p.Row.ID)
	p.runner.startingReplies.Done()
}

// forgetRunningReply removes a reply from the running ones.
func (w *ReplyRunner) forgetRunningReply(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.runningByID, id)
}
