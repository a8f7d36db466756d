package writing

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/chat/suggest"
	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
)

const (
	// suggestTimeout is the timeout of the request to the model.
	suggestTimeout = 4 * time.Second
	// maxSuggestBytes limits how much of the model's answer is read.
	maxSuggestBytes = 8 << 10
)

// madeSuggestions are the suggestions of a reply, and the cost of making them.
type madeSuggestions struct {
	texts  []string
	charge spend.Charge
}

// makeSuggestions makes the suggestions and sends them to the readers. The next checkpoint
// stores them.
func (r *reply) makeSuggestions() {
	ctx, cancel := context.WithTimeout(r.ctx, suggestTimeout+storeReplyEndTimeout)
	defer cancel()
	history := append(r.history, llm.Message{Role: llm.Assistant, Content: r.textSoFar()})
	suggestions := r.runner.suggestionsFor(ctx, r.turn, r.Persona.AtYear(r.Year), history, r.Reservation)
	r.runner.keepSuggestions(r.turn.ReplyID, suggestions)
	if len(suggestions.texts) > 0 {
		r.log.Append("", event.EncodeSuggestions(suggestions.texts))
	}
}

// suggestionsFor returns the suggestions for a conversation with the given history. It calls the
// model unless the budget is low. Without suggestions of the model, it returns the persona's
// authored questions. Rule suggestions-authored.
func (w *ReplyRunner) suggestionsFor(ctx context.Context, t message.Turn, p *core.Persona, history []llm.Message, reservation spend.Reservation) madeSuggestions {
	suggestions := madeSuggestions{charge: spend.Charge{Reservation: reservation}}
	if !w.lacksSuggestionBudget(ctx, reservation) {
		suggestions.texts, suggestions.charge.Cost = w.askSuggestions(ctx, t, p, history)
	}
	if len(suggestions.texts) == 0 {
		suggestions.texts = suggest.AuthoredQuestions(p, history)
	}
	return suggestions
}

// askSuggestions calls the model and returns the cost of the call. texts is nil after an error or a
// timeout.
func (w *ReplyRunner) askSuggestions(ctx context.Context, t message.Turn, p *core.Persona, history []llm.Message) (texts []string, cost spend.Cost) {
	ctx, cancel := context.WithTimeout(ctx, suggestTimeout)
	defer cancel()
	req := suggest.NewRequest(p, history)
	req.ConversationID = t.ConversationID
	var text strings.Builder
	var usage llm.Usage
	defer func() {
		cost = w.costOfCall(usage, w.calibration.Estimator(w.deps.Model.Name()).RequestTokens(req), text.String())
	}()
	for d, err := range w.deps.Model.Stream(ctx, req) {
		if err != nil {
			return nil, cost
		}
		if d.Usage != nil {
			usage = *d.Usage
		}
		text.WriteString(d.Text)
		if text.Len() > maxSuggestBytes {
			break // the text is long enough to contain three short suggestions
		}
	}
	return suggest.Parse(text.String(), lastUserLine(history)), cost
}

// lastUserLine returns the last message of the user in a history, or "".
func lastUserLine(history []llm.Message) string {
	for i := len(history) - 1; i >= 0; i-- {
		if history[i].Role == llm.User {
			return history[i].Content
		}
	}
	return ""
}
