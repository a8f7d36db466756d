package writing

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"colloquy/internal/chat/clean"
	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
)

const (
	// storeTimeout bounds one try to store the end of a reply. One try happens even
	// during a shutdown.
	storeTimeout = 10 * time.Second
	// maxUnsavedAge is how long a reply that cannot be stored is retried. It is longer
	// than a closed log is kept.
	maxUnsavedAge = time.Hour
	// The delay between tries grows from firstSavePause to maxSavePause.
	firstSavePause = 250 * time.Millisecond
	maxSavePause   = 5 * time.Second
)

// finish stores the final state in one transaction, then sends it to the readers. It
// returns the status of the row, which another process may have set.
func (r *reply) finish(o outcome, code string) message.Status {
	m, clamped := r.final(o, code)
	stored, won, err := r.save(m)
	if err != nil {
		r.replies.deps.Log.ErrorContext(r.ctx, "a reply could not be stored and is given up", "error", err.Error())
		m.Status, m.ErrorCode = message.Interrupted, codeInterrupted
	} else if !won {
		clamped = clamped || stored.Content != m.Content
		m = stored
	}
	r.markStored()
	r.replies.deps.Metrics.ReplyEnded(string(m.Status))
	r.replies.deps.Metrics.Pieces(r.pieces)
	r.replies.deps.Metrics.Tokens(m.Provider, m.Usage.Prompt, m.Usage.Output)
	if clamped {
		r.log.Append("", event.Replace(m.Content))
	}
	if m.Status.Retryable() {
		r.log.Append("error", event.Failed(m.ErrorCode, obs.RequestID(r.ctx)))
	}
	return m.Status
}

// save stores the final state and retries until it succeeds; meanwhile readers get
// one saving event. If another process has ended the reply first, won is false and
// stored is its result.
func (r *reply) save(m message.Message) (stored message.Message, won bool, err error) {
	begun := core.Elapsed(r.replies.deps.Clock)
	for pause := firstSavePause; ; pause = min(2*pause, maxSavePause) {
		last := r.ctx.Err() != nil // the server is shutting down
		stored, won, err = r.trySave(m)
		if errors.Is(err, message.ErrNotFound) { // the conversation was deleted
			stored, won, err = m, false, nil
			stored.Status = message.Stopped
		}
		if err == nil {
			// After a failed try it is unknown whether its transaction settled the cost.
			if !won && pause == firstSavePause {
				r.settle()
			}
			return stored, won, nil
		}
		if pause == firstSavePause {
			r.replies.deps.Log.ErrorContext(r.ctx, "a reply cannot be stored now and is kept", "error", err.Error())
			r.log.Append("saving", event.Saving(m.ID))
		}
		if last || core.Elapsed(r.replies.deps.Clock)-begun > maxUnsavedAge {
			return stored, false, err
		}
		select {
		case <-r.ctx.Done():
		case <-time.After(pause):
		}
	}
}

func (r *reply) trySave(m message.Message) (stored message.Message, won bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), storeTimeout)
	defer cancel()
	if won, err = r.commit(ctx, m); err == nil && !won {
		stored, err = message.ByID(ctx, r.replies.deps.DB.Reader(), m.ConversationID, m.ID)
	}
	return stored, won, err
}

// final returns the row to store. It cuts a stopped reply to what its reader saw.
func (r *reply) final(o outcome, code string) (m message.Message, clamped bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m = message.Message{
		ID: r.turn.ReplyID, ConversationID: r.turn.ConversationID, ReplyTo: r.turn.UserMessageID,
		Content: r.text.String(), Provider: cmp.Or(r.provider, r.replies.deps.Model.Name()), ErrorCode: code, Usage: r.usage, Owner: r.replies.owner,
	}
	m.Status = o.status()
	if m.Status == message.Stopped {
		m.Content, clamped = clamp(m.Content, r.seen)
	}
	return m, clamped
}

// clamp returns the first seen code points of text and closes bold text that the cut
// left open. A negative seen keeps all.
func clamp(text string, seen int) (kept string, cut bool) {
	if seen < 0 {
		return text, false
	}
	kept = plain.First(text, seen)
	if kept == text {
		return text, false
	}
	return clean.CloseBold(strings.TrimRight(kept, " \n")), true
}

// commit stores the final row and settles the cost in one transaction. It returns
// false, and settles nothing, if another process has ended the reply.
func (r *reply) commit(ctx context.Context, m message.Message) (won bool, err error) {
	deps := r.replies.deps
	now := deps.Clock.Now()
	err = deps.DB.Write(ctx, func(tx storage.Querier) error {
		if won, err = message.Finish(ctx, tx, m, core.Millis(now)); err != nil || !won {
			return err
		}
		if err := message.Touch(ctx, tx, m.ConversationID, message.Preview(m.Content), 0, core.Millis(now)); err != nil {
			return err
		}
		if err := deps.Memory.Note(ctx, tx, m.ConversationID); err != nil {
			return err
		}
		return deps.Budget.Settle(ctx, tx, r.Budget, r.cost())
	})
	return won, err
}
