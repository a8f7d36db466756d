package writing

import (
	"maps"
	"slices"

	"colloquy/internal/chat/message"
)

// Reader is a user's stream of a reply. If a reply has a reader when it ends, the transaction
// that stores its end also marks it as read, which saves a transaction (rule chats-unread).
type Reader struct {
	replies *Replies
	turn    message.Turn
	counted bool // the reply is stored as read
}

// AddReader adds a reader of a reply. The caller must call End.
func (w *Replies) AddReader(t message.Turn) *Reader {
	r := &Reader{replies: w, turn: t}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.readers[t.ReplyID] = append(w.readers[t.ReplyID], r)
	return r
}

// End removes a reader. gotAll reports whether the reader has got the whole reply; the next
// checkpoint then marks the reply as read, unless the end of the reply did. After a crash
// before that checkpoint, the reply is unread.
func (r *Reader) End(gotAll bool) {
	w := r.replies
	w.mu.Lock()
	defer w.mu.Unlock()
	left := slices.DeleteFunc(w.readers[r.turn.ReplyID], func(other *Reader) bool { return other == r })
	if w.readers[r.turn.ReplyID] = left; len(left) == 0 {
		delete(w.readers, r.turn.ReplyID)
	}
	if gotAll && !r.counted {
		w.read[r.turn.ConversationID] = max(w.read[r.turn.ConversationID], r.turn.Seq)
	}
}

// readersOf returns the readers of a reply.
func (w *Replies) readersOf(replyID string) []*Reader {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.readers[replyID])
}

// markCounted marks readers whose reply is stored as read.
func (w *Replies) markCounted(readers []*Reader) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range readers {
		r.counted = true
	}
}

// RecordRead records that the user has read the messages of a conversation up to a Seq. The
// next checkpoint stores this.
func (w *Replies) RecordRead(conversationID string, seq int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.read[conversationID] = max(w.read[conversationID], seq)
}

// ReadUpTo returns the Seq up to which a conversation was read in this process since the last
// checkpoint, including the replies that have a reader. It returns 0 if nothing was read.
func (w *Replies) ReadUpTo(conversationID string) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	seq := w.read[conversationID]
	for _, readers := range w.readers {
		for _, r := range readers {
			if r.turn.ConversationID == conversationID {
				seq = max(seq, r.turn.Seq)
			}
		}
	}
	return seq
}

// unsavedRead returns a copy of read: up to where conversations were read since the last
// checkpoint.
func (w *Replies) unsavedRead() map[string]int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.read)
}

// forgetRead removes from read the values that a checkpoint has stored.
func (w *Replies) forgetRead(saved map[string]int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.read, func(id string, seq int64) bool { return seq == saved[id] })
}
