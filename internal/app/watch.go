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
	open    map[string]bool // breakers that are open, by provider
}

func newModelWatch(m *obs.Metrics) *modelWatch {
	return &modelWatch{metrics: m, open: map[string]bool{}}
}

func (w *modelWatch) failed(provider string, err *llm.Error) {
	w.metrics.ProviderError(provider, string(err.Kind))
}

func (w *modelWatch) breaker(provider, state string) {
	w.metrics.Breaker(provider, state)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[provider] = state == "open"
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
