package writing

// RecordRead records that the user has read the messages of a conversation up to a Seq. The
// next checkpoint stores this.
func (w *Replies) RecordRead(conversationID string, seq int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.read[conversationID] = max(w.read[conversationID], seq)
}
