package chat

// Status is where a message stands (decisions §3). A user's line is complete
// from the start.
type Status string

// The states of a reply.
const (
	Generating  Status = "generating"
	Complete    Status = "complete"
	Stopped     Status = "stopped"     // by its reader
	Interrupted Status = "interrupted" // the server died or shut down
	Failed      Status = "failed"      // the model did
)

// outcome is how the writing of a reply ended.
type outcome uint8

const (
	ended       outcome = iota // the model finished
	stoppedByUs                // the reader asked
	modelFailed
	serverStopped
)

// next is the whole state machine: the state that a reply takes after an
// outcome. ok is false when the reply is no longer being written: whoever
// ended it first has decided.
func next(from Status, o outcome) (to Status, ok bool) {
	if from != Generating {
		return from, false
	}
	switch o {
	case ended:
		return Complete, true
	case stoppedByUs:
		return Stopped, true
	case serverStopped:
		return Interrupted, true
	}
	return Failed, true
}

// retryable tells whether a reply can be tried again without repeating the
// user's line.
func (s Status) retryable() bool { return s == Interrupted || s == Failed }
