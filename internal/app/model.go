package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"

	"colloquy/internal/config"
	"colloquy/internal/llm"
	"colloquy/internal/llm/anthropic"
	"colloquy/internal/llm/demo"
	"colloquy/internal/llm/openai"
)

// model is what answers, and how to say so to an operator.
type model struct {
	llm.Provider
	about string
	demo  bool
}

// errNoPrimary says that a fallback was configured without what it falls back from.
var errNoPrimary = errors.New("COLLOQUY_LLM_FALLBACK_URL is set, but no first model: set COLLOQUY_LLM_URL or COLLOQUY_ANTHROPIC_API_KEY too")

// chooseModel takes the configured servers in order; without any, a local
// model server that answers; without one, the demo responder.
func chooseModel(ctx context.Context, c config.Config, log *slog.Logger, w *modelWatch) (model, error) {
	providers, err := configured(c, log)
	if err != nil {
		return model{}, err
	}
	opts := llm.FailoverOptions{Logger: log, OnFailure: w.failed, OnBreaker: w.breaker}
	if len(providers) > 0 {
		return model{Provider: llm.Failover(providers, opts), about: providerNames(providers)}, nil
	}
	if found, ok := openai.Detect(ctx, nil, elsewhere(c.Addr)); ok {
		cfg := found.Config()
		cfg.Logger, cfg.ContextTokens = log, c.LLMContextTokens
		p, err := openai.New(cfg)
		if err != nil {
			return model{}, err
		}
		return model{Provider: llm.Failover([]llm.Provider{p}, opts), about: p.Name() + ", found at " + found.URL}, nil
	}
	return model{demo.New(demo.Options{Pace: demo.Spoken}), demoAbout, true}, nil
}

const demoAbout = "demo responder: replies come from each character's written profile (set COLLOQUY_LLM_URL to connect a model)"

func configured(c config.Config, log *slog.Logger) ([]llm.Provider, error) {
	var out []llm.Provider
	if c.LLMURL != "" {
		p, err := openai.New(openai.Config{BaseURL: c.LLMURL, Key: c.LLMKey.Reveal(), Model: c.LLMModel, ContextTokens: c.LLMContextTokens, Logger: log})
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	if c.AnthropicAPIKey != "" {
		p, err := anthropic.New(anthropic.Config{Key: c.AnthropicAPIKey.Reveal(), Model: c.AnthropicModel, ContextTokens: c.LLMContextTokens, Logger: log})
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
	p, err := openai.New(openai.Config{BaseURL: c.LLMFallbackURL, Key: c.LLMFallbackKey.Reveal(), Model: c.LLMFallbackModel, Name: "fallback", Logger: log})
	if err != nil {
		return nil, err
	}
	return append(out, p), nil
}

func providerNames(list []llm.Provider) string {
	text := ""
	for i, p := range list {
		if i > 0 {
			text += ", then "
		}
		text += p.Name()
	}
	return text
}

// elsewhere lists where a local model server may listen, without the port that
// this process has taken itself: llama.cpp's is our default too, and asking
// ourselves would only cost the time until the answer is given up.
func elsewhere(addr string) []openai.Candidate {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return openai.LocalCandidates()
	}
	return slices.DeleteFunc(openai.LocalCandidates(), func(c openai.Candidate) bool {
		return strings.HasSuffix(c.URL, ":"+port)
	})
}
