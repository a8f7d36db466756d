package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/llm"
)

// inspectTimeout is the timeout of all requests of Inspect together.
const inspectTimeout = 2 * time.Second

// modelReport is what a local server reports about its model. Zero values are unknown.
type modelReport struct {
	billionParameters float64 // in billions
	contextTokens     int     // context size that the server uses, in tokens; the model may support more
	hasDRY            bool    // the server has the DRY sampler of llama.cpp, which prevents repeated phrases
}

// Inspect asks a local server for the size and the context of its model. Ollama has /api/show and
// /api/ps for this, LM Studio has /api/v0/models, and llama.cpp has /props. If no answer comes, the
// earlier report stays. For a hosted server Inspect does nothing.
func (c *Client) Inspect(ctx context.Context) {
	if c.loading.rootURL == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, inspectTimeout)
	defer cancel()
	model, err := c.resolveModel(ctx)
	if err != nil {
		return
	}
	for _, ask := range []func(context.Context, string) (modelReport, bool){c.askOllama, c.askLMStudio, c.askLlamaCpp} {
		if r, ok := ask(ctx, model); ok {
			c.mu.Lock()
			c.report = r
			c.mu.Unlock()
			return
		}
	}
}

// Info describes the model (llm.ModelDescriber). The number of parameters is the reported one,
// or else the one in the model's name. Rule prompt-variants.
func (c *Client) Info() llm.ModelInfo {
	c.mu.Lock()
	r, model := c.report, c.model
	c.mu.Unlock()
	info := llm.ModelInfo{BillionParameters: cmp.Or(r.billionParameters, billionParametersInName(model)), ContextTokens: cmp.Or(c.cfg.ContextTokens, r.contextTokens)}
	if info.ContextTokens == 0 && c.loading.rootURL != "" {
		info.ContextTokens = c.ContextTokens()
	}
	return info
}

// sizeInNamePattern matches the size in a name such as "qwen2.5:7b-instruct" or "mixtral-8x7b".
var sizeInNamePattern = regexp.MustCompile(`(?i)(?:^|[^a-z0-9.])(?:(\d+)x|e)?(\d+(?:\.\d+)?)b(?:$|[^a-z0-9])`)

// billionParametersInName returns the parameters in the name of a model, in billions, or 0.
func billionParametersInName(model string) float64 {
	m := sizeInNamePattern.FindStringSubmatch(model)
	if m == nil {
		return 0
	}
	size, _ := strconv.ParseFloat(m[2], 64)
	if times, err := strconv.ParseFloat(m[1], 64); err == nil {
		size *= times
	}
	return size
}

// ollamaContextTokens is Ollama's context size in tokens if neither the model nor the server
// sets one. Ollama silently truncates a longer prompt.
const ollamaContextTokens = 4096

// numCtxPattern matches the context size in the parameters of an Ollama model.
var numCtxPattern = regexp.MustCompile(`(?m)^num_ctx\s+(\d+)`)

func (c *Client) askOllama(ctx context.Context, model string) (modelReport, bool) {
	var show struct {
		Details struct {
			ParameterSize string `json:"parameter_size"`
		}
		Parameters string
		ModelInfo  map[string]any `json:"model_info"`
	}
	body, err := json.Marshal(map[string]string{"model": model})
	if err != nil || !c.fetchJSON(ctx, http.MethodPost, "/api/show", body, &show) || show.ModelInfo == nil && show.Details.ParameterSize == "" {
		return modelReport{}, false
	}
	r := modelReport{contextTokens: ollamaContextTokens}
	if n, ok := show.ModelInfo["general.parameter_count"].(float64); ok {
		r.billionParameters = n / 1e9
	} else {
		r.billionParameters = parseBillions(show.Details.ParameterSize)
	}
	if m := numCtxPattern.FindStringSubmatch(show.Parameters); m != nil {
		r.contextTokens, _ = strconv.Atoi(m[1])
	}
	var ps struct {
		Models []struct {
			Name          string
			ContextLength int `json:"context_length"`
		}
	}
	if c.fetchJSON(ctx, http.MethodGet, "/api/ps", nil, &ps) {
		for _, loaded := range ps.Models {
			if withDefaultTag(loaded.Name) == withDefaultTag(model) && loaded.ContextLength > 0 {
				r.contextTokens = loaded.ContextLength
			}
		}
	}
	return r, true
}

// parseBillions parses a size such as "3.2B" or "494M" and returns it in billions.
func parseBillions(size string) float64 {
	size = strings.ToUpper(strings.TrimSpace(size))
	scale := 1.0
	if strings.HasSuffix(size, "M") {
		scale = 1e-3
	}
	n, _ := strconv.ParseFloat(strings.TrimRight(size, "BM"), 64)
	return n * scale
}

func (c *Client) askLMStudio(ctx context.Context, model string) (modelReport, bool) {
	var list struct {
		Data []struct {
			ID     string
			Loaded int `json:"loaded_context_length"`
			Max    int `json:"max_context_length"`
		}
	}
	if !c.fetchJSON(ctx, http.MethodGet, "/api/v0/models", nil, &list) {
		return modelReport{}, false
	}
	for _, m := range list.Data {
		if m.ID == model && m.Max+m.Loaded > 0 {
			return modelReport{contextTokens: cmp.Or(m.Loaded, min(m.Max, localContextTokens))}, true
		}
	}
	return modelReport{}, false
}

func (c *Client) askLlamaCpp(ctx context.Context, _ string) (modelReport, bool) {
	var props struct {
		Settings struct {
			NCtx int `json:"n_ctx"`
		} `json:"default_generation_settings"`
	}
	if !c.fetchJSON(ctx, http.MethodGet, "/props", nil, &props) || props.Settings.NCtx == 0 {
		return modelReport{}, false
	}
	r := modelReport{contextTokens: props.Settings.NCtx, hasDRY: true}
	var list struct {
		Data []struct {
			Meta struct {
				Params float64 `json:"n_params"`
			}
		}
	}
	if c.fetchJSON(ctx, http.MethodGet, "/v1/models", nil, &list) && len(list.Data) > 0 {
		r.billionParameters = list.Data[0].Meta.Params / 1e9
	}
	return r, true
}

// fetchJSON reads a JSON document from a path of a local server, and reports whether it
// was read.
func (c *Client) fetchJSON(ctx context.Context, method, path string, body []byte, into any) bool {
	r, err := http.NewRequest(method, c.loading.rootURL+path, bytes.NewReader(body))
	if err != nil {
		return false
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	c.authorize(r)
	call, err := c.endpoint.Open(ctx, r, c.cfg.Name, llm.Request{})
	if err != nil {
		return false
	}
	defer call.Close()
	text, err := io.ReadAll(io.LimitReader(call, maxModelListBytes))
	return err == nil && json.Unmarshal(text, into) == nil
}
