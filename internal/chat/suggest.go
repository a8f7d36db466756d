package chat

import (
	"context"
	"encoding/json"
	"strings"
	"time"

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

// suggest makes follow-ups, tells the readers and stores them. A failure costs
// the suggestions, never the reply.
func (r *reply) suggest() {
	ctx, cancel := context.WithTimeout(r.ctx, suggestTimeout+endTimeout)
	defer cancel()
	list, err := r.svc.suggestFor(ctx, r.turn, r.ch.Persona, r.budget)
	if err != nil {
		r.svc.Log.WarnContext(ctx, "no suggestions", "error", err.Error())
		return
	}
	if len(list) > 0 {
		r.log.Append("", suggestionsEvent(list))
	}
}

// runSuggestJob makes the suggestions of a reply whose process died in between.
func (s *Service) runSuggestJob(ctx context.Context, payload []byte) error {
	var t Turn
	if err := json.Unmarshal(payload, &t); err != nil {
		return err
	}
	c, err := s.store.conversation(ctx, s.DB.Read(), t.ConversationID)
	if err != nil {
		return err
	}
	ch, err := s.character(ctx, c)
	if err != nil {
		return err
	}
	// An empty estimate reserves nothing and names the accounts to charge.
	budget, err := s.Budget.Reserve(ctx, c.UserID, spend.Cost{})
	if err != nil {
		return err
	}
	_, err = s.suggestFor(ctx, t, ch.Persona, budget)
	return err
}

func (s *Service) suggestFor(ctx context.Context, t Turn, p *core.Persona, budget spend.Reservation) ([]string, error) {
	history, err := s.talk(ctx, t.ConversationID, t.ReplyID)
	if err != nil {
		return nil, err
	}
	var list []string
	if !s.low(ctx, budget) {
		list = s.askModel(ctx, t, p, history, budget)
	}
	if len(list) == 0 {
		list = suggest.Authored(p, history)
	}
	list = list[:min(len(list), maxSuggestions)]
	return list, s.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.saveSuggestions(ctx, tx, t.ReplyID, list); err != nil {
			return err
		}
		return s.Jobs.Delete(ctx, tx, suggestJob, t.ReplyID)
	})
}

// askModel answers nothing when the model fails or takes too long: the
// persona's own questions step in.
func (s *Service) askModel(ctx context.Context, t Turn, p *core.Persona, history []llm.Message, budget spend.Reservation) []string {
	ctx, cancel := context.WithTimeout(ctx, suggestTimeout)
	defer cancel()
	req := suggest.Request(p, history)
	req.Chat = t.ConversationID
	var text strings.Builder
	var usage llm.Usage
	defer func() {
		s.charge(ctx, budget, s.costOf(usage, s.sizes.Estimator(s.Model.Name()).RequestTokens(req), text.String()))
	}()
	for d, err := range s.Model.Stream(ctx, req) {
		if err != nil {
			return nil
		}
		if d.Usage != nil {
			usage = *d.Usage
		}
		text.WriteString(d.Text)
		if text.Len() > maxSuggestBytes {
			break // three short lines are in it, or none are
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
