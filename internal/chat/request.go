package chat

import (
	"context"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
)

// A prompt reads at least historyRows of a long talk, from a place that moves
// only every historyStep messages: a beginning that moves each turn would cost
// the provider's prompt cache each turn. The token budget cuts it further.
const (
	historyRows = 200
	historyStep = 100
)

// request builds the prompt for a reply from the persona and the talk so far.
// shorter halves the talk, after the model found the whole too long.
func (r *reply) request(ctx context.Context, shorter bool) (llm.Request, error) {
	history, err := r.svc.talk(ctx, r.turn.ConversationID, "")
	if err != nil {
		return llm.Request{}, err
	}
	model := r.svc.Model
	return prompt.Build(prompt.In{
		Persona: r.ch.Persona, Chat: r.turn.ConversationID, UserName: r.actor.Name, Region: r.actor.Region, Canary: r.svc.canary, History: history, Now: r.started,
		Budget: prompt.Budget{
			ContextTokens: llm.ContextTokens(model, prompt.DefaultContext),
			Ratio:         r.svc.sizes.Estimator(model.Name()).Ratio,
			HalveHistory:  shorter,
		},
	})
}

// talk reads the lines of a conversation, oldest first: up to its end, or up
// to and with the message until. A reply that holds no text is left out.
func (s *Service) talk(ctx context.Context, conversationID, until string) ([]llm.Message, error) {
	last, err := s.lastOf(ctx, conversationID, until)
	if err != nil {
		return nil, err
	}
	from := max(0, (last.Seq-historyRows)/historyStep*historyStep)
	rows, err := s.store.between(ctx, s.DB.Read(), conversationID, from, last.Seq)
	if err != nil {
		return nil, err
	}
	out := make([]llm.Message, 0, len(rows))
	for _, m := range rows {
		// A talk that is cut in its middle does not begin with a reply: it would
		// be taken for the greeting.
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

func (s *Service) lastOf(ctx context.Context, conversationID, until string) (Message, error) {
	if until == "" {
		return s.store.newest(ctx, s.DB.Read(), conversationID)
	}
	return s.store.byID(ctx, s.DB.Read(), conversationID, until)
}
