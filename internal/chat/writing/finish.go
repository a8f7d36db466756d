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
	// storeReplyEndTimeout bounds one try to store the end of a reply. A reply gets at least one try,
	// even during a shutdown.
	storeReplyEndTimeout = 10 * time.Second
	// maxUnsavedAge is how long storing the end of a reply is retried. It is longer than the
	// time for which a closed log is kept. Rule replies-goes-on.
	maxUnsavedAge = time.Hour
	// The delay between tries grows from firstStorePause to maxStorePause.
	firstStorePause = 250 * time.Millisecond
	maxStorePause   = 5 * time.Second
)

// finish stores the final state in one transaction. If the final text differs from the shown text,
// it then sends readers the final text. If the reply can be retried, it also sends an error event.
// It returns the stored status, which another process may have set.
func (r *reply) finish(o outcome, code string) message.Status {
	m, isCut := r.finalMessage(o, code)
	stored, endedHere, err := r.storeFinalState(m)
	if err != nil {
		r.runner.deps.Log.ErrorContext(r.ctx, "a reply could not be stored and is given up", "error", err.Error())
		m.Status, m.ErrorCode = message.Interrupted, codeInterrupted
	} else if !endedHere {
		isCut = isCut || stored.Content != m.Content
		m = stored
	}
	r.markStored()
	r.runner.deps.Metrics.ReplyEnded(string(m.Status))
	r.runner.deps.Metrics.CountPieces(r.pieceCount)
	r.runner.deps.Metrics.CountTokens(m.Provider, m.Usage.Prompt, m.Usage.Output)
	if r.hasRestoredVersion {
		r.log.Append("", event.EncodeReplacement(r.ReplacedVersion.Content))
	} else if isCut {
		r.log.Append("", event.EncodeReplacement(m.Content))
	}
	if m.Status.Retryable() {
		r.log.Append("error", event.EncodeFailed(m.ErrorCode, obs.RequestID(r.ctx)))
	}
	return m.Status
}

// storeFinalState stores the final state. It retries for maxUnsavedAge or until the shutdown. During the
// retries readers get one saving event. endedHere is false in two cases:
//
//   - Another process has ended the reply first: stored is the row of that process.
//   - The conversation was deleted: stored is m with the status Stopped.
func (r *reply) storeFinalState(m message.Message) (stored message.Message, endedHere bool, err error) {
	start := core.Elapsed(r.runner.deps.Clock)
	for pause := firstStorePause; ; pause = min(2*pause, maxStorePause) {
		isLastTry := r.ctx.Err() != nil // the server is shutting down
		stored, endedHere, err = r.tryStoreFinalState(m)
		if errors.Is(err, message.ErrNotFound) { // the conversation was deleted
			stored, endedHere, err = m, false, nil
			stored.Status = message.Stopped
		}
		if err == nil {
			// Do not settle after a failed try: its transaction may have settled the cost.
			if !endedHere && pause == firstStorePause {
				r.settleCost()
			}
			return stored, endedHere, nil
		}
		if pause == firstStorePause {
			r.runner.deps.Log.ErrorContext(r.ctx, "a reply cannot be stored now and is kept", "error", err.Error())
			r.log.Append("saving", event.EncodeSaving(m.ID))
		}
		if isLastTry || core.Elapsed(r.runner.deps.Clock)-start > maxUnsavedAge {
			return stored, false, err
		}
		select {
		case <-r.ctx.Done():
		case <-time.After(pause):
		}
	}
}

// tryStoreFinalState tries once to store the final state. Its results are those of storeFinalState.
func (r *reply) tryStoreFinalState(m message.Message) (stored message.Message, endedHere bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), storeReplyEndTimeout)
	defer cancel()
	if endedHere, err = r.commitFinalState(ctx, m); err == nil && !endedHere {
		stored, err = message.ByID(ctx, r.runner.deps.DB.Reader(), m.ConversationID, m.ID)
	}
	return stored, endedHere, err
}

// finalMessage returns the row to store. It cuts a stopped reply to what its reader saw. Rule
// replies-partial-kept.
func (r *reply) finalMessage(o outcome, code string) (m message.Message, isCut bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m = message.Message{
		ID: r.turn.ReplyID, ConversationID: r.turn.ConversationID, ReplyTo: r.turn.UserMessageID, Seq: r.turn.Seq,
		Content: r.text.String(), Provider: cmp.Or(r.provider, r.runner.deps.Model.Name()), ErrorCode: code, Usage: r.usage, OwnerProcess: r.runner.ownerProcessID,
	}
	m.Status = o.status()
	if m.Status == message.Stopped {
		m.Content, isCut = cutToSeen(m.Content, r.seenChars)
	}
	return m, isCut
}

// cutToSeen returns the first seen code points of text and closes bold text that the cut left open.
// A negative seen keeps the whole text. cut reports whether cutToSeen cut the text. Rule
// replies-stop.
func cutToSeen(text string, seen int) (keptText string, cut bool) {
	if seen < 0 {
		return text, false
	}
	keptText = plain.FirstCharacters(text, seen)
	if keptText == text {
		return text, false
	}
	return clean.CloseBold(strings.TrimRight(keptText, " \n")), true
}

// commitFinalState stores the final row and settles the cost in one transaction. If another
// process has ended the reply, it returns false and settles nothing.
func (r *reply) commitFinalState(ctx context.Context, m message.Message) (endedHere bool, err error) {
	deps := r.runner.deps
	now, restored, readers := deps.Clock.Now(), false, r.runner.readersOf(m.ID)
	err = deps.DB.Write(ctx, func(tx storage.Querier) error {
		if endedHere, err = message.Finish(ctx, tx, m, core.Millis(now)); err != nil || !endedHere {
			return err
		}
		if restored, err = r.restoreFormerVersion(ctx, tx, m); err != nil {
			return err
		}
		change := message.SidebarChange{LastMessage: m.Content, EndedUpToSeq: m.Seq, At: core.Millis(now)}
		if restored {
			change.LastMessage = r.ReplacedVersion.Content
		}
		if len(readers) > 0 {
			change.ReadUpToSeq = m.Seq
		}
		if err := message.ApplySidebarChange(ctx, tx, m.ConversationID, change); err != nil {
			return err
		}
		if err := deps.Memory.EnqueueNote(ctx, tx, m.ConversationID); err != nil {
			return err
		}
		return deps.Budget.Settle(ctx, tx, r.Reservation, r.cost())
	})
	if err == nil && endedHere {
		r.hasRestoredVersion = restored
		r.runner.markReadersSavedAsRead(readers)
	}
	return endedHere, err
}
