// Package anthropic is a client for servers of the Anthropic messages protocol:
// Anthropic's own, llama.cpp and Ollama.
package anthropic

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"colloquy/internal/llm"
	"colloquy/internal/llm/upstream"
)

const (
	defaultBaseURL       = "https://api.anthropic.com"
	defaultContextTokens = 200_000
	protocolVersion      = "2023-06-01"
)

// Config describes one server and model.
type Config struct {
	// BaseURL is the server's address, with or without "/v1"; empty means
	// Anthropic's.
	BaseURL       string
	APIKey        string
	Model         string // required
	Name          string // names the provider in Client.Name; empty means "anthropic"
	ContextTokens int    // context size; 0 means 200,000

	HTTP     *http.Client      // nil: upstream.NewHTTPClient
	Timeouts upstream.Timeouts // zero fields take the defaults
	Logger   *slog.Logger      // nil: slog.Default
}

// Client is a Provider for one server and model. It is safe for concurrent use.
type Client struct {
	cfg      Config
	address  string
	name     string
	endpoint *upstream.Endpoint
	log      *slog.Logger
}

// New returns a Client. It makes no request. The error names the setting that is missing
// or wrong.
func New(cfg Config) (*Client, error) {
	if cfg.Model == "" {
		return nil, errors.New("anthropic: no model is named")
	}
	u, err := url.Parse(strings.TrimSpace(cmp.Or(cfg.BaseURL, defaultBaseURL)))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("anthropic: the address must begin with http:// or https://")
	}
	path := strings.TrimRight(u.Path, "/")
	path = strings.TrimSuffix(strings.TrimSuffix(path, "/messages"), "/v1")
	u.Path = path + "/v1/messages"
	return &Client{
		cfg:      cfg,
		address:  u.String(),
		name:     cmp.Or(cfg.Name, "anthropic") + ":" + cfg.Model,
		endpoint: upstream.NewEndpoint(cfg.HTTP, cfg.Timeouts, cfg.APIKey),
		log:      cmp.Or(cfg.Logger, slog.Default()),
	}, nil
}

// Name implements llm.Provider. The result is the configured name, a colon and the model.
func (c *Client) Name() string { return c.name }

// ContextTokens implements llm.ContextSizer. ContextTokens returns the context size of the model.
func (c *Client) ContextTokens() int { return cmp.Or(c.cfg.ContextTokens, defaultContextTokens) }

// Stream implements llm.Provider. Stream sends no schema, because the protocol has no field for a
// schema.
func (c *Client) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		call, err := c.openCall(ctx, req)
		if err != nil {
			yield(llm.Delta{Provider: c.name}, err)
			return
		}
		defer call.Close()
		upstream.NewStream(call, new(event), c.log).Run(yield)
	}
}

func (c *Client) openCall(ctx context.Context, req llm.Request) (*upstream.Call, error) {
	body := c.requestBody(req)
	if body == nil {
		return nil, &llm.Error{Kind: llm.ErrBadRequest, Provider: c.name, Msg: "no message to answer"}
	}
	r, err := upstream.NewPostRequest(c.address, body)
	if err != nil {
		return nil, &llm.Error{Kind: llm.ErrAuth, Provider: c.name, Msg: "the address cannot be used", Cause: err}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Anthropic-Version", protocolVersion)
	if c.cfg.APIKey != "" {
		r.Header.Set("X-Api-Key", c.cfg.APIKey)
	}
	return c.endpoint.Open(ctx, r, c.name, req)
}
