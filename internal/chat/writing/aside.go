package writing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/obs"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

const (
	// asideTimeout limits one AskAside. It is shorter than the 30 seconds after which a call
	// of the API ends.
	asideTimeout = 15 * time.Second
	// maxAsideBytes limits how much of the model's answer is read.
	maxAsideBytes = 8 << 10
)

// AskAside asks the model something that is not part of a reply, and returns its answer. It
// waits for the same slots as replies. count runs in the transaction that reserves the cost,
// before the call; AskAside returns its error. Without a connected model and without budget it
// only runs count, and the answer is "". After a failure of the model the answer is "" too,
// and the cost of the failed call is stored.
func (w *Replies) AskAside(ctx context.Context, userID string, req llm.Request, count func(tx storage.Querier) error) (answer string, err error) {
	if w.deps.Demo() {
		return "", w.deps.DB.Write(ctx, count)
	}
	promptTokens := w.sizes.Estimator(w.deps.Model.Name()).RequestTokens(req)
	estimate := spend.Cost{Input: promptTokens, Output: req.MaxTokens}
	var r spend.Reservation
	var refused bool // by a cap
	err = w.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		refused = false
		if err := count(tx); err != nil {
			return err
		}
		r, err = w.deps.Budget.Reserve(ctx, tx, userID, estimate)
		refused = core.KindOf(err) == core.Limited
		return err
	})
	if refused {
		return "", w.deps.DB.Write(ctx, count)
	}
	if err != nil {
		return "", err
	}
	answer, usage, failure := w.streamAside(ctx, req)
	w.settleAside(ctx, r, w.costOf(usage, promptTokens, answer))
	if failure != nil {
		w.deps.Log.WarnContext(ctx, "the model has not answered beside the replies", "error", failure.Error())
		return "", nil
	}
	return answer, nil
}

// streamAside calls the model. A panic of a provider fails only this call.
func (w *Replies) streamAside(ctx context.Context, req llm.Request) (answer string, usage llm.Usage, err error) {
	ctx, cancel := context.WithTimeout(ctx, asideTimeout)
	defer cancel()
	select {
	case w.slots <- struct{}{}:
		defer func() { <-w.slots }()
	case <-ctx.Done():
		return "", usage, ctx.Err()
	}
	var text strings.Builder
	defer func() {
		if v := recover(); v != nil {
			answer, err = text.String(), fmt.Errorf("panic: %s", obs.PanicText(v))
		}
	}()
	for d, err := range w.deps.Model.Stream(ctx, req) {
		if err != nil {
			return text.String(), usage, err
		}
		if d.Usage != nil {
			usage = *d.Usage
		}
		text.WriteString(d.Text)
		if text.Len() > maxAsideBytes {
			break
		}
	}
	return text.String(), usage, nil
}

// settleAside stores the real cost of an aside, also after the reader has disconnected.
// After an error the ledger keeps the estimate.
func (w *Replies) settleAside(ctx context.Context, r spend.Reservation, cost spend.Cost) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	w.deps.Metrics.CountTokens(w.deps.Model.Name(), cost.Input, cost.Output)
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) error { return w.deps.Budget.Settle(ctx, tx, r, cost) })
	if err != nil {
		w.deps.Log.ErrorContext(ctx, "the cost of an aside could not be settled", "error", err.Error())
	}
}
