package writing

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// A prompt has at least the last historyRows messages of a long conversation. Its first
// message changes only every historyStep messages: if it changed each turn, the
// provider's prompt cache would miss each turn. The token budget shortens the history
// further.
const (
	historyRows = 200
	historyStep = 100
)

// request builds the prompt of the reply. shorter halves the history, for a retry after
// the model refused the prompt as too long. avoid is the beginning of a rejected answer.
func (r *reply) request(shorter bool, avoid string) (llm.Request, error) {
	w := r.replies
	return prompt.Build(prompt.In{
		Variant: prompt.VariantOf(llm.Info(w.deps.Model)),
		Avoid:   avoid,
		Memory:  r.memory,
		Persona: r.Persona, Chat: r.turn.ConversationID, UserName: r.Actor.Name, Region: r.Actor.Region, Canary: w.canary, History: r.history, Now: r.started,
		Budget: prompt.Budget{
			ContextTokens: llm.ContextTokens(w.deps.Model, prompt.DefaultContext),
			Ratio:         w.sizes.Estimator(w.deps.Model.Name()).Ratio,
			HalveHistory:  shorter,
		},
	})
}

// recall reads what the character remembers of the user. Without it the reply is written
// all the same. The demo responder has no use for it.
func (r *reply) recall(ctx context.Context) {
	if r.replies.deps.Demo() {
		return
	}
	memory, err := r.replies.deps.Memory.Recall(ctx, r.Actor.UserID, r.Persona.CharacterID, lastUserLine(r.history))
	if err != nil && ctx.Err() == nil {
		r.replies.deps.Log.ErrorContext(ctx, "a reply is written without what the character remembers", "error", err.Error())
	}
	r.memory = memory
}

// readHistory reads the messages of a conversation up to a Seq, oldest first, without
// empty replies.
func readHistory(ctx context.Context, q storage.Querier, conversationID string, upTo int64) ([]llm.Message, error) {
	from := max(0, (upTo-historyRows)/historyStep*historyStep)
	rows, err := message.SaidBetween(ctx, q, conversationID, from, upTo)
	if err != nil {
		return nil, err
	}
	out := make([]llm.Message, 0, len(rows)+1) // one more for the reply
	for _, m := range rows {
		// A shortened history must not begin with a reply: the model would read it as
		// the greeting.
		if m.Content == "" || from > 0 && len(out) == 0 && !m.IsUser {
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
