package message

// Status is the state of a message (rule replies-statuses). A user message is complete
// from the start.
type Status string

// The states of a reply.
const (
	Generating  Status = "generating"
	Complete    Status = "complete"
	Stopped     Status = "stopped"     // the user stopped the reply
	Interrupted Status = "interrupted" // a crash or a shutdown of the server ended the reply
	Failed      Status = "failed"      // an error of the model ended the reply
)

// Retryable reports whether a reply can be retried without a new user message. Rule
// replies-retry.
func (s Status) Retryable() bool { return s == Interrupted || s == Failed }
