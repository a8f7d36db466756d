package app

import (
	"cmp"
	"log/slog"
	"strings"
	"time"

	"colloquy/internal/config"
	"colloquy/internal/llm"
	"colloquy/internal/llm/anthropic"
	"colloquy/internal/llm/openai"
	"colloquy/internal/llm/upstream"
)

// configuredModels are the providers that the settings name.
type configuredModels struct {
	members      []llm.Member   // the servers in COLLOQUY_LLM_SERVERS
	providers    []llm.Provider // other providers, asked in this order if the members fail
	mayCostMoney bool           // whether a server is on another machine
}

func (m configuredModels) isEmpty() bool { return len(m.members)+len(m.providers) == 0 }

// maxQueueWait returns the limit for the expected wait for a slot of a model server. A request with
// a longer wait goes to the next provider. Without another provider the limit is at least a minute,
// because a wait is better than a failure (rule replies-queued).
func (m configuredModels) maxQueueWait(c config.Config) time.Duration {
	if len(m.providers) > 0 {
		return c.LLMFirstPieceTimeout
	}
	return max(time.Minute, c.LLMFirstPieceTimeout)
}

// allProviders returns all providers.
func (m configuredModels) allProviders() []llm.Provider {
	list := make([]llm.Provider, 0, len(m.members)+len(m.providers))
	for _, member := range m.members {
		list = append(list, member.Provider)
	}
	return append(list, m.providers...)
}

// model joins the providers into one model: the members share requests, and each further
// provider is asked if those before it fail.
func (m configuredModels) model(opts llm.BalanceOptions) model {
	chain, descriptions := m.providers, []string{}
	var balance *llm.Balance
	if len(m.members) > 0 {
		balance = llm.NewBalance(m.members, opts)
		chain = append([]llm.Provider{balance}, chain...)
	}
	for _, p := range chain {
		descriptions = append(descriptions, strings.ReplaceAll(p.Name(), ",", " and "))
	}
	out := model{
		Provider: llm.Failover(chain, opts.FailoverOptions), description: strings.Join(descriptions, ", then "), balance: balance,
	}
	for _, p := range m.allProviders() {
		out.providers = append(out.providers, p.Name())
		if client, is := p.(*openai.Client); is {
			out.clients = append(out.clients, client)
		}
	}
	return out
}

// anthropicContextTokens is the default context size for Anthropic's models in tokens. The models
// accept far more, but every token costs money.
const anthropicContextTokens = 8192

func upstreamTimeouts(c config.Config) upstream.Timeouts {
	return upstream.Timeouts{FirstPieceTimeout: c.LLMFirstPieceTimeout}
}

// readConfiguredModels makes a client for each provider that the settings name. The error
// is errNoPrimary if they name only a fallback.
func readConfiguredModels(c config.Config, log *slog.Logger) (out configuredModels, err error) {
	timeouts := upstreamTimeouts(c)
	addServer := func(o openai.Config) (*openai.Client, error) {
		o.Timeouts, o.Logger = timeouts, log
		out.mayCostMoney = out.mayCostMoney || !isLocalServer(o.BaseURL)
		return openai.New(o)
	}
	if out.members, err = configuredMembers(c, addServer); err != nil {
		return out, err
	}
	if c.LLMURL != "" {
		p, err := addServer(openai.Config{BaseURL: c.LLMURL, APIKey: c.LLMKey.Reveal(), Model: c.LLMModel, ContextTokens: c.LLMContextTokens})
		if err != nil {
			return out, err
		}
		out.providers = append(out.providers, p)
	}
	if c.AnthropicAPIKey != "" {
		p, err := anthropic.New(anthropic.Config{APIKey: c.AnthropicAPIKey.Reveal(), Model: c.AnthropicModel, ContextTokens: cmp.Or(c.LLMContextTokens, anthropicContextTokens), Timeouts: timeouts, Logger: log})
		if err != nil {
			return out, err
		}
		out.providers, out.mayCostMoney = append(out.providers, p), true
	}
	if c.LLMFallbackURL == "" {
		return out, nil
	}
	if out.isEmpty() {
		return out, errNoPrimary
	}
	p, err := addServer(openai.Config{BaseURL: c.LLMFallbackURL, APIKey: c.LLMFallbackKey.Reveal(), Model: c.LLMFallbackModel, Name: "fallback"})
	if err != nil {
		return out, err
	}
	out.providers = append(out.providers, p)
	return out, nil
}

// configuredMembers makes a client for each entry of COLLOQUY_LLM_SERVERS.
func configuredMembers(c config.Config, newClient func(openai.Config) (*openai.Client, error)) (members []llm.Member, err error) {
	servers, err := c.ModelServers()
	if err != nil {
		return nil, err
	}
	for _, s := range servers {
		p, err := newClient(openai.Config{BaseURL: s.URL, APIKey: s.Key.Reveal(), Model: cmp.Or(s.Model, c.LLMModel), Name: s.Name, ContextTokens: c.LLMContextTokens})
		if err != nil {
			return nil, err
		}
		members = append(members, llm.Member{Provider: p, Weight: s.Weight, Slots: s.Slots, Accepts: llm.NewClassSet(s.Uses...)})
	}
	return members, nil
}
