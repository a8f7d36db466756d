// Package event encodes the events of a reply's stream (decisions §3). Each is
// one line of JSON.
package event

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"colloquy/internal/chat/message"
	"colloquy/internal/llm"
)

// failedText is prescribed by document 1 §4 and §8.
const failedText = "Error: Failed to get response. Please try again."

type pieceJSON struct {
	Content     string   `json:"content"`
	Replace     bool     `json:"replace,omitempty"` // the text so far, in place of what was shown
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

// Piece is new text of a reply. It writes ordinary text without the general
// encoder, which would take most of the time of a piece.
func Piece(text string) []byte {
	if !jsonSafe(text) {
		return encode(pieceJSON{Content: text})
	}
	b := make([]byte, 0, len(text)+len(`{"content":""}`))
	b = append(b, `{"content":"`...)
	b = append(b, text...)
	return append(b, `"}`...)
}

// jsonSafe reports whether JSON writes text as it is. The encoder escapes, beside
// what JSON requires, three signs of HTML and two line ends of JavaScript.
func jsonSafe(text string) bool {
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

// Replace is the text of a reply in place of all that was shown.
func Replace(text string) []byte { return encode(pieceJSON{Content: text, Replace: true}) }

// Suggestions are follow-ups.
func Suggestions(list []string) []byte { return encode(pieceJSON{Suggestions: list}) }

// Done ends a reply; demo says whether the next one comes from the demo
// responder.
func Done(t message.Turn, status message.Status, demo bool) []byte {
	return encode(doneJSON{t.ReplyID, t.UserMessageID, status, demo})
}

// Waiting says why no text comes yet.
func Waiting(reason llm.Reason) []byte {
	return encode(struct {
		Reason llm.Reason `json:"reason"`
	}{reason})
}

// Saving says that the text is whole and not stored yet.
func Saving(messageID string) []byte { return encode(savingJSON{messageID}) }

// Failed says that a reply ended early.
func Failed(code, requestID string) []byte {
	return encode(errorJSON{failedText, code, requestID})
}

// encode cannot fail: the events above hold nothing that JSON cannot carry.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
