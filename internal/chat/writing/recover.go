package writing

import (
	"context"
	"slices"

	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
)

// InterruptUnfinishedReplies marks as interrupted the replies that an earlier process with the same data
// directory left unfinished. Call it before the first request. Rule replies-interrupted.
func (w *ReplyRunner) InterruptUnfinishedReplies(ctx context.Context) error {
	leftReplies, err := message.RunningRepliesOfNode(ctx, w.deps.DB.Reader(), w.deps.DB.NodeName())
	if err != nil {
		return err
	}
	return w.interruptOrphanedReplies(ctx, leftReplies)
}

// ExpireOrphanedReply returns the newest message of a conversation. A newest message that is a reply
// without a writer is first marked as interrupted, so that it can be retried. For an empty
// conversation ExpireOrphanedReply returns message.ErrNotFound.
func (w *ReplyRunner) ExpireOrphanedReply(ctx context.Context, conversationID string) (message.Message, error) {
	m, err := message.Newest(ctx, w.deps.DB.Reader(), conversationID)
	if err != nil || m.Status != message.Generating || !w.isOrphanedReply(m) {
		return m, err
	}
	if err := w.interruptOrphanedReplies(ctx, []message.Message{m}); err != nil {
		return m, err
	}
	return message.Newest(ctx, w.deps.DB.Reader(), conversationID)
}

// sweepOrphanedReplies marks every reply without a writer as interrupted.
func (w *ReplyRunner) sweepOrphanedReplies(ctx context.Context) error {
	running, err := message.AllRunningReplies(ctx, w.deps.DB.Reader())
	if err != nil {
		return err
	}
	w.leases.forgetExcept(running)
	var orphanedReplies []message.Message
	for _, m := range running {
		if w.isOrphanedReply(m) {
			orphanedReplies = append(orphanedReplies, m)
		}
	}
	return w.interruptOrphanedReplies(ctx, orphanedReplies)
}

// isOrphanedReply reports whether a running reply has no writer. A reply that this process
// writes is never an orphan, whatever the clock or the lease says.
func (w *ReplyRunner) isOrphanedReply(m message.Message) bool {
	if m.OwnerProcess != w.ownerProcessID {
		return w.leases.hasExpired(m, core.Elapsed(w.deps.Clock))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, mine := w.runningByID[m.ID]
	return !mine
}

// orphanedRepliesPerBatch limits the orphans of one transaction, and the logs that are read at the
// same time.
const orphanedRepliesPerBatch = 32

// interruptOrphanedReplies marks orphans as interrupted and keeps the text that their readers saw. It skips
// replies whose lease was renewed in the meantime. It works in batches, because a killed process
// can leave hundreds of orphans.
func (w *ReplyRunner) interruptOrphanedReplies(ctx context.Context, orphans []message.Message) error {
	for batch := range slices.Chunk(orphans, orphanedRepliesPerBatch) {
		if err := w.interruptBatch(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

// interruptBatch marks orphans as interrupted in one transaction. Before that it reads their
// texts concurrently, because each log may be in Redis.
func (w *ReplyRunner) interruptBatch(ctx context.Context, orphans []message.Message) error {
	shownTexts := make([]string, len(orphans))
	var texts obs.Group
	for i, m := range orphans {
		texts.Go(ctx, w.deps.Log, "text of an orphan", func() { shownTexts[i] = w.shownText(ctx, m.ID) })
	}
	texts.Wait()
	return w.deps.DB.Write(ctx, func(tx storage.Querier) error {
		n := int64(0)
		for i, m := range orphans {
			markedCount, err := message.Interrupt(ctx, tx, m, shownTexts[i], core.Millis(w.deps.Clock.Now()))
			if err != nil {
				return err
			}
			n += markedCount
		}
		w.logInterruptedReplies(ctx, n)
		return nil
	})
}

func (w *ReplyRunner) logInterruptedReplies(ctx context.Context, n int64) {
	if n > 0 {
		w.deps.Log.WarnContext(ctx, "replies were interrupted", "count", n)
	}
}

// shownText returns the text of a reply that readers saw. It reads the reply's log, because the row
// may lack the text of the last second. The result is "" if there is no log.
func (w *ReplyRunner) shownText(ctx context.Context, id string) string {
	r, err := w.deps.Live.Open(ctx, id)
	if err != nil {
		return ""
	}
	defer r.Close()
	events, _, err := r.Next(ctx, 0, 0)
	if err != nil {
		return ""
	}
	return event.DecodeText(events)
}
