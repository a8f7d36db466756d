package writing

import (
	"context"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// A prompt reads at least historyRows of a long conversation, from a place that
// moves only every historyStep messages: a beginning that moves each turn would
// cost the provider's prompt cache each turn. The token budget cuts it further.
const (
	historyRows = 200
	historyStep = 100
)

// request builds the prompt for the reply from the persona and the history.
// shorter halves the history, after the model found the whole too long.
func (r *reply) request(shorter bool) (llm.Request, error) {
	w := r.replies
	return prompt.Build(prompt.In{
		Persona: r.Persona, Chat: r.turn.ConversationID, UserName: r.Actor.Name, Region: r.Actor.Region, Canary: w.canary, History: r.history, Now: r.started,
		Budget: prompt.Budget{
			ContextTokens: llm.ContextTokens(w.deps.Model, prompt.DefaultContext),
			Ratio:         w.sizes.Estimator(w.deps.Model.Name()).Ratio,
			HalveHistory:  shorter,
		},
	})
}

// readHistory reads the lines of a conversation up to and with a Seq, oldest
// first. A reply without text is left out.
func readHistory(ctx context.Context, q storage.Querier, conversationID string, upTo int64) ([]llm.Message, error) {
	from := max(0, (upTo-historyRows)/historyStep*historyStep)
	rows, err := message.SaidBetween(ctx, q, conversationID, from, upTo)
	if err != nil {
		return nil, err
	}
	out := make([]llm.Message, 0, len(rows)+1) // the reply follows
	for _, m := range rows {
		// A history that was cut does not begin with a reply, which would stand
		// where the greeting stands.
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
