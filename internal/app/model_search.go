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
)

const (
	// A local server that starts or stops is noticed within ten seconds: after at most
	// maxMissedChecks intervals and the timeout of a request.
	searchInterval  = 3 * time.Second
	maxMissedChecks = 2
	// defaultContextTokens is the assumed context size of a provider that does not
	// report one.
	defaultContextTokens = 4096
)

// modelSwitch is the Provider that package chat uses. It delegates to the current
// model. A running reply continues with the model that it started with.
type modelSwitch struct {
	current atomic.Pointer[model]
	search  *search // nil if there is no search for local servers
}

// search has the state of the search for local model servers.
type search struct {
	places []openai.Candidate
	log    *slog.Logger
	every  time.Duration
	watch  *modelWatch
	build  func(openai.Found) (model, error)
	found  *openai.Found // the server in use, nil for the demo responder
	misses int           // consecutive searches in which found did not answer
}

func newModelSwitch(m model) *modelSwitch {
	s := &modelSwitch{}
	s.current.Store(&m)
	return s
}

func (s *modelSwitch) currentModel() model { return *s.current.Load() }

func (s *modelSwitch) isDemo() bool { return s.currentModel().demo }

// Name returns the name of the current model.
func (s *modelSwitch) Name() string { return s.currentModel().Name() }

// ContextTokens returns the context size of the current model (llm.Sized).
func (s *modelSwitch) ContextTokens() int {
	return llm.ContextTokens(s.currentModel().Provider, defaultContextTokens)
}

// Stream calls the current model.
func (s *modelSwitch) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return s.currentModel().Stream(ctx, req)
}

// run calls searchOnce at every interval until ctx ends.
func (s *modelSwitch) run(ctx context.Context) {
	if s.search == nil {
		return
	}
	tick := time.NewTicker(cmp.Or(s.search.every, searchInterval))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
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
	if f.found != nil {
		if !f.found.Gone(ctx, client) || ctx.Err() != nil {
			f.misses = 0
			return
		}
		if f.misses++; f.misses < maxMissedChecks {
			return
		}
	}
	found, ok := openai.Detect(ctx, client, f.places)
	switch {
	case ok:
		m, err := f.build(found)
		if err != nil {
			f.log.WarnContext(ctx, "a local model server cannot be used", "error", err.Error())
			return
		}
		f.found = &found
		s.switchTo(ctx, m)
	case f.found != nil:
		f.found = nil
		s.switchTo(ctx, demoModel())
	}
}

func (s *modelSwitch) switchTo(ctx context.Context, m model) {
	f := s.search
	f.misses = 0
	f.watch.setProviders(m)
	previous := s.current.Swap(&m)
	f.log.InfoContext(ctx, "model changed", "from", previous.about, "to", m.about)
}
