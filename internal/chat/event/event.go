// Package event encodes the events of a reply's stream (rule replies-stream-events).
// Each event is one line of JSON.
package event

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"colloquy/internal/chat/message"
	"colloquy/internal/live"
	"colloquy/internal/llm"
)

// failedText is fixed by rule replies-failure-text.
const failedText = "Error: Failed to get response. Please try again."

type pieceJSON struct {
	Content     string   `json:"content"`
	Replace     bool     `json:"replace,omitempty"` // Content is the whole text so far and replaces the shown text
	Suggestions []string `json:"suggestions,omitempty"`
}

type doneJSON struct {
	MessageID     string         `json:"message_id"`
	UserMessageID string         `json:"user_message_id"`
	Status        message.Status `json:"status"`
	DemoMode      bool           `json:"demo_mode"` // whether the next reply comes from the demo responder
}

type savingJSON struct {
	MessageID string `json:"message_id"`
}

type errorJSON struct {
	Message   string `json:"message"`
	Code      string `json:"code"`
	RequestID string `json:"request_id"`
}

// EncodePiece encodes new text of a reply. Text that needs no escapes skips the general JSON
// encoder, which would take most of the time.
func EncodePiece(text string) []byte {
	if !isJSONSafe(text) {
		return encode(pieceJSON{Content: text})
	}
	b := make([]byte, 0, len(text)+len(`{"content":""}`))
	b = append(b, `{"content":"`...)
	b = append(b, text...)
	return append(b, `"}`...)
}

// isJSONSafe reports whether the JSON encoder leaves text unchanged. The encoder also
// escapes three HTML characters and two JavaScript line ends.
func isJSONSafe(text string) bool {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c < ' ' || strings.IndexByte(`"\<>&`, c) >= 0 {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029' {
			return false
		}
		i += size
	}
	return true
}

// EncodeReplacement encodes the whole text of a reply, which replaces the shown text.
func EncodeReplacement(text string) []byte { return encode(pieceJSON{Content: text, Replace: true}) }

// EncodeSuggestions encodes the suggestions that follow a reply.
func EncodeSuggestions(list []string) []byte { return encode(pieceJSON{Suggestions: list}) }

// EncodeDone encodes the end of a reply. demo reports whether the demo responder would
// write the next reply.
func EncodeDone(t message.Turn, status message.Status, demo bool) []byte {
	return encode(doneJSON{t.ReplyID, t.UserMessageID, status, demo})
}

// EncodeWaiting encodes that there is no text yet, and why. seconds is how long the wait is
// expected to last, 0 if unknown.
func EncodeWaiting(reason llm.WaitReason, seconds int) []byte {
	return encode(struct {
		Reason  llm.WaitReason `json:"reason"`
		Seconds int            `json:"seconds,omitempty"`
	}{reason, seconds})
}

// EncodeSaving encodes that the reply's text is complete but not stored yet.
func EncodeSaving(messageID string) []byte { return encode(savingJSON{messageID}) }

// EncodeFailed encodes the end of a reply that failed. code is the error code, requestID
// the id of the request in the logs.
func EncodeFailed(code, requestID string) []byte {
	return encode(errorJSON{failedText, code, requestID})
}

// DecodeText returns the text that a reader shows after these events of a reply.
func DecodeText(events []live.Event) string {
	var text strings.Builder
	for _, e := range events {
		var p pieceJSON
		if e.Name != "" || json.Unmarshal(e.Data, &p) != nil {
			continue
		}
		if p.Replace {
			text.Reset()
		}
		text.WriteString(p.Content)
	}
	return text.String()
}

// encode encodes an event as JSON. It cannot fail for the types of this package.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
