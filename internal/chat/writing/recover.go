package writing

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Recover marks the replies that an earlier process with the same data directory left
// unfinished. Call it before the first request.
func (w *Replies) Recover(ctx context.Context) error {
	return w.deps.DB.Write(ctx, func(tx storage.Querier) error {
		n, err := message.InterruptNode(ctx, tx, w.deps.DB.Node(), core.Millis(w.deps.Clock.Now()))
		w.logInterrupted(ctx, n)
		return err
	})
}

// ExpireStale marks the newest reply of a conversation as interrupted if it has no
// writer, so that it can be retried. It returns the newest message, or
// message.ErrNotFound.
func (w *Replies) ExpireStale(ctx context.Context, conversationID string) (message.Message, error) {
	m, err := message.Newest(ctx, w.deps.DB.Reader(), conversationID)
	if err != nil || m.Status != message.Generating || !w.isOrphan(m) {
		return m, err
	}
	if err := w.interrupt(ctx, []message.Message{m}); err != nil {
		return m, err
	}
	return message.Newest(ctx, w.deps.DB.Reader(), conversationID)
}

// sweep marks every reply without a writer as interrupted.
func (w *Replies) sweep(ctx context.Context) error {
	running, err := message.Running(ctx, w.deps.DB.Reader())
	if err != nil {
		return err
	}
	w.leases.retain(running)
	var orphans []message.Message
	for _, m := range running {
		if w.isOrphan(m) {
			orphans = append(orphans, m)
		}
	}
	return w.interrupt(ctx, orphans)
}

// isOrphan reports whether a running reply has no writer. A reply that this process
// writes is never an orphan, whatever the clock or the lease says.
func (w *Replies) isOrphan(m message.Message) bool {
	if m.Owner != w.owner {
		return w.leases.expired(m, core.Elapsed(w.deps.Clock))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, mine := w.running[m.ID]
	return !mine
}

// interrupt marks orphans as interrupted and keeps their text. It skips those whose
// lease was renewed meanwhile.
func (w *Replies) interrupt(ctx context.Context, orphans []message.Message) error {
	if len(orphans) == 0 {
		return nil
	}
	return w.deps.DB.Write(ctx, func(tx storage.Querier) error {
		n := int64(0)
		for _, m := range orphans {
			marked, err := message.Interrupt(ctx, tx, m, core.Millis(w.deps.Clock.Now()))
			if err != nil {
				return err
			}
			n += marked
		}
		w.logInterrupted(ctx, n)
		return nil
	})
}

func (w *Replies) logInterrupted(ctx context.Context, n int64) {
	if n > 0 {
		w.deps.Log.WarnContext(ctx, "replies were interrupted", "count", n)
	}
}
