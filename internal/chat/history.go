package chat

import (
	"context"
	"errors"
	"math"
	"slices"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/quote"
	"colloquy/internal/core"
)

// historyPageSize is the number of messages on a page of history (rule chat-history-page).
const historyPageSize = 50

// Page is a part of a conversation, oldest message first.
type Page struct {
	Messages []message.Message
	HasMore  bool                    // there are older messages
	Quotes   map[string][]quote.Mark // of replies, by message id
}

// History returns the newest messages of the actor's conversation, or those before
// the message with the id before. Locked and hidden characters stay readable; of a locked
// one without a conversation it returns the greeting.
func (s *Service) History(ctx context.Context, actor core.Actor, ref, before string) (Page, error) {
	c, err := s.conversation(ctx, actor, ref)
	if errors.Is(err, errNoConversation) && before == "" {
		return s.lockedPage(ctx, actor, ref)
	}
	if err != nil {
		return Page{}, err
	}
	if _, err := s.replies.ExpireStale(ctx, c.ID); message.UnlessNotFound(err) != nil {
		return Page{}, err
	}
	seq := int64(math.MaxInt64)
	if before != "" {
		m, err := message.ByID(ctx, s.deps.DB.Reader(), c.ID, before)
		if err != nil {
			return Page{}, err
		}
		seq = m.Seq
	}
	list, err := message.Before(ctx, s.deps.DB.Reader(), c.ID, seq, historyPageSize+1)
	if err != nil {
		return Page{}, err
	}
	page := Page{HasMore: len(list) > historyPageSize}
	page.Messages = list[:min(len(list), historyPageSize)]
	slices.Reverse(page.Messages)
	s.replies.AddUnsaved(page.Messages)
	page.Quotes, err = s.quotesOf(ctx, c, page.Messages)
	return page, err
}

// demoProvider is the Provider of the replies by the demo responder.
const demoProvider = "demo"

// quotesOf marks the quotations in the replies of a page that have ended (rules
// words-documented, words-in-the-spirit). What the demo responder puts in quotation marks
// is a question of the persona's own page and no invented quotation.
func (s *Service) quotesOf(ctx context.Context, c Conversation, list []message.Message) (map[string][]quote.Mark, error) {
	ch, err := s.character(ctx, c)
	if err != nil {
		return nil, message.UnlessNotFound(err)
	}
	matcher, said, out := s.quotes.Matcher(ch.Persona), map[string]string{}, map[string][]quote.Mark{}
	for _, m := range list {
		if m.IsUser {
			said[m.ID] = m.Content
			continue
		}
		if m.Status == message.Generating {
			continue
		}
		marks := matcher.Mark(m.Content, said[m.ReplyTo])
		if m.Provider == demoProvider {
			marks = slices.DeleteFunc(marks, func(q quote.Mark) bool { return q.Saying == quote.NoSaying })
		}
		if len(marks) > 0 {
			out[m.ID] = marks
		}
	}
	return out, nil
}
