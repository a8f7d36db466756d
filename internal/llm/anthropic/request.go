package anthropic

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"colloquy/internal/llm"
)

// defaultMaxTokens is sent if the request has no limit: the protocol requires one.
const defaultMaxTokens = 1024

// maxCacheBreakpoints is the largest number of cache breakpoints in a request. One of
// them is used for the history.
const maxCacheBreakpoints = 4

type wireRequest struct {
	Model         string        `json:"model"`
	MaxTokens     int           `json:"max_tokens"`
	Stream        bool          `json:"stream"`
	System        []block       `json:"system,omitempty"`
	Messages      []wireMessage `json:"messages"`
	Temperature   float64       `json:"temperature,omitempty"`
	TopP          float64       `json:"top_p,omitempty"`
	StopSequences []string      `json:"stop_sequences,omitempty"`
}

type wireMessage struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

type block struct {
	Type         string        `json:"type"`
	Text         string        `json:"text"`
	CacheControl *cacheControl `json:"cache_control,omitempty"`
}

type cacheControl struct {
	Type string `json:"type"`
}

// cacheBreakpoint returns the field that marks the last block of a cached prefix.
func cacheBreakpoint() *cacheControl { return &cacheControl{"ephemeral"} }

// requestBody encodes the request. It returns nil if there are no messages.
func (c *Client) requestBody(req llm.Request) []byte {
	system, turns := llm.MoveGreetingToSystem(req.System, req.MergedMessages())
	if len(turns) == 0 {
		return nil
	}
	w := wireRequest{
		Model:         c.cfg.Model,
		MaxTokens:     cmp.Or(max(req.MaxTokens, 0), defaultMaxTokens),
		Stream:        true,
		System:        systemBlocks(system),
		Messages:      toWireMessages(turns),
		Temperature:   min(req.Temperature, 1),
		StopSequences: acceptedStops(req.Stop),
	}
	if req.Temperature == 0 {
		// Newer models refuse a request with temperature and top_p, so top_p is sent only without a
		// temperature.
		w.TopP = req.TopP
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(w)
	return buf.Bytes()
}

// systemBlocks returns the system parts, with cache breakpoints on the last of them. A
// breakpoint covers all parts before it, so the first parts need none.
func systemBlocks(parts []string) []block {
	out := make([]block, 0, len(parts))
	for _, part := range parts {
		if strings.TrimSpace(part) != "" {
			out = append(out, block{Type: "text", Text: part})
		}
	}
	for i := max(0, len(out)-(maxCacheBreakpoints-1)); i < len(out); i++ {
		out[i].CacheControl = cacheBreakpoint()
	}
	return out
}

// toWireMessages converts the turns. The cache breakpoint is on the message before the last one:
// the last message has notes that the next request does not repeat.
func toWireMessages(turns []llm.Message) []wireMessage {
	out := make([]wireMessage, len(turns))
	for i, m := range turns {
		out[i] = wireMessage{string(m.Role), []block{{Type: "text", Text: m.Content}}}
	}
	if n := len(out); n > 1 {
		out[n-2].Content[0].CacheControl = cacheBreakpoint()
	}
	return out
}

// acceptedStops returns the stop strings that the protocol accepts: the first four that
// are not only white space.
func acceptedStops(in []string) []string {
	var out []string
	for _, s := range in {
		if strings.TrimSpace(s) != "" && len(out) < 4 {
			out = append(out, s)
		}
	}
	return out
}
