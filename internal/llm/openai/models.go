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

// maxModelListBytes is the longest accepted model list, in bytes.
const maxModelListBytes = 4 << 20

// Models returns the ids of the models in the order in which the server lists them. Errors
// are *llm.Error.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	r, err := http.NewRequest(http.MethodGet, c.modelsURL, nil)
	if err != nil {
		return nil, &llm.Error{Kind: llm.ErrAuth, Provider: c.cfg.Name, Msg: "the address cannot be used", Cause: err}
	}
	c.authorize(r)
	call, err := c.endpoint.Open(ctx, r, c.cfg.Name, llm.Request{})
	if err != nil {
		return nil, err
	}
	defer call.Close()
	body, err := io.ReadAll(io.LimitReader(call, maxModelListBytes))
	if err != nil {
		return nil, call.Failure(err)
	}
	ids := parseModelIDs(body)
	if ids == nil {
		return nil, call.WrongAddressError()
	}
	return ids, nil
}

// resolveModel returns the configured model, or the first chat model that the server lists. It
// does not cache a failure, because the server may be starting.
func (c *Client) resolveModel(ctx context.Context) (string, error) {
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
	if model = firstChatModel(ids); model == "" {
		return "", &llm.Error{Kind: llm.ErrAuth, Provider: c.cfg.Name, Msg: "the server lists no model"}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.model == "" {
		c.model = model
	}
	return c.model, nil
}

// parseModelIDs parses a list in OpenAI's form, or the bare array of some servers. It
// returns nil for other documents and an empty slice for an empty list.
func parseModelIDs(body []byte) []string {
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

// nonChatModelParts are parts of the names of models that are not for chats.
var nonChatModelParts = []string{"embed", "rerank", "whisper", "tts-", "-tts", "dall-e", "moderation", "clip-"}

// firstChatModel returns the first chat model, or "".
func firstChatModel(ids []string) string {
next:
	for _, id := range ids {
		for _, word := range nonChatModelParts {
			if strings.Contains(strings.ToLower(id), word) {
				continue next
			}
		}
		return id
	}
	return ""
}

// probeTimeouts returns the limits for a server that may not exist.
func probeTimeouts() upstream.Timeouts {
	return upstream.Timeouts{FirstPieceTimeout: detectTimeout, IdleTimeout: detectTimeout, TotalTimeout: detectTimeout}
}
