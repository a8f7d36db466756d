package chat

import (
	"cmp"
	"context"
	"strings"
	"time"

	"colloquy/internal/chat/clean"
	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
)

const (
	// endTimeout bounds each try of the last transaction of a reply. One is made
	// even while the server shuts down.
	endTimeout = 10 * time.Second
	// keepUnsaved is how long a reply that the database does not take is kept and
	// tried again. It is longer than a closed log is kept.
	keepUnsaved = time.Hour
	// The pauses between two tries.
	firstPause = 250 * time.Millisecond
	maxPause   = 5 * time.Second
	// suggestLater is when the durable job makes suggestions, if the writer of
	// the reply did not live to make them itself.
	suggestLater = 30 * time.Second
)

// end stores the final state in one transaction, then tells the readers. It
// returns the state that the row has, whoever set it.
func (r *reply) end(o outcome, code string) Status {
	m, clamped := r.final(o, code)
	stored, won, err := r.save(m)
	if err != nil {
		r.svc.Log.ErrorContext(r.ctx, "a reply could not be stored and is given up", "error", err.Error())
		m.Status, m.ErrorCode = Interrupted, codeInterrupted
	} else if !won {
		clamped = clamped || stored.Content != m.Content
		m = stored
	}
	r.ended()
	r.svc.Metrics.ReplyEnded(string(m.Status))
	r.svc.Metrics.Pieces(r.pieces)
	r.svc.Metrics.Tokens(m.Provider, m.Usage.Prompt, m.Usage.Output)
	if clamped {
		r.log.Append("", replaceEvent(m.Content))
	}
	if m.Status.retryable() {
		r.log.Append("error", errorEvent(m.ErrorCode, obs.RequestID(r.ctx)))
	}
	return m.Status
}

// save stores the final state. A reply that the database does not take is kept
// and tried again; its readers are told once. Another process may have ended
// the reply first: then won is false, and stored is what it left.
func (r *reply) save(m Message) (stored Message, won bool, err error) {
	begun := core.Elapsed(r.svc.Clock)
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		last := r.ctx.Err() != nil // the server shuts down
		if stored, won, err = r.trySave(m); err == nil {
			return stored, won, nil
		}
		if pause == firstPause {
			r.svc.Log.ErrorContext(r.ctx, "a reply cannot be stored now and is kept", "error", err.Error())
			r.log.Append("saving", savingEvent(m.ID))
		}
		if last || core.Elapsed(r.svc.Clock)-begun > keepUnsaved {
			return stored, false, err
		}
		select {
		case <-r.ctx.Done():
		case <-time.After(pause):
		}
	}
}

func (r *reply) trySave(m Message) (stored Message, won bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), endTimeout)
	defer cancel()
	if won, err = r.commit(ctx, m); err == nil && !won {
		stored, err = r.svc.store.byID(ctx, r.svc.DB.Read(), m.ConversationID, m.ID)
	}
	return stored, won, err
}

// final is the row as it shall be stored. A stopped reply is cut to what its
// reader saw.
func (r *reply) final(o outcome, code string) (m Message, clamped bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m = Message{
		ID: r.turn.ReplyID, ConversationID: r.turn.ConversationID, ReplyTo: r.turn.UserMessageID,
		Content: r.text.String(), Provider: cmp.Or(r.provider, r.svc.Model.Name()), ErrorCode: code, Usage: r.usage, Owner: r.svc.owner,
	}
	m.Status, _ = next(Generating, o)
	if m.Status == Stopped {
		m.Content, clamped = clamp(m.Content, r.seen)
	}
	return m, clamped
}

// clamp keeps the first seen code points of text, and closes bold type that
// the cut left open. Negative seen keeps all.
func clamp(text string, seen int) (kept string, cut bool) {
	if seen < 0 {
		return text, false
	}
	n := 0
	for i := range text {
		if n == seen {
			return clean.CloseBold(strings.TrimRight(text[:i], " \n")), true
		}
		n++
	}
	return text, false
}

func (r *reply) commit(ctx context.Context, m Message) (won bool, err error) {
	s, now := r.svc, r.svc.Clock.Now()
	err = s.DB.Write(ctx, func(tx storage.Querier) error {
		if won, err = s.store.finish(ctx, tx, m, core.Millis(now)); err != nil || !won {
			return err
		}
		if m.Status == Complete {
			job := jobs.Job{Kind: suggestJob, Key: m.ID, Payload: r.turn, RunAt: now.Add(suggestLater)}
			if err := s.Jobs.Enqueue(ctx, tx, job); err != nil {
				return err
			}
		}
		return s.store.touch(ctx, tx, m.ConversationID, preview(m.Content), 0, core.Millis(now))
	})
	return won, err
}

func (r *reply) emitDone(name string, status Status) {
	r.log.Append(name, doneEvent(r.turn, status, r.svc.Demo()))
}
