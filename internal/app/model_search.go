package app

import (
	"cmp"
	"context"
	"iter"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/openai"
	"colloquy/internal/obs"
)

const (
	// searchInterval is the time between two searches for a local server. A server that
	// starts or stops is noticed within ten seconds.
	searchInterval = 3 * time.Second
	// maxMissedChecks is the number of searches in a row without an answer after which a
	// local server counts as stopped.
	maxMissedChecks = 2
	// serverInspectInterval is how often a local server is asked for the size and the context of
	// its model. A server knows them only after the model is loaded.
	serverInspectInterval = 30 * time.Second
	// defaultContextTokens is the assumed context size of a provider that does not
	// report one.
	defaultContextTokens = 4096
)

// modelSwitch is the Provider that package chat uses. It delegates to the current
// model. A running reply continues with the model that it started with.
type modelSwitch struct {
	activeModel   atomic.Pointer[model]
	promptVariant string // config.ModelPrompt
	spans         *obs.Spans
	search        *modelSearch // nil if there is no search for local servers
}

// modelSearch has the state of the search for local model servers.
type modelSearch struct {
	candidates    []openai.Candidate
	log           *slog.Logger
	interval      time.Duration
	watch         *modelWatch
	buildModel    func(openai.FoundServer) (model, error)
	currentServer *openai.FoundServer // the server in use, nil for the demo responder
	missedChecks  int                 // consecutive searches in which currentServer did not answer
}

func newModelSwitch(m model, promptVariant string) *modelSwitch {
	s := &modelSwitch{promptVariant: promptVariant}
	s.activeModel.Store(&m)
	return s
}

func (s *modelSwitch) currentModel() model { return *s.activeModel.Load() }

func (s *modelSwitch) isDemo() bool { return s.currentModel().isDemo }

// Name returns the name of the current model.
func (s *modelSwitch) Name() string { return s.currentModel().Name() }

// ContextTokens implements llm.ContextSizer. It returns the context size of the current model.
func (s *modelSwitch) ContextTokens() int {
	return llm.ContextTokens(s.currentModel().Provider, defaultContextTokens)
}

// runningCalls returns the number of running calls of each server in COLLOQUY_LLM_SERVERS,
// by its name.
func (s *modelSwitch) runningCalls() map[string]int {
	if b := s.currentModel().balance; b != nil {
		return b.RunningCallCountByMember()
	}
	return nil
}

// waitingCalls returns the number of requests that wait for a server in
// COLLOQUY_LLM_SERVERS, by class.
func (s *modelSwitch) waitingCalls() map[string]int {
	if b := s.currentModel().balance; b != nil {
		return b.QueuedRequestCountByClass()
	}
	return nil
}

// Info implements llm.ModelDescriber. It returns the properties of the current model, with the
// configured form of the prompt.
func (s *modelSwitch) Info() llm.ModelInfo {
	info := llm.Info(s.currentModel().Provider)
	info.PromptVariant = s.promptVariant
	return info
}

// ForUserClass implements llm.UserClassProvider. Some models answer only users who pay. If isPaying
// is true, the result has the ContextTokens and Info of these models, else those of the other
// models.
func (s *modelSwitch) ForUserClass(isPaying bool) llm.Provider {
	m := s.currentModel()
	m.Provider = llm.ForUserClass(m.Provider, isPaying)
	return newModelSwitch(m, s.promptVariant)
}

// inspectServers asks the local servers of the current model for its size and context.
func (s *modelSwitch) inspectServers(ctx context.Context) {
	for _, c := range s.currentModel().clients {
		c.Inspect(ctx)
	}
}

// Stream calls the current model.
func (s *modelSwitch) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return tracedStream(ctx, s.spans, s.currentModel(), req)
}

// run repeats the search and the inspection until ctx ends.
func (s *modelSwitch) run(ctx context.Context) {
	inspectTicker := time.NewTicker(serverInspectInterval)
	defer inspectTicker.Stop()
	var searchTick <-chan time.Time // a nil channel without a search
	if s.search != nil {
		tick := time.NewTicker(cmp.Or(s.search.interval, searchInterval))
		defer tick.Stop()
		searchTick = tick.C
	}
	for {
		select {
		case <-inspectTicker.C:
			s.inspectServers(ctx)
		case <-searchTick:
			s.searchOnce(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// searchOnce switches to another model if a local server has started or stopped. It is
// not safe for concurrent use.
func (s *modelSwitch) searchOnce(ctx context.Context) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	defer client.CloseIdleConnections()
	f := s.search
	if f.currentServer != nil {
		if !f.currentServer.IsGone(ctx, client) || ctx.Err() != nil {
			f.missedChecks = 0
			return
		}
		if f.missedChecks++; f.missedChecks < maxMissedChecks {
			return
		}
	}
	found, ok := openai.Detect(ctx, client, f.candidates)
	switch {
	case ok:
		m, err := f.buildModel(found)
		if err != nil {
			f.log.WarnContext(ctx, "a local model server cannot be used", "error", err.Error())
			return
		}
		f.currentServer = &found
		s.switchTo(ctx, m)
	case f.currentServer != nil:
		f.currentServer = nil
		s.switchTo(ctx, demoModel())
	}
}

func (s *modelSwitch) switchTo(ctx context.Context, m model) {
	f := s.search
	f.missedChecks = 0
	f.watch.setProviders(m)
	previousModel := s.activeModel.Swap(&m)
	s.inspectServers(ctx)
	f.log.InfoContext(ctx, "model changed", "from", previousModel.description, "to", m.description)
}
