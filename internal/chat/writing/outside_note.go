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
	// askTimeout is the timeout of AskModel. It is shorter than the 30 seconds after which a call
	// of the API ends. Rule chat-step-outside.
	askTimeout = 15 * time.Second
	// maxAnswerBytes limits how much of the model's answer is read.
	maxAnswerBytes = 8 << 10
)

// AskModel sends the model a request that is not part of a reply, and returns the answer. It waits
// for a slot, as replies do. The function `count` runs before the call, in the transaction that
// reserves the cost. If `count` returns an error, AskModel returns this error. The answer is "" in
// two cases:
//
//   - No model is connected, or a cap is reached: AskModel calls `count` but not the model.
//   - The model fails: the cost of the failed call is stored.
func (w *ReplyRunner) AskModel(ctx context.Context, userID string, req llm.Request, count func(tx storage.Querier) error) (answer string, err error) {
	if w.deps.IsDemo() {
		return "", w.deps.DB.Write(ctx, count)
	}
	promptTokens := w.calibration.Estimator(w.deps.Model.Name()).RequestTokens(req)
	estimate := spend.Cost{InputTokens: promptTokens, OutputTokens: req.MaxTokens}
	var r spend.Reservation
	var isOverCap bool // a cap has no room for the cost
	err = w.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		isOverCap = false
		if err := count(tx); err != nil {
			return err
		}
		r, err = w.deps.Budget.Reserve(ctx, tx, userID, estimate)
		isOverCap = core.KindOf(err) == core.Limited
		return err
	})
	if isOverCap {
		return "", w.deps.DB.Write(ctx, count)
	}
	if err != nil {
		return "", err
	}
	answer, usage, failure := w.streamAnswer(ctx, req)
	w.settleCallCost(ctx, r, w.costOfCall(usage, promptTokens, answer))
	if failure != nil {
		w.deps.Log.WarnContext(ctx, "the model has not answered beside the replies", "error", failure.Error())
		return "", nil
	}
	return answer, nil
}

// streamAnswer calls the model. A panic of a provider fails only this call.
func (w *ReplyRunner) streamAnswer(ctx context.Context, req llm.Request) (answer string, usage llm.Usage, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
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
		if text.Len() > maxAnswerBytes {
			break
		}
	}
	return text.String(), usage, nil
}

// settleCallCost stores the real cost of the call, even if the user has disconnected. If storing
// fails, the ledger keeps the estimate.
func (w *ReplyRunner) settleCallCost(ctx context.Context, r spend.Reservation, cost spend.Cost) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeReplyEndTimeout)
	defer cancel()
	w.deps.Metrics.CountTokens(w.deps.Model.Name(), cost.InputTokens, cost.OutputTokens)
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) error { return w.deps.Budget.Settle(ctx, tx, r, cost) })
	if err != nil {
		w.deps.Log.ErrorContext(ctx, "the cost of an aside could not be settled", "error", err.Error())
	}
}
