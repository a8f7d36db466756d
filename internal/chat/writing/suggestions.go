package writing

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/chat/suggest"
	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

const (
	maxSuggestions = 3 // decisions §3
	suggestTimeout = 4 * time.Second
	suggestJob     = "chat.suggest"
	// maxSuggestBytes bounds what is read of the model's answer.
	maxSuggestBytes = 8 << 10
)

// suggest makes follow-ups, sends them to the readers and stores them. A failure
// costs the suggestions, never the reply.
func (r *reply) suggest() {
	ctx, cancel := context.WithTimeout(r.ctx, suggestTimeout+storeTimeout)
	defer cancel()
	history := append(r.history, llm.Message{Role: llm.Assistant, Content: r.snapshot()})
	list, err := r.replies.suggestFor(ctx, r.turn, r.Persona, history, r.Budget)
	if err != nil {
		r.replies.deps.Log.WarnContext(ctx, "no suggestions", "error", err.Error())
		return
	}
	if len(list) > 0 {
		r.log.Append("", event.Suggestions(list))
	}
}

// runSuggestJob makes the suggestions of a reply whose process died in between.
func (w *Replies) runSuggestJob(ctx context.Context, payload []byte) error {
	var t message.Turn
	if err := json.Unmarshal(payload, &t); err != nil {
		return err
	}
	m, err := message.ByID(ctx, w.deps.DB.Read(), t.ConversationID, t.ReplyID)
	if err != nil {
		return err
	}
	history, err := readHistory(ctx, w.deps.DB.Read(), t.ConversationID, m.Seq)
	if err != nil {
		return err
	}
	userID, persona, err := w.deps.Personas.PersonaOf(ctx, t.ConversationID)
	if err != nil {
		return err
	}
	// An empty estimate reserves nothing and names the accounts to charge.
	budget, err := w.deps.Budget.Reserve(ctx, userID, spend.Cost{})
	if err != nil {
		return err
	}
	_, err = w.suggestFor(ctx, t, persona, history, budget)
	return err
}

func (w *Replies) suggestFor(ctx context.Context, t message.Turn, p *core.Persona, history []llm.Message, budget spend.Reservation) ([]string, error) {
	var list []string
	if !w.low(ctx, budget) {
		list = w.askSuggestions(ctx, t, p, history, budget)
	}
	if len(list) == 0 {
		list = suggest.Authored(p, history)
	}
	list = list[:min(len(list), maxSuggestions)]
	return list, w.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := message.SaveSuggestions(ctx, tx, t.ReplyID, list); err != nil {
			return err
		}
		return w.deps.Jobs.Delete(ctx, tx, suggestJob, t.ReplyID)
	})
}

// askSuggestions asks the model. It returns nil if the model fails or takes too
// long; the persona's own questions then take their place.
func (w *Replies) askSuggestions(ctx context.Context, t message.Turn, p *core.Persona, history []llm.Message, budget spend.Reservation) []string {
	ctx, cancel := context.WithTimeout(ctx, suggestTimeout)
	defer cancel()
	req := suggest.Request(p, history)
	req.Chat = t.ConversationID
	var text strings.Builder
	var usage llm.Usage
	defer func() {
		w.charge(ctx, budget, w.costOf(usage, w.sizes.Estimator(w.deps.Model.Name()).RequestTokens(req), text.String()))
	}()
	for d, err := range w.deps.Model.Stream(ctx, req) {
		if err != nil {
			return nil
		}
		if d.Usage != nil {
			usage = *d.Usage
		}
		text.WriteString(d.Text)
		if text.Len() > maxSuggestBytes {
			break // enough for three short lines
		}
	}
	return suggest.Parse(text.String(), lastUserLine(history))
}

func lastUserLine(history []llm.Message) string {
	for i := len(history) - 1; i >= 0; i-- {
		if history[i].Role == llm.User {
			return history[i].Content
		}
	}
	return ""
}
