package chat

import "encoding/json"

// The events of a stream (decisions §3). Each is one line of JSON.

type pieceJSON struct {
	Content     string   `json:"content"`
	Replace     bool     `json:"replace,omitempty"` // the text so far, in place of what was shown
	Suggestions []string `json:"suggestions,omitempty"`
}

type doneJSON struct {
	MessageID     string `json:"message_id"`
	UserMessageID string `json:"user_message_id"`
	Status        Status `json:"status"`
}

type errorJSON struct {
	Message   string `json:"message"`
	Code      string `json:"code"`
	RequestID string `json:"request_id"`
}

func pieceEvent(text string) []byte { return encode(pieceJSON{Content: text}) }

func replaceEvent(text string) []byte { return encode(pieceJSON{Content: text, Replace: true}) }

func suggestionsEvent(list []string) []byte { return encode(pieceJSON{Suggestions: list}) }

func doneEvent(t Turn, status Status) []byte {
	return encode(doneJSON{t.ReplyID, t.UserMessageID, status})
}

func errorEvent(code, requestID string) []byte {
	return encode(errorJSON{replyFailedText, code, requestID})
}

// encode cannot fail: the events above hold nothing that JSON cannot carry.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
