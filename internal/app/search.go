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
	// searchEvery keeps a local server that starts or stops from going unnoticed
	// for more than ten seconds: missesToLeave looks and what they take.
	searchEvery   = 3 * time.Second
	missesToLeave = 2
	// contextOfUnknown is what a provider that does not say reads at once.
	contextOfUnknown = 4096
)

// modelSwitch is the Provider of the rooms: whatever answers now. A reply stays
// with the model that it began with.
type modelSwitch struct {
	current atomic.Pointer[model]
	search  *search // nil when nothing is looked for
}

// search looks for local model servers.
type search struct {
	places []openai.Candidate
	log    *slog.Logger
	every  time.Duration
	watch  *modelWatch
	build  func(openai.Found) (model, error)
	found  *openai.Found // the server in use, nil for the demo responder
	misses int           // looks in a row at which it was gone
}

func newModelSwitch(m model) *modelSwitch {
	s := &modelSwitch{}
	s.current.Store(&m)
	return s
}

func (s *modelSwitch) now() model { return *s.current.Load() }

func (s *modelSwitch) demo() bool { return s.now().demo }

// Name is that of the model that answers now.
func (s *modelSwitch) Name() string { return s.now().Name() }

// ContextTokens is that of the model that answers now (llm.Sized).
func (s *modelSwitch) ContextTokens() int {
	return llm.ContextTokens(s.now().Provider, contextOfUnknown)
}

// Stream asks the model that answers now.
func (s *modelSwitch) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return s.now().Stream(ctx, req)
}

// run looks again and again until ctx ends.
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

// look notices a server that has started or stopped. It is called by one
// goroutine at a time.
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
