package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"

	"colloquy/internal/config"
	"colloquy/internal/demo"
	"colloquy/internal/llm"
	"colloquy/internal/llm/anthropic"
	"colloquy/internal/llm/openai"
	"colloquy/internal/llm/upstream"
)

// model is a provider with its description for the operator.
type model struct {
	llm.Provider
	about     string
	demo      bool
	paid      bool     // a provider on another machine may cost money
	providers []string // the names of those that it joins
}

// errNoPrimary means that a fallback is configured without a first model.
var errNoPrimary = errors.New("COLLOQUY_LLM_FALLBACK_URL is set, but no first model: set COLLOQUY_LLM_URL or COLLOQUY_ANTHROPIC_API_KEY too")

// chooseModel returns the configured servers in their order. Without any it searches
// for local model servers, now and while the service runs, and uses the demo
// responder as long as none answers. COLLOQUY_LLM=demo disables the search.
func chooseModel(ctx context.Context, o Options, w *modelWatch) (*modelSwitch, error) {
	c := o.Config
	var providers []llm.Provider
	if c.LLM != "demo" {
		var err error
		if providers, err = configured(c, o.Log); err != nil {
			return nil, err
		}
	}
	opts := llm.FailoverOptions{Logger: o.Log, OnFailure: w.failed, OnBreaker: w.breaker}
	if len(providers) > 0 {
		m := joined(providers, opts)
		m.paid = !local(c.LLMURL) || c.AnthropicAPIKey != "" || c.LLMFallbackURL != "" && !local(c.LLMFallbackURL)
		w.use(m)
		return newModelSwitch(m), nil
	}
	s := newModelSwitch(demoModel())
	w.use(s.now())
	if c.LLM == "demo" {
		return s, nil
	}
	s.search = &search{
		places: places(c), log: o.Log, every: o.ModelEvery, watch: w,
		build: func(found openai.Found) (model, error) { return foundModel(found, c, opts) },
	}
	s.look(ctx)
	return s, nil
}

const demoAbout = "demo responder: replies come from each character's written profile (set COLLOQUY_LLM_URL to connect a model)"

func demoModel() model {
	return model{Provider: demo.New(demo.Options{Pace: demo.Spoken}), about: demoAbout, demo: true}
}

func joined(providers []llm.Provider, opts llm.FailoverOptions) model {
	names := make([]string, len(providers))
	for i, p := range providers {
		names[i] = p.Name()
	}
	return model{Provider: llm.Failover(providers, opts), about: strings.Join(names, ", then "), providers: names}
}

func foundModel(found openai.Found, c config.Config, opts llm.FailoverOptions) (model, error) {
	cfg := found.Config()
	cfg.Logger, cfg.ContextTokens, cfg.Limits = opts.Logger, c.LLMContextTokens, limitsOf(c)
	if slices.Contains(found.Models, c.LLMModel) {
		cfg.Model = c.LLMModel
	}
	p, err := openai.New(cfg)
	if err != nil {
		return model{}, err
	}
	m := joined([]llm.Provider{p}, opts)
	m.about += ", found at " + found.URL
	return m, nil
}

// anthropicContext is the default size of a prompt in tokens. The models accept far
// more, but every token costs.
const anthropicContext = 8192

func limitsOf(c config.Config) upstream.Limits { return upstream.Limits{FirstPiece: c.LLMFirstPiece} }

func configured(c config.Config, log *slog.Logger) ([]llm.Provider, error) {
	var out []llm.Provider
	limits := limitsOf(c)
	if c.LLMURL != "" {
		p, err := openai.New(openai.Config{BaseURL: c.LLMURL, Key: c.LLMKey.Reveal(), Model: c.LLMModel, ContextTokens: c.LLMContextTokens, Limits: limits, Logger: log})
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	if c.AnthropicAPIKey != "" {
		p, err := anthropic.New(anthropic.Config{Key: c.AnthropicAPIKey.Reveal(), Model: c.AnthropicModel, ContextTokens: cmp.Or(c.LLMContextTokens, anthropicContext), Limits: limits, Logger: log})
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	if c.LLMFallbackURL == "" {
		return out, nil
	}
	if len(out) == 0 {
		return nil, errNoPrimary
	}
	p, err := openai.New(openai.Config{BaseURL: c.LLMFallbackURL, Key: c.LLMFallbackKey.Reveal(), Model: c.LLMFallbackModel, Name: "fallback", Limits: limits, Logger: log})
	if err != nil {
		return nil, err
	}
	return append(out, p), nil
}

// local reports whether a server is on this machine, where answers cost
// nothing. No address is local.
func local(address string) bool {
	host := openai.Host(address)
	ip := net.ParseIP(host)
	return host == "" || host == "localhost" || ip != nil && ip.IsLoopback()
}

// places lists the addresses of the search for local model servers.
func places(c config.Config) []openai.Candidate {
	if len(c.LLMPlaces) == 0 {
		return elsewhere(c.Addr)
	}
	out := make([]openai.Candidate, len(c.LLMPlaces))
	for i, text := range c.LLMPlaces {
		kind, address, _ := strings.Cut(strings.TrimSpace(text), "=")
		out[i] = openai.Candidate{Kind: kind, URL: strings.TrimRight(address, "/")}
	}
	return out
}

// elsewhere lists where a local model server may listen, without the port of this
// process: the default port of llama.cpp is the same, and a request to ourselves
// would only run into its timeout.
func elsewhere(addr string) []openai.Candidate {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return openai.LocalCandidates()
	}
	return slices.DeleteFunc(openai.LocalCandidates(), func(c openai.Candidate) bool {
		return strings.HasSuffix(c.URL, ":"+port)
	})
}
