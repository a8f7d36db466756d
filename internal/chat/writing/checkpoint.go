package writing

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// checkpointInterval is the interval at which the text so far is saved. Rule
	// replies-partial-kept.
	checkpointInterval = time.Second
	// repliesPerCheckpoint limits the replies of one transaction. A longer transaction would delay
	// sends.
	repliesPerCheckpoint = 64
)

// saveCheckpoint saves the changes since the last checkpoint, at most repliesPerCheckpoint replies
// in a transaction. The first transaction also stores suggestions. It also stores the Seq up to
// which users have read each conversation.
func (w *ReplyRunner) saveCheckpoint(ctx context.Context) error {
	dueTexts, unsavedSuggestions, readSeqs := w.dueReplies(), w.unsavedSuggestions(), w.unsavedReadSeqs()
	for len(dueTexts) > 0 || len(unsavedSuggestions) > 0 || len(readSeqs) > 0 {
		n := min(len(dueTexts), repliesPerCheckpoint)
		if err := w.saveBatch(ctx, dueTexts[:n], unsavedSuggestions, readSeqs); err != nil {
			return err
		}
		dueTexts, unsavedSuggestions, readSeqs = dueTexts[n:], nil, nil
	}
	return nil
}

// dueText is the text of a reply that the checkpoint saves.
type dueText struct {
	reply *reply
	text  string
}

func (w *ReplyRunner) dueReplies() []dueText {
	now := core.Elapsed(w.deps.Clock)
	w.mu.Lock()
	defer w.mu.Unlock()
	var dueTexts []dueText
	for _, r := range w.runningByID {
		if r == nil {
			continue
		}
		if text, ok := r.textToSave(now); ok {
			dueTexts = append(dueTexts, dueText{r, text})
		}
	}
	return dueTexts
}

// textToSave returns the text so far. ok is true if the text or the lease must be saved.
func (r *reply) textToSave(now time.Duration) (text string, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String(), r.text.Len() != r.savedByteCount || now-r.leasedAt >= leaseRenewalAge
}

func (r *reply) markSaved(bytes int, now time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.savedByteCount, r.leasedAt = bytes, now
}

// saveBatch saves texts, suggestions, and the Seqs up to which users have read, in one
// transaction. It cancels the replies whose rows were deleted.
func (w *ReplyRunner) saveBatch(ctx context.Context, dueTexts []dueText, unsavedSuggestions map[string]madeSuggestions, readSeqs map[string]int64) error {
	now, elapsed := w.deps.Clock.Now(), core.Elapsed(w.deps.Clock)
	var deletedReplies []*reply
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) error {
		deletedReplies = nil
		for _, d := range dueTexts {
			exists, err := message.SaveCheckpoint(ctx, tx, d.reply.turn.ReplyID, d.text, core.Millis(now.Add(leaseDuration)), core.Millis(now))
			if err != nil {
				return err
			}
			if !exists {
				deletedReplies = append(deletedReplies, d.reply)
			}
		}
		if err := message.MarkRead(ctx, tx, readSeqs); err != nil {
			return err
		}
		return w.storeSuggestions(ctx, tx, unsavedSuggestions)
	})
	if err != nil {
		return err
	}
	w.forgetSavedSuggestions(unsavedSuggestions)
	w.forgetReadSeqs(readSeqs)
	for _, r := range deletedReplies {
		r.cancel(errDeleted)
	}
	for _, d := range dueTexts {
		d.reply.markSaved(len(d.text), elapsed)
	}
	return nil
}
