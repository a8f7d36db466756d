package writing

import "colloquy/internal/chat/message"

// outcome is how a reply ended.
type outcome uint8

const (
	modelEnded outcome = iota
	readerStopped
	modelFailed
	serverStopped
)

// status returns the status of a reply that ended with this outcome. Rule replies-statuses.
func (o outcome) status() message.Status {
	switch o {
	case modelEnded:
		return message.Complete
	case readerStopped:
		return message.Stopped
	case serverStopped:
		return message.Interrupted
	}
	return message.Failed
}

// Error codes, in the row and in the error event.
const (
	codeModelFailed = "model_failed"
	codeInterrupted = "interrupted"
	codeEmptyReply  = "empty_reply"
)
