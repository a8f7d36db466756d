package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/obs"
)

// modelWatch reports the model providers to metrics and health.
type modelWatch struct {
	metrics          *obs.Metrics
	mu               sync.Mutex
	isOpenByProvider map[string]bool // for each provider in use, whether its circuit breaker is open
}

func newModelWatch(m *obs.Metrics) *modelWatch {
	return &modelWatch{metrics: m, isOpenByProvider: map[string]bool{}}
}

// setProviders sets the providers in use. Later states of the circuit breakers of other
// providers, which may still finish their last replies, are ignored.
func (w *modelWatch) setProviders(m model) {
	w.metrics.SetDemoMode(m.isDemo)
	w.mu.Lock()
	defer w.mu.Unlock()
	for provider := range w.isOpenByProvider {
		w.metrics.SetBreakerState(provider, "closed")
	}
	clear(w.isOpenByProvider)
	for _, provider := range m.providers {
		w.isOpenByProvider[provider] = false
	}
}

func (w *modelWatch) countFailure(provider string, err *llm.Error) {
	w.metrics.CountProviderError(provider, string(err.Kind))
}

func (w *modelWatch) observeWait(class llm.Class, waited time.Duration, refused bool) {
	w.metrics.ObserveModelWait(class.String(), waited.Seconds(), refused)
}

func (w *modelWatch) setBreaker(provider, state string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, used := w.isOpenByProvider[provider]; used {
		w.metrics.SetBreakerState(provider, state)
		w.isOpenByProvider[provider] = state == "open"
	}
}

var errBreakerOpen = errors.New("app: the circuit breaker of a model provider is open")

// checkHealth returns an error while the circuit breaker of a provider in use is open. Pages
// and old conversations work without a model, so the health check is optional. Rule
// operations-ready.
func (w *modelWatch) checkHealth(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, open := range w.isOpenByProvider {
		if open {
			return errBreakerOpen
		}
	}
	return nil
}
