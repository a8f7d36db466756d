package writing

import (
	"maps"
	"slices"

	"colloquy/internal/chat/message"
)

// Reader is a user's stream of a reply. If a reply has a reader at its end, the transaction that
// stores the end also stores the reply as read (rule chats-unread).
type Reader struct {
	runner        *ReplyRunner
	turn          message.Turn
	isSavedAsRead bool // the reply is stored as read
}

// AddReader adds a reader of a reply. The caller must call End.
func (w *ReplyRunner) AddReader(t message.Turn) *Reader {
	r := &Reader{runner: w, turn: t}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.readersByReplyID[t.ReplyID] = append(w.readersByReplyID[t.ReplyID], r)
	return r
}

// End removes a reader. gotAll says that the reader has got the whole reply. The next checkpoint
// then marks the reply as read, unless the reply is marked already. After a crash before that
// checkpoint the reply counts as unread.
func (r *Reader) End(gotAll bool) {
	w := r.runner
	w.mu.Lock()
	defer w.mu.Unlock()
	remainingReaders := slices.DeleteFunc(w.readersByReplyID[r.turn.ReplyID], func(other *Reader) bool { return other == r })
	if w.readersByReplyID[r.turn.ReplyID] = remainingReaders; len(remainingReaders) == 0 {
		delete(w.readersByReplyID, r.turn.ReplyID)
	}
	if gotAll && !r.isSavedAsRead {
		w.readSeqByConversation[r.turn.ConversationID] = max(w.readSeqByConversation[r.turn.ConversationID], r.turn.Seq)
	}
}

// readersOf returns the readers of a reply.
func (w *ReplyRunner) readersOf(replyID string) []*Reader {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.readersByReplyID[replyID])
}

// markReadersSavedAsRead sets isSavedAsRead in the readers of a reply. Call it after the database has
// recorded that the reply was read.
func (w *ReplyRunner) markReadersSavedAsRead(readers []*Reader) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range readers {
		r.isSavedAsRead = true
	}
}

// RecordRead records that the user has read the messages of a conversation up to a Seq. The
// next checkpoint stores this.
func (w *ReplyRunner) RecordRead(conversationID string, seq int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.readSeqByConversation[conversationID] = max(w.readSeqByConversation[conversationID], seq)
}

// LastReadSeq returns the largest Seq that the user has read in a conversation. It counts only what
// was read in this process since the last checkpoint. A reply that has a reader counts as read. The
// result is 0 if nothing was read.
func (w *ReplyRunner) LastReadSeq(conversationID string) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	seq := w.readSeqByConversation[conversationID]
	for _, readers := range w.readersByReplyID {
		for _, r := range readers {
			if r.turn.ConversationID == conversationID {
				seq = max(seq, r.turn.Seq)
			}
		}
	}
	return seq
}

// unsavedReadSeqs returns a copy of the Seqs up to which conversations were read since the last
// checkpoint.
func (w *ReplyRunner) unsavedReadSeqs() map[string]int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.readSeqByConversation)
}

// forgetReadSeqs removes the values that a checkpoint has stored from readSeqByConversation. It keeps values
// that have changed since.
func (w *ReplyRunner) forgetReadSeqs(saved map[string]int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.readSeqByConversation, func(id string, seq int64) bool { return seq == saved[id] })
}
