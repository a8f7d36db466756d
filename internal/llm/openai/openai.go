// Package openai is a client for servers of the OpenAI chat completions protocol, and handles the
// differences between them. The servers are hosted servers, gateways, and Ollama, LM Studio,
// llama.cpp or vLLM on the local machine.
package openai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"colloquy/internal/llm"
	"colloquy/internal/llm/upstream"
)

// Default context sizes, in tokens. A local Ollama silently truncates prompts after
// 4096 tokens.
const (
	localContextTokens  = 4096
	hostedContextTokens = 8192
	// maxReportedContextTokens is the largest context size, in tokens, that the client accepts from a
	// server's report. A local machine takes minutes to read a longer prompt.
	maxReportedContextTokens = 32_768
)

// Config describes one server and model.
type Config struct {
	// BaseURL is the address to which "/chat/completions" is added, such as
	// "https://api.openai.com/v1". A bare host gets "/v1"; a query, which Azure
	// requires, is kept.
	BaseURL string
	APIKey  string // sent as bearer token if not empty
	Model   string // empty: the first chat model that the server lists
	Name    string // names the provider in Client.Name; empty means "openai"
	// Headers are added to every request, such as Azure's "api-key".
	Headers map[string]string
	// ContextTokens is the context size, prompt and answer together; 0 means 4096
	// for a local server and 8192 for others.
	ContextTokens int
	// JoinsSystemMessages joins the system parts into one message, for chat templates that
	// refuse a second system message.
	JoinsSystemMessages bool
	// MustStartWithUser moves a first message of the character into the system part. Some chat templates
	// refuse a first message of the assistant. The client also sets MustStartWithUser after such a refusal.
	MustStartWithUser bool
	// AddsLocalSampling adds the sampling settings that local models need: min_p and
	// repeat_penalty. Servers on this machine or network get them without AddsLocalSampling.
	// AddsLocalSampling implies JoinsSystemMessages.
	AddsLocalSampling bool

	HTTP     *http.Client      // nil: upstream.NewHTTPClient
	Timeouts upstream.Timeouts // zero fields take the defaults
	Logger   *slog.Logger      // nil: slog.Default
}

// Client is a Provider for one server and model. It is safe for concurrent use.
type Client struct {
	cfg         Config
	chatURL     string // URL of chat completions
	modelsURL   string // URL of the model list
	isLocal     bool
	endpoint    *upstream.Endpoint
	log         *slog.Logger
	loading     *loadState
	knownQuirks atomic.Uint32 // a quirkSet, learnt from refusals of the server

	mu     sync.Mutex
	model  string
	report modelReport // result of Inspect
}

// New returns a Client. It makes no request. The error describes what is wrong with the
// address.
func New(cfg Config) (*Client, error) {
	chatURL, modelsURL, isOnThisMachine, err := parseBaseURL(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	c := &Client{
		cfg: cfg, chatURL: chatURL, modelsURL: modelsURL, isLocal: isOnThisMachine, model: cfg.Model,
		endpoint: upstream.NewEndpoint(cfg.HTTP, cfg.Timeouts, cfg.APIKey),
		log:      cmp.Or(cfg.Logger, slog.Default()),
		loading:  newLoadState(chatURL),
	}
	c.cfg.Name = cmp.Or(cfg.Name, "openai")
	return c, nil
}

// parseBaseURL derives the URLs of chat completions and of the model list from a base
// address. isOnThisMachine reports whether the host is this machine.
func parseBaseURL(base string) (chatURL, modelsURL string, isOnThisMachine bool, err error) {
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil {
		return "", "", false, errors.New("openai: the address cannot be read")
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", "", false, fmt.Errorf("openai: the address must begin with http:// or https://, host %q", u.Host)
	}
	path := strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions")
	if path == "" {
		path = "/v1"
	}
	ip := net.ParseIP(u.Hostname())
	isOnThisMachine = u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	u.Path = path + "/chat/completions"
	chatURL = u.String()
	u.Path = path + "/models"
	return chatURL, u.String(), isOnThisMachine, nil
}

// Hostname returns the host name in the URL of a server, or "".
func Hostname(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// Name returns the configured name and the model, such as "openai:llama3.2", or only
// the name while the model is unknown.
func (c *Client) Name() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nameWithModel(c.model)
}

// nameWithModel returns the configured name and a model.
func (c *Client) nameWithModel(model string) string {
	if model == "" {
		return c.cfg.Name
	}
	return c.cfg.Name + ":" + model
}

// ContextTokens returns the context size of the model (llm.ContextSizer): the configured one,
// or else the reported one, or else a default.
func (c *Client) ContextTokens() int {
	c.mu.Lock()
	reportedTokens := min(c.report.contextTokens, maxReportedContextTokens)
	c.mu.Unlock()
	if c.isLocal {
		return cmp.Or(c.cfg.ContextTokens, reportedTokens, localContextTokens)
	}
	return cmp.Or(c.cfg.ContextTokens, reportedTokens, hostedContextTokens)
}

// Stream sends the request and yields the answer (llm.Provider).
func (c *Client) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		call, label, ok, err := c.openWhenLoaded(ctx, req, yield)
		if !ok {
			return
		}
		if err != nil {
			yield(llm.Delta{Provider: label}, err)
			return
		}
		defer call.Close()
		s := upstream.NewStream(call, new(chunk), c.log)
		s.OnFirstPiece = c.loading.recordAnswer
		s.Run(yield)
	}
}

// openCall sends the request. If the server refuses a part of it, it sends the request
// again without that part.
func (c *Client) openCall(ctx context.Context, endpoint *upstream.Endpoint, req llm.Request, model string) (*upstream.Call, error) {
	label := c.nameWithModel(model)
	if len(req.MergedMessages()) == 0 {
		return nil, &llm.Error{Kind: llm.ErrBadRequest, Provider: label, Msg: "no message to answer"}
	}
	body := c.requestBody(req, model, c.quirks())
	for {
		call, err := c.post(ctx, endpoint, body, label, req)
		refusal, ok := errors.AsType[*llm.Error](err)
		if !ok || !c.learnNewQuirks(refusal) {
			return call, err
		}
		changedBody := c.requestBody(req, model, c.quirks())
		if string(changedBody) == string(body) {
			return nil, err
		}
		body = changedBody
	}
}
