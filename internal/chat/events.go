package chat

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"colloquy/internal/llm"
)

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
	DemoMode      bool   `json:"demo_mode"` // whether the next reply comes from the demo responder
}

type savingJSON struct {
	MessageID string `json:"message_id"`
}

type errorJSON struct {
	Message   string `json:"message"`
	Code      string `json:"code"`
	RequestID string `json:"request_id"`
}

// pieceEvent writes ordinary text by hand: there is one for every piece, and
// the general encoder takes longer than the rest of the piece's way.
func pieceEvent(text string) []byte {
	if !jsonSafe(text) {
		return encode(pieceJSON{Content: text})
	}
	b := make([]byte, 0, len(text)+len(`{"content":""}`))
	b = append(b, `{"content":"`...)
	b = append(b, text...)
	return append(b, `"}`...)
}

// jsonSafe reports whether JSON writes text as it is.
func jsonSafe(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= utf8.RuneSelf || strings.IndexByte(`"\<>&`, c) >= 0 {
			return false
		}
	}
	return true
}

func replaceEvent(text string) []byte { return encode(pieceJSON{Content: text, Replace: true}) }

func suggestionsEvent(list []string) []byte { return encode(pieceJSON{Suggestions: list}) }

func doneEvent(t Turn, status Status, demo bool) []byte {
	return encode(doneJSON{t.ReplyID, t.UserMessageID, status, demo})
}

// waitingEvent says why no text comes yet.
func waitingEvent(reason llm.Reason) []byte {
	return encode(struct {
		Reason llm.Reason `json:"reason"`
	}{reason})
}

// savingEvent says that the text is whole and not stored yet.
func savingEvent(messageID string) []byte { return encode(savingJSON{messageID}) }

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
