package writing

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// ErrShuttingDown refuses a reply during the shutdown.
var ErrShuttingDown = core.E(core.Unavailable, "shutting_down", "The service is restarting. Please try again in a moment.")

// Order describes the reply to write.
type Order struct {
	Actor   core.Actor
	Persona *core.Persona
	Budget  spend.Reservation // settled when the reply ends
}

// Pending is a reply whose row is not committed yet. The sweep of this process skips
// it. Every Pending ends with Confirm or Discard.
type Pending struct {
	Row message.Message // the caller sets ReplyTo, UserSlot and Seq

	replies *Replies
	log     live.Writer
	history []llm.Message
	reply   *reply // after Start
	ended   bool   // after Confirm or Discard
}

// Prepare makes the row of a reply. It returns ErrShuttingDown after Close.
func (w *Replies) Prepare(conversationID string) (*Pending, error) {
	now := w.deps.Clock.Now()
	p := &Pending{replies: w, Row: message.Message{
		ID: core.NewID(now), ConversationID: conversationID, Status: message.Generating,
		Owner: w.owner, LeaseUntil: now.Add(leaseDuration), CreatedAt: now,
	}}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closing {
		return nil, ErrShuttingDown
	}
	w.starting.Add(1)
	w.running[p.Row.ID] = nil
	return p, nil
}

// Open reads the history and creates the log. It runs in the transaction that stores
// the row, so every committed row has a log. A retry of the transaction calls it again.
func (p *Pending) Open(ctx context.Context, tx storage.Querier) (err error) {
	if p.history, err = readHistory(ctx, tx, p.Row.ConversationID, p.Row.Seq); err != nil || p.log != nil {
		return err
	}
	p.log, err = p.replies.deps.Live.Create(ctx, p.Row.ID)
	return err
}

// Start starts the writer as the last step of the transaction that stores the row, so
// that the model works while the transaction commits. Nothing is shown or stored
// before Confirm (ADR 7). A retry of the transaction calls Start again, which drops the
// earlier writer.
func (p *Pending) Start(ctx context.Context, o Order) {
	p.drop()
	w := p.replies
	p.reply = newReply(ctx, p, o)
	w.group.Go(p.reply.ctx, w.deps.Log, "reply", p.reply.run)
}

// Confirm lets the writer show and store its reply. Call it after the row is committed.
func (p *Pending) Confirm() message.Turn {
	w, r := p.replies, p.reply
	p.ended = true
	defer w.starting.Done()
	w.mu.Lock()
	w.running[p.Row.ID] = r
	w.mu.Unlock()
	w.deps.Metrics.ReplyStarted()
	r.endTx(true)
	return r.turn
}

// drop ends the writer, if Start was called.
func (p *Pending) drop() {
	if p.reply != nil {
		p.reply.endTx(false)
	}
}

// Discard drops a reply whose row was not committed. After Confirm it does nothing.
func (p *Pending) Discard() {
	if p.ended {
		return
	}
	p.ended = true
	p.drop()
	if p.log != nil {
		p.log.Close()
	}
	p.replies.forget(p.Row.ID)
	p.replies.starting.Done()
}

// forget removes a reply from the running ones.
func (w *Replies) forget(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.running, id)
}
