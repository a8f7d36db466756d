package writing

// RunningText returns the text so far of a reply that this process is writing. ok is false
// for any other reply. The text of such a reply is in its row, which its writer saves about
// once a second.
func (w *Replies) RunningText(id string) (text string, ok bool) {
	w.mu.Lock()
	r := w.running[id]
	w.mu.Unlock()
	if r == nil {
		return "", false
	}
	select {
	case <-r.done:
		return "", false
	default:
		return r.textSoFar(), true
	}
}
