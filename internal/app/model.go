package app

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"

	"colloquy/internal/config"
	"colloquy/internal/demo"
	"colloquy/internal/llm"
	"colloquy/internal/llm/openai"
)

// model is the provider that replies come from, with its properties.
type model struct {
	llm.Provider
	description  string           // description for the operator
	isDemo       bool             // whether the provider is the demo responder
	mayCostMoney bool             // whether calls of the provider may cost money, because a server is on another machine
	providers    []string         // names of the providers, in the order of failover
	balance      *llm.Balance     // distributes calls to the servers in COLLOQUY_LLM_SERVERS; nil if there are none
	clients      []*openai.Client // clients of the OpenAI-compatible servers that inspectServers asks
}

// errNoPrimary means that a fallback model is configured without a primary one.
var errNoPrimary = errors.New("COLLOQUY_LLM_FALLBACK_URL is set, but no first model: set COLLOQUY_LLM_URL, COLLOQUY_LLM_SERVERS or COLLOQUY_ANTHROPIC_API_KEY too")

// chooseModel returns a modelSwitch with the configured model servers. Without configured servers
// it searches for local ones, now and while the service runs. As long as no server answers, the
// demo responder writes the replies. installed has the address of a model that the service runs
// itself. COLLOQUY_LLM=demo disables the configured servers and the search. Rule replies-demo-label.
func chooseModel(ctx context.Context, o Options, installed []openai.Candidate, w *modelWatch) (*modelSwitch, error) {
	c := o.Config
	var configured configuredModels
	if c.LLMMode != "demo" {
		var err error
		if configured, err = readConfiguredModels(c, o.Log); err != nil {
			return nil, err
		}
	}
	opts := llm.FailoverOptions{Logger: o.Log, OnFailure: w.countFailure, OnBreaker: w.setBreaker}
	if !configured.isEmpty() {
		m := configured.model(llm.BalanceOptions{FailoverOptions: opts, MaxQueueWait: configured.maxQueueWait(c), OnWait: w.observeWait})
		m.mayCostMoney = configured.mayCostMoney
		w.setProviders(m)
		s := newModelSwitch(m, c.ModelPrompt)
		s.inspectServers(ctx)
		return s, nil
	}
	s := newModelSwitch(demoModel(), c.ModelPrompt)
	w.setProviders(s.currentModel())
	if c.LLMMode == "demo" {
		return s, nil
	}
	s.search = &modelSearch{
		candidates: append(installed, localServerCandidates(c)...), log: o.Log, interval: o.ModelSearchInterval, watch: w,
		buildModel: func(found openai.FoundServer) (model, error) { return newFoundModel(found, c, opts) },
	}
	s.searchOnce(ctx)
	return s, nil
}

const demoDescription = "demo responder: replies come from each character's written profile (set COLLOQUY_LLM_URL to connect a model)"

func demoModel() model {
	return model{Provider: demo.New(demo.Options{Pace: demo.SpokenPace}), description: demoDescription, isDemo: true}
}

func failoverModel(providers []llm.Provider, opts llm.FailoverOptions) model {
	names := make([]string, len(providers))
	for i, p := range providers {
		names[i] = p.Name()
	}
	return model{Provider: llm.Failover(providers, opts), description: strings.Join(names, ", then "), providers: names}
}

func newFoundModel(found openai.FoundServer, c config.Config, opts llm.FailoverOptions) (model, error) {
	cfg := found.Config()
	cfg.Logger, cfg.ContextTokens, cfg.Timeouts = opts.Logger, c.LLMContextTokens, upstreamTimeouts(c)
	if slices.Contains(found.Models, c.LLMModel) {
		cfg.Model = c.LLMModel
	}
	p, err := openai.New(cfg)
	if err != nil {
		return model{}, err
	}
	m := failoverModel([]llm.Provider{p}, opts)
	m.clients = []*openai.Client{p}
	m.description += ", found at " + found.URL
	return m, nil
}

// isLocalServer reports whether a server is on this machine, so that it costs nothing.
// It returns true for an empty address.
func isLocalServer(address string) bool {
	host := openai.Hostname(address)
	ip := net.ParseIP(host)
	return host == "" || host == "localhost" || ip != nil && ip.IsLoopback()
}

// localServerCandidates returns the addresses at which to search for local model servers.
func localServerCandidates(c config.Config) []openai.Candidate {
	if len(c.LLMPlaces) == 0 {
		return defaultCandidates(c.Addr)
	}
	out := make([]openai.Candidate, len(c.LLMPlaces))
	for i, text := range c.LLMPlaces {
		kind, address, _ := strings.Cut(strings.TrimSpace(text), "=")
		out[i] = openai.Candidate{Kind: kind, URL: strings.TrimRight(address, "/")}
	}
	return out
}

// defaultCandidates returns the usual addresses of local model servers. It leaves out addresses
// with the port of this process, which is also the default port of llama.cpp. A request of the
// process to itself would only time out.
func defaultCandidates(addr string) []openai.Candidate {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return openai.LocalCandidates()
	}
	return slices.DeleteFunc(openai.LocalCandidates(), func(c openai.Candidate) bool {
		return strings.HasSuffix(c.URL, ":"+port)
	})
}
