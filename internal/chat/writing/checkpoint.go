package writing

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// checkpointInterval is the interval at which the text so far is saved.
	checkpointInterval = time.Second
	// repliesPerCheckpoint limits the replies of one transaction, because sends wait for it.
	repliesPerCheckpoint = 64
)

// checkpoint saves the changes since the last one, many replies in a transaction. The
// first transaction also stores the suggestions.
func (w *Replies) checkpoint(ctx context.Context) error {
	due, unsaved := w.dueReplies(), w.unsavedSuggestions()
	for len(due) > 0 || len(unsaved) > 0 {
		n := min(len(due), repliesPerCheckpoint)
		if err := w.save(ctx, due[:n], unsaved); err != nil {
			return err
		}
		due, unsaved = due[n:], nil
	}
	return nil
}

// dueText is a text of a reply that the next checkpoint saves.
type dueText struct {
	reply *reply
	text  string
}

func (w *Replies) dueReplies() []dueText {
	now := core.Elapsed(w.deps.Clock)
	w.mu.Lock()
	defer w.mu.Unlock()
	var due []dueText
	for _, r := range w.running {
		if r == nil {
			continue
		}
		if text, ok := r.due(now); ok {
			due = append(due, dueText{r, text})
		}
	}
	return due
}

// due returns the text, and whether the text or the lease must be saved.
func (r *reply) due(now time.Duration) (text string, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String(), r.text.Len() != r.saved || now-r.leasedAt >= leaseRenewalAge
}

func (r *reply) markSaved(bytes int, now time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.saved, r.leasedAt = bytes, now
}

func (w *Replies) save(ctx context.Context, due []dueText, unsaved map[string]madeSuggestions) error {
	now, elapsed := w.deps.Clock.Now(), core.Elapsed(w.deps.Clock)
	var deleted []*reply
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) error {
		deleted = nil
		for _, d := range due {
			exists, err := message.Checkpoint(ctx, tx, d.reply.turn.ReplyID, d.text, core.Millis(now.Add(leaseDuration)), core.Millis(now))
			if err != nil {
				return err
			}
			if !exists {
				deleted = append(deleted, d.reply)
			}
		}
		return w.storeSuggestions(ctx, tx, unsaved)
	})
	if err != nil {
		return err
	}
	w.forgetSaved(unsaved)
	for _, r := range deleted {
		r.cancel(errDeleted)
	}
	for _, d := range due {
		d.reply.markSaved(len(d.text), elapsed)
	}
	return nil
}
