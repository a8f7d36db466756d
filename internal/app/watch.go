package app

import (
	"context"
	"errors"
	"sync"

	"colloquy/internal/llm"
	"colloquy/internal/obs"
)

// modelWatch keeps metrics and health informed of the model providers.
type modelWatch struct {
	metrics *obs.Metrics
	mu      sync.Mutex
	open    map[string]bool // whether the breaker is open, by provider in use
}

func newModelWatch(m *obs.Metrics) *modelWatch {
	return &modelWatch{metrics: m, open: map[string]bool{}}
}

// use says which providers are in use from now on. What happens to others, which
// may still end their last replies, does not count.
func (w *modelWatch) use(m model) {
	w.metrics.DemoMode(m.demo)
	w.mu.Lock()
	defer w.mu.Unlock()
	for provider := range w.open {
		w.metrics.Breaker(provider, "closed")
	}
	clear(w.open)
	for _, provider := range m.providers {
		w.open[provider] = false
	}
}

func (w *modelWatch) failed(provider string, err *llm.Error) {
	w.metrics.ProviderError(provider, string(err.Kind))
}

func (w *modelWatch) breaker(provider, state string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, used := w.open[provider]; used {
		w.metrics.Breaker(provider, state)
		w.open[provider] = state == "open"
	}
}

var errResting = errors.New("app: a model provider rests after repeated failures")

// check is the health of the models. Pages and old talks work without them, so
// it degrades the service and no more.
func (w *modelWatch) check(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, open := range w.open {
		if open {
			return errResting
		}
	}
	return nil
}
