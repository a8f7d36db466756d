package fake

import (
	"encoding/json"
	"fmt"
	"strings"

	"colloquy/internal/llm"
)

// request is the content of a request in the protocol of OpenAI or of Anthropic.
type request struct {
	model              string
	system             string
	lastUserText       string // the last message of the user
	asksForSuggestions bool   // a request for suggestions
	textByteCount      int    // bytes of all texts
}

// SuggestionRequestPhrase is the phrase that marks a request for suggestions, in upper or lower case. It is in
// a system part or in the last line of the user's message.
const SuggestionRequestPhrase = "say next"

// parseRequest parses the body of a request.
func parseRequest(body []byte) (request, error) {
	var w struct {
		Model    string          `json:"model"`
		System   json.RawMessage `json:"system"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return request{}, err
	}
	a := request{model: w.Model, system: contentText(w.System)}
	for _, m := range w.Messages {
		text := contentText(m.Content)
		a.textByteCount += len(text)
		switch m.Role {
		case "system":
			a.system += text + "\n"
		case "user":
			a.lastUserText = text
		}
	}
	a.textByteCount += len(a.system)
	a.asksForSuggestions = strings.Contains(strings.ToLower(a.system+"\n"+a.lastUserText), SuggestionRequestPhrase)
	return a, nil
}

// contentText returns the text of a content, which is a string or a list of text blocks.
func contentText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var blocks []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(raw, &blocks)
	var blockTexts []string
	for _, b := range blocks {
		blockTexts = append(blockTexts, b.Text)
	}
	return strings.Join(blockTexts, "\n")
}

// pieces returns the pieces of the answer: those of the script, or generated ones.
func (s Script) pieces(a request) []string {
	switch {
	case s.Pieces != nil:
		return s.Pieces
	case s.GeneratedWordCount > 0:
		out := make([]string, s.GeneratedWordCount)
		for i := range out {
			out[i] = fmt.Sprintf("word%d ", i)
		}
		return out
	case a.asksForSuggestions:
		return []string{"Tell me more about that.\n", "What happened next?\n", "How did you feel?"}
	}
	return splitAfterSpaces("You say: " + lastLine(a.lastUserText) + " Let me think on it, friend, and tell you what I know.")
}

// lastLine returns the last line of a message, without the notes before and after it.
func lastLine(text string) string {
	withoutNotes, _, _ := strings.Cut(text, "\n\n<stage_notes>")
	text = strings.TrimSpace(withoutNotes)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// splitAfterSpaces splits a text after every space.
func splitAfterSpaces(text string) []string { return strings.SplitAfter(text, " ") }

// usage returns the script's usage, or an estimate.
func (s Script) usage(a request, pieces int) llm.Usage {
	if s.Usage != nil {
		return *s.Usage
	}
	return llm.Usage{Prompt: a.textByteCount/4 + 1, Output: pieces}
}
