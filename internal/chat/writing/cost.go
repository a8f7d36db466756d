package writing

import (
	"context"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// maxEstimatedPromptTokens is the largest estimate of a prompt, in tokens. Prompts are rarely
// longer, even if the model's context is larger.
const maxEstimatedPromptTokens = 8192

// EstimateCost returns the cost to reserve for a reply before its prompt is built. Rule
// prompt-opening.
func (w *ReplyRunner) EstimateCost() spend.Cost {
	return spend.Cost{InputTokens: min(llm.ContextTokens(w.deps.Model, prompt.DefaultContextTokens), maxEstimatedPromptTokens), OutputTokens: prompt.LargestOutputTokens}
}

// cost returns the cost of a reply, including a rejected first answer.
func (r *reply) cost() spend.Cost {
	c := r.runner.costOfCall(r.usage, r.promptEstimate, r.textSoFar()[len(r.ContinuedText):])
	return spend.Cost{InputTokens: c.InputTokens + r.rejectedCost.InputTokens, OutputTokens: c.OutputTokens + r.rejectedCost.OutputTokens}
}

// costOfCall returns the cost of a call of the model. The cost is the provider's count of tokens. If
// the provider reported no count, the cost is an estimate. A call without a count and without text
// costs nothing.
func (w *ReplyRunner) costOfCall(usage llm.Usage, promptEstimate int, text string) spend.Cost {
	if usage.Prompt > 0 || usage.Output > 0 || text == "" {
		return spend.Cost{InputTokens: usage.Prompt, OutputTokens: usage.Output}
	}
	return spend.Cost{InputTokens: promptEstimate, OutputTokens: int(llm.EstimateTokens(text)) + 1}
}

// settleCost stores the real cost of a reply whose row another process has ended. It works even if
// the reply's context is cancelled. If settleCost fails, the ledger keeps the estimate.
func (r *reply) settleCost() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), storeReplyEndTimeout)
	defer cancel()
	deps := r.runner.deps
	err := deps.DB.Write(ctx, func(tx storage.Querier) error { return deps.Budget.Settle(ctx, tx, r.Reservation, r.cost()) })
	if err != nil {
		deps.Log.ErrorContext(ctx, "the cost of a reply could not be settled", "error", err.Error())
	}
}

// keepDroppedReplyCost keeps the cost of a dropped reply until chargeDropped stores it. The
// transaction that reserved the cost was rolled back, so the cost is charged later.
func (r *reply) keepDroppedReplyCost() {
	cost := r.cost()
	if cost == (spend.Cost{}) {
		return
	}
	w := r.runner
	w.mu.Lock()
	defer w.mu.Unlock()
	w.owedCharges = append(w.owedCharges, spend.Charge{Reservation: r.Reservation, Cost: cost, IsReservationRolledBack: true})
}

// chargeDropped charges for dropped replies. After an error it keeps their costs for the
// next call.
func (w *ReplyRunner) chargeDropped(ctx context.Context) error {
	w.mu.Lock()
	charges := w.owedCharges
	w.owedCharges = nil
	w.mu.Unlock()
	if len(charges) == 0 {
		return nil
	}
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) error { return w.deps.Budget.Charge(ctx, tx, charges...) })
	if err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.owedCharges = append(w.owedCharges, charges...)
	}
	return err
}

// lacksSuggestionBudget reports whether the budget is too low for suggestions by the model. Rule
// limits-spending.
func (w *ReplyRunner) lacksSuggestionBudget(ctx context.Context, r spend.Reservation) bool {
	isCapNearlySpent, err := w.deps.Budget.IsCapNearlySpent(ctx, r)
	if err != nil {
		w.deps.Log.WarnContext(ctx, "the budget could not be read", "error", err.Error())
	}
	return isCapNearlySpent || err != nil
}
