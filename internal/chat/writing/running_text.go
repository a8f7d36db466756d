package writing

// RunningText returns the text so far of a reply that this process is writing. ok is false for any
// other reply. The row of a reply has its text too, but the writer saves it only about once a
// second.
func (w *ReplyRunner) RunningText(id string) (text string, ok bool) {
	w.mu.Lock()
	r := w.runningByID[id]
	w.mu.Unlock()
	if r == nil {
		return "", false
	}
	select {
	case <-r.finalStateStored:
		return "", false
	default:
		return r.textSoFar(), true
	}
}
