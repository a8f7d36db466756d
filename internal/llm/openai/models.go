package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"colloquy/internal/llm"
	"colloquy/internal/llm/upstream"
)

// maxModelList is how much of a model list is read, in bytes.
const maxModelList = 4 << 20

// Models lists the ids of the server's models, in its order. Errors are
// *llm.Error.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	r, err := http.NewRequest(http.MethodGet, c.models, nil)
	if err != nil {
		return nil, &llm.Error{Kind: llm.ErrAuth, Provider: c.cfg.Name, Msg: "the address cannot be used", Cause: err}
	}
	c.authorize(r)
	call, err := c.endpoint.Open(ctx, r, c.cfg.Name, llm.Request{})
	if err != nil {
		return nil, err
	}
	defer call.Close()
	body, err := io.ReadAll(io.LimitReader(call, maxModelList))
	if err != nil {
		return nil, call.Failure(err)
	}
	ids := readModels(body)
	if ids == nil {
		return nil, call.Misdirected()
	}
	return ids, nil
}

// resolve is the configured model, or the first that the server lists. A
// failure is not remembered: the server may be starting.
func (c *Client) resolve(ctx context.Context) (string, error) {
	c.mu.Lock()
	model := c.model
	c.mu.Unlock()
	if model != "" {
		return model, nil
	}
	ids, err := c.Models(ctx)
	if err != nil {
		return "", err
	}
	if model = pick(ids); model == "" {
		return "", &llm.Error{Kind: llm.ErrAuth, Provider: c.cfg.Name, Msg: "the server lists no model"}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.model == "" {
		c.model = model
	}
	return c.model, nil
}

// readModels reads a list in OpenAI's shape, or the bare array of some others.
// It returns nil for anything else, an empty slice for an empty list.
func readModels(body []byte) []string {
	type entry struct {
		ID string `json:"id"`
	}
	var list struct {
		Data []entry `json:"data"`
	}
	target := any(&list)
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		target = &list.Data
	}
	if json.Unmarshal(body, target) != nil || list.Data == nil {
		return nil
	}
	ids := make([]string, 0, len(list.Data))
	for _, e := range list.Data {
		if e.ID != "" {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// notForTalk are parts of the names of models that cannot hold a talk; servers
// list them beside those that can.
var notForTalk = []string{"embed", "rerank", "whisper", "tts-", "-tts", "dall-e", "moderation", "clip-"}

// pick takes the first model that can hold a talk.
func pick(ids []string) string {
next:
	for _, id := range ids {
		for _, word := range notForTalk {
			if strings.Contains(strings.ToLower(id), word) {
				continue next
			}
		}
		return id
	}
	return ""
}

// limitsOfProbe are what Detect gives a server that may not be there.
func limitsOfProbe() upstream.Limits {
	return upstream.Limits{FirstPiece: detectLimit, Idle: detectLimit, Total: detectLimit}
}
