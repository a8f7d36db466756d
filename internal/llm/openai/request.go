package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"colloquy/internal/llm"
	"colloquy/internal/llm/upstream"
)

// maxStopTexts is the number of stop strings that OpenAI accepts.
const maxStopTexts = 4

// Sampling settings for local models, unless the request has its own (rule prompt-sampling).
const (
	localMinP          = 0.05
	localRepeatPenalty = 1.05
	dryMultiplier      = 0.8 // against repeated phrases, for servers that have DRY
)

type wireMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type wireRequest struct {
	Model               string          `json:"model"`
	Messages            []wireMessage   `json:"messages"`
	Stream              bool            `json:"stream"`
	StreamOptions       *streamOptions  `json:"stream_options,omitempty"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	Temperature         float64         `json:"temperature,omitempty"`
	TopP                float64         `json:"top_p,omitempty"`
	Stop                []string        `json:"stop,omitempty"`
	MinP                float64         `json:"min_p,omitempty"`
	RepeatPenalty       float64         `json:"repeat_penalty,omitempty"`
	DryMultiplier       float64         `json:"dry_multiplier,omitempty"`
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type responseFormat struct {
	Type       string     `json:"type"`
	JSONSchema jsonSchema `json:"json_schema"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// requestBody encodes the request. If the schema is not valid JSON, requestBody leaves the schema
// out. The result is the whole body, not a stream. A server may truncate a streamed body when the
// answer begins.
func (c *Client) requestBody(req llm.Request, model string, q quirkSet) []byte {
	w := wireRequest{
		Model:         model,
		Messages:      c.wireMessages(req, q),
		Stream:        true,
		StreamOptions: &streamOptions{IncludeUsage: true},
		MaxTokens:     req.MaxTokens,
		Temperature:   req.Temperature,
		TopP:          req.TopP,
		Stop:          req.Stop[:min(len(req.Stop), maxStopTexts)],
	}
	c.addLocalSampling(&w, req)
	if len(req.Schema) > 0 {
		w.ResponseFormat = &responseFormat{"json_schema", jsonSchema{"answer", true, req.Schema}}
	}
	q.applyTo(&w)
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(w); err != nil {
		w.ResponseFormat = nil
		buf.Reset()
		_ = enc.Encode(w)
	}
	return buf.Bytes()
}

// addLocalSampling adds the fields that only local servers have.
func (c *Client) addLocalSampling(w *wireRequest, req llm.Request) {
	if !c.cfg.AddsLocalSampling && c.loading.rootURL == "" {
		return
	}
	w.MinP, w.RepeatPenalty = cmp.Or(req.MinP, localMinP), cmp.Or(req.RepeatPenalty, localRepeatPenalty)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.report.hasDRY && req.Task == llm.Reply {
		w.DryMultiplier = dryMultiplier
	}
}

// wireMessages returns the system parts and the conversation in the form that the server
// accepts.
func (c *Client) wireMessages(req llm.Request, q quirkSet) []wireMessage {
	system, turns := req.System, req.MergedMessages()
	if c.cfg.MustStartWithUser || q.hasAny(mustStartWithUser|noSystem) {
		system, turns = llm.MoveGreetingToSystem(system, turns)
	}
	if c.cfg.JoinsSystemMessages || c.cfg.AddsLocalSampling || q.hasAny(singleSystem) {
		system = []string{strings.Join(system, "\n\n")}
	}
	out := make([]wireMessage, 0, len(system)+len(turns))
	for _, part := range system {
		if strings.TrimSpace(part) != "" {
			out = append(out, wireMessage{"system", part})
		}
	}
	for _, m := range turns {
		out = append(out, wireMessage{string(m.Role), m.Content})
	}
	if q.hasAny(noSystem) {
		return withoutSystem(out)
	}
	return out
}

// withoutSystem moves the system messages into the first message, which becomes a user
// message, for chat templates without a system role.
func withoutSystem(in []wireMessage) []wireMessage {
	var system []string
	var out []wireMessage
	for _, m := range in {
		switch {
		case m.Role == "system":
			system = append(system, m.Content)
		case len(out) == 0:
			out = append(out, wireMessage{"user", strings.Join(append(system, m.Content), "\n\n")})
		default:
			out = append(out, m)
		}
	}
	return out
}

// post sends a body. Its errors are *llm.Error.
func (c *Client) post(ctx context.Context, endpoint *upstream.Endpoint, body []byte, label string, req llm.Request) (*upstream.Call, error) {
	r, err := upstream.NewPostRequest(c.chatURL, body)
	if err != nil {
		return nil, &llm.Error{Kind: llm.ErrAuth, Provider: label, Msg: "the address cannot be used", Cause: err}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	c.authorize(r)
	return endpoint.Open(ctx, r, label, req)
}

// authorize sets the key and the configured headers. It never sends X-Conversation-Id,
// because with it llama.cpp keeps generating after the client has disconnected.
func (c *Client) authorize(r *http.Request) {
	if c.cfg.APIKey != "" {
		r.Header.Set("Authorization", "Bearer "+c.cfg.APIKey)
	}
	for name, value := range c.cfg.Headers {
		r.Header.Set(name, value)
	}
	r.Header.Del("X-Conversation-Id")
}
