package writing

import "colloquy/internal/chat/message"

// outcome is how the writing of a reply ended.
type outcome uint8

const (
	modelEnded outcome = iota
	readerStopped
	modelFailed
	serverStopped
)

// status is the state that a running reply takes after an outcome. Whether the
// row still is a running reply, the update of finish decides.
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

// Codes of failures, in the row and in the error event.
const (
	codeModelFailed = "model_failed"
	codeInterrupted = "interrupted"
	codeEmpty       = "empty_reply"
)
