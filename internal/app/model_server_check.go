package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"colloquy/internal/llm/openai"
	"colloquy/internal/obs"
)

// modelServerCheckTimeout limits the requests of modelServerCheck. The start of the service does not
// wait for them.
const modelServerCheckTimeout = 10 * time.Second

// modelServerCheck asks at the start whether the configured model servers answer. So an operator
// learns of a wrong address or key before the first reply fails. Rule operations-model-start.
type modelServerCheck struct {
	log  *slog.Logger
	stop context.CancelFunc
	wg   obs.Group

	mu           sync.Mutex
	failureTexts []string // descriptions of the servers that did not answer
}

// askModelServers asks each server in a goroutine of its own. The method modelServerCheck.close
// cancels the requests.
func askModelServers(ctx context.Context, clients []*openai.Client, log *slog.Logger) *modelServerCheck {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), modelServerCheckTimeout)
	r := &modelServerCheck{log: log, stop: cancel}
	for _, c := range clients {
		r.wg.Go(ctx, log, "model reach", func() { r.recordIfUnreachable(ctx, c) })
	}
	return r
}

func (r *modelServerCheck) recordIfUnreachable(ctx context.Context, c *openai.Client) {
	_, err := c.Models(ctx)
	if err == nil || errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	r.mu.Lock()
	r.failureTexts = append(r.failureTexts, err.Error())
	r.mu.Unlock()
	r.log.WarnContext(ctx, "a model server did not answer at the start, so replies may fail: check its address and key, and that it runs; colloquy doctor asks it again", "error", err.Error())
}

// failureReport returns a text for the start-up report about the servers that have failed to answer
// so far, or "".
func (r *modelServerCheck) failureReport() string {
	if r == nil {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.failureTexts) == 0 {
		return ""
	}
	slices.Sort(r.failureTexts)
	return " (did not answer: " + strings.Join(r.failureTexts, "; ") + ")"
}

// close cancels the requests that have not been answered, and waits for their end. It does
// nothing if r is nil.
func (r *modelServerCheck) close() {
	if r != nil {
		r.stop()
		r.wg.Wait()
	}
}
