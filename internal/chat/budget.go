package chat

import (
	"context"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
)

// usualPrompt is the most that a prompt is estimated at, in tokens: a larger
// context is rarely filled.
const usualPrompt = 8192

// estimate is what a reply is taken to cost before its prompt is built.
func (s *Service) estimate() spend.Cost {
	return spend.Cost{Input: min(llm.ContextTokens(s.Model, prompt.DefaultContext), usualPrompt), Output: prompt.DefaultMaxOutput}
}

// cost is what a reply has cost: what the provider counted, or an estimate for
// one that counts nothing or was stopped before its end. A reply without a word
// and without a count has cost nothing.
func (r *reply) cost() spend.Cost { return r.svc.costOf(r.usage, r.asked, r.snapshot()) }

func (s *Service) costOf(usage llm.Usage, asked int, text string) spend.Cost {
	if usage.Prompt > 0 || usage.Output > 0 || text == "" {
		return spend.Cost{Input: usage.Prompt, Output: usage.Output}
	}
	return spend.Cost{Input: asked, Output: int(llm.Tokens(text)) + 1}
}

// settle and charge work after their caller has left too. An error leaves the
// estimate in the ledger.
func (s *Service) settle(ctx context.Context, r spend.Reservation, actual spend.Cost) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	if err := s.Budget.Settle(ctx, r, actual); err != nil {
		s.Log.ErrorContext(ctx, "the cost of a reply could not be settled", "error", err.Error())
	}
}

func (s *Service) charge(ctx context.Context, r spend.Reservation, actual spend.Cost) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	if err := s.Budget.Charge(ctx, r, actual); err != nil {
		s.Log.ErrorContext(ctx, "the cost of suggestions could not be charged", "error", err.Error())
	}
}

// low reports whether the budget is too low for suggestions of the model.
func (s *Service) low(ctx context.Context, r spend.Reservation) bool {
	low, err := s.Budget.Low(ctx, r)
	if err != nil {
		s.Log.WarnContext(ctx, "the budget could not be read", "error", err.Error())
	}
	return low || err != nil
}
