package writing

import (
	"cmp"
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// buildRequest builds the prompt of the reply. If `shorter` is true, the prompt has only half of
// the history. The caller sets `shorter` after the model refused the prompt as too long.
// rejectedOpening is the beginning of the answer that openingCheck rejected, or "".
func (r *reply) buildRequest(shorter bool, rejectedOpening string) (llm.Request, error) {
	w := r.runner
	model := llm.ForUserClass(w.deps.Model, r.IsPaying)
	req, err := prompt.Build(prompt.Input{
		Variant:      prompt.VariantOf(llm.Info(model)),
		AvoidOpening: cmp.Or(rejectedOpening, r.replacedVersionOpening()),
		Memory:       r.memory,
		Persona:      r.Persona, Year: r.Year, ChatID: r.turn.ConversationID, UserName: r.Actor.Name, Region: r.Actor.Region, Canary: w.canary, History: r.history, Now: r.startedAt,
		Guidance: r.Guidance, ReplyBeginning: r.ContinuedText, FormerTexts: r.FormerTexts,
		Budget: prompt.Budget{
			ContextTokens:         llm.ContextTokens(model, prompt.DefaultContextTokens),
			RealTokensPerEstimate: w.calibration.Estimator(w.deps.Model.Name()).RealTokensPerEstimate,
			MustHalveHistory:      shorter,
		},
	})
	req.IsPaying = r.IsPaying
	return req, err
}

// replacedVersionOpening returns the first words of the version that the reply replaces, so that the
// reply can begin in another way. It returns "" for a continuation.
func (r *reply) replacedVersionOpening() string {
	if r.ContinuedText != "" {
		return ""
	}
	return prompt.Opening(r.ReplacedVersion.Content)
}

// recallMemory reads what the character remembers of the user. If that fails, the reply is
// written without it. The demo responder does not use memories.
func (r *reply) recallMemory(ctx context.Context) {
	if r.runner.deps.IsDemo() {
		return
	}
	memory, err := r.runner.deps.Memory.Recall(ctx, r.Actor.UserID, r.Persona.CharacterID, lastUserLine(r.history))
	if err != nil && ctx.Err() == nil {
		r.runner.deps.Log.ErrorContext(ctx, "a reply is written without what the character remembers", "error", err.Error())
	}
	r.memory = memory
}

// readHistory reads the last messages of a conversation up to a Seq, oldest first, without
// empty replies. The token budget shortens the history further.
func readHistory(ctx context.Context, q storage.Querier, conversationID string, upTo int64) ([]llm.Message, error) {
	rows, err := message.LastUtterances(ctx, q, conversationID, upTo)
	if err != nil {
		return nil, err
	}
	out := make([]llm.Message, 0, len(rows)+1) // capacity for the reply too
	for _, m := range rows {
		// A shortened history must not begin with a reply: the model would read it as
		// the greeting.
		if m.Content == "" || len(out) == 0 && m.AnswersLine {
			continue
		}
		role := llm.Assistant
		if m.IsUser {
			role = llm.User
		}
		out = append(out, llm.Message{Role: role, Content: m.Content})
	}
	return out, nil
}
