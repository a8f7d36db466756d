package fake

import (
	"encoding/json"
	"fmt"
	"strings"

	"colloquy/internal/llm"
)

// asked is what the server understands of a request of either protocol.
type asked struct {
	model   string
	system  string
	last    string // the user's last line
	suggest bool
	size    int // characters of all texts
}

// SuggestMark is the phrase by which a request for suggestions is known,
// whatever its case, in a system part or the user's last line.
const SuggestMark = "say next"

// readAsked reads a request's body; a body that cannot be read is an error.
func readAsked(body []byte) (asked, error) {
	var w struct {
		Model    string          `json:"model"`
		System   json.RawMessage `json:"system"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return asked{}, err
	}
	a := asked{model: w.Model, system: plain(w.System)}
	for _, m := range w.Messages {
		text := plain(m.Content)
		a.size += len(text)
		switch m.Role {
		case "system":
			a.system += text + "\n"
		case "user":
			a.last = text
		}
	}
	a.size += len(a.system)
	a.suggest = strings.Contains(strings.ToLower(a.system+"\n"+a.last), SuggestMark)
	return a, nil
}

// plain reads a text that may be a string or a list of text blocks.
func plain(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var blocks []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(raw, &blocks)
	var all []string
	for _, b := range blocks {
		all = append(all, b.Text)
	}
	return strings.Join(all, "\n")
}

// pieces are the script's, or made up from what was asked.
func (s Script) pieces(a asked) []string {
	switch {
	case s.Pieces != nil:
		return s.Pieces
	case s.Count > 0:
		out := make([]string, s.Count)
		for i := range out {
			out[i] = fmt.Sprintf("word%d ", i)
		}
		return out
	case a.suggest:
		return []string{"Tell me more about that.\n", "What happened next?\n", "How did you feel?"}
	}
	return words("You say: " + lastLine(a.last) + " Let me think on it, friend, and tell you what I know.")
}

// lastLine is the end of a message: what stands before it may be notes.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// words cuts a text after every space, as models send it.
func words(text string) []string { return strings.SplitAfter(text, " ") }

// usage is the script's, or counted roughly.
func (s Script) usage(a asked, pieces int) llm.Usage {
	if s.Usage != nil {
		return *s.Usage
	}
	return llm.Usage{Prompt: a.size/4 + 1, Output: pieces}
}
