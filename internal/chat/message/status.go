package message

// Status is the state of a message (decisions §3). A user's line is complete
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

// Retryable reports whether a reply can be tried again without repeating the
// user's line.
func (s Status) Retryable() bool { return s == Interrupted || s == Failed }
