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
	// searchEvery and missesToLeave bound how long a local server that starts or
	// stops goes unnoticed: ten seconds.
	searchEvery   = 3 * time.Second
	missesToLeave = 2
	// contextOfUnknown is the context size, in tokens, of a provider that does not
	// report one.
	contextOfUnknown = 4096
)

// modelSwitch is the Provider of the rooms. It delegates to the current model; a
// running reply keeps the model that it started with.
type modelSwitch struct {
	current atomic.Pointer[model]
	search  *search // nil without a search
}

// search looks for local model servers.
type search struct {
	places []openai.Candidate
	log    *slog.Logger
	every  time.Duration
	watch  *modelWatch
	build  func(openai.Found) (model, error)
	found  *openai.Found // the server in use, nil for the demo responder
	misses int           // consecutive failed looks
}

func newModelSwitch(m model) *modelSwitch {
	s := &modelSwitch{}
	s.current.Store(&m)
	return s
}

func (s *modelSwitch) now() model { return *s.current.Load() }

func (s *modelSwitch) demo() bool { return s.now().demo }

// Name is the name of the current model.
func (s *modelSwitch) Name() string { return s.now().Name() }

// ContextTokens is the context size of the current model (llm.Sized).
func (s *modelSwitch) ContextTokens() int {
	return llm.ContextTokens(s.now().Provider, contextOfUnknown)
}

// Stream calls the current model.
func (s *modelSwitch) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return s.now().Stream(ctx, req)
}

// run searches at every interval until ctx ends.
func (s *modelSwitch) run(ctx context.Context) {
	if s.search == nil {
		return
	}
	tick := time.NewTicker(cmp.Or(s.search.every, searchEvery))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.look(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// look switches the model if a local server has started or stopped. It is not safe
// for concurrent use.
func (s *modelSwitch) look(ctx context.Context) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	defer client.CloseIdleConnections()
	f := s.search
	if f.found != nil {
		if !f.found.Gone(ctx, client) || ctx.Err() != nil {
			f.misses = 0
			return
		}
		if f.misses++; f.misses < missesToLeave {
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
		s.use(ctx, m)
	case f.found != nil:
		f.found = nil
		s.use(ctx, demoModel())
	}
}

func (s *modelSwitch) use(ctx context.Context, m model) {
	f := s.search
	f.misses = 0
	f.watch.use(m)
	was := s.current.Swap(&m)
	f.log.InfoContext(ctx, "model changed", "from", was.about, "to", m.about)
}
