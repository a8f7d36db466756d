package writing

import (
	"context"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// usualPromptTokens is the largest estimate of a prompt, in tokens. Prompts rarely fill a
// larger context.
const usualPromptTokens = 8192

// Estimate is the cost to reserve before the prompt of a reply is built.
func (w *Replies) Estimate() spend.Cost {
	return spend.Cost{Input: min(llm.ContextTokens(w.deps.Model, prompt.DefaultContext), usualPromptTokens), Output: prompt.LargestOutput}
}

// cost is the cost of a reply: the provider's count, or an estimate if the provider
// reports none or was stopped early, and that of a rejected first answer. A reply without text and without a count costs
// nothing.
func (r *reply) cost() spend.Cost {
	c := r.replies.costOf(r.usage, r.promptEstimate, r.snapshot())
	return spend.Cost{Input: c.Input + r.rejected.Input, Output: c.Output + r.rejected.Output}
}

func (w *Replies) costOf(usage llm.Usage, promptEstimate int, text string) spend.Cost {
	if usage.Prompt > 0 || usage.Output > 0 || text == "" {
		return spend.Cost{Input: usage.Prompt, Output: usage.Output}
	}
	return spend.Cost{Input: promptEstimate, Output: int(llm.Tokens(text)) + 1}
}

// settle settles the cost of a reply whose row another process has ended. It works also
// after the end of the reply's context. After an error the ledger keeps the estimate.
func (r *reply) settle() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), storeTimeout)
	defer cancel()
	deps := r.replies.deps
	err := deps.DB.Write(ctx, func(tx storage.Querier) error { return deps.Budget.Settle(ctx, tx, r.Budget, r.cost()) })
	if err != nil {
		deps.Log.ErrorContext(ctx, "the cost of a reply could not be settled", "error", err.Error())
	}
}

// owe keeps the cost of a dropped reply until chargeDropped stores it. A rollback has
// undone its reservation.
func (r *reply) owe() {
	cost := r.cost()
	if cost == (spend.Cost{}) {
		return
	}
	w := r.replies
	w.mu.Lock()
	defer w.mu.Unlock()
	w.owed = append(w.owed, spend.Charge{Reservation: r.Budget, Cost: cost, RolledBack: true})
}

// chargeDropped charges for dropped replies. After an error it keeps their costs for the
// next call.
func (w *Replies) chargeDropped(ctx context.Context) error {
	w.mu.Lock()
	owed := w.owed
	w.owed = nil
	w.mu.Unlock()
	if len(owed) == 0 {
		return nil
	}
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) error { return w.deps.Budget.Charge(ctx, tx, owed...) })
	if err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.owed = append(w.owed, owed...)
	}
	return err
}

// tooLowForSuggestions reports whether the budget is too low for suggestions by the model.
func (w *Replies) tooLowForSuggestions(ctx context.Context, r spend.Reservation) bool {
	low, err := w.deps.Budget.IsLow(ctx, r)
	if err != nil {
		w.deps.Log.WarnContext(ctx, "the budget could not be read", "error", err.Error())
	}
	return low || err != nil
}
