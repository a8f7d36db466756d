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

// Page is a page of a conversation, oldest message first.
type Page struct {
	Messages          []message.Message
	HasMore           bool                         // whether there are older messages
	QuotesByMessageID map[string][]quote.Quotation // quotations in replies, by message id
	Versions          []message.Version            // versions of the last message; only on the newest page (rule messages-versions)
}

// History returns the newest messages of the actor's conversation. If before is the id of a
// message, it returns the messages before that message. Conversations with locked and hidden
// characters stay readable. For a locked character without a conversation, History returns the
// greeting.
func (s *Service) History(ctx context.Context, actor core.Actor, ref, before string) (Page, error) {
	c, err := s.findConversation(ctx, actor, ref)
	if errors.Is(err, errNoConversation) && before == "" {
		return s.lockedGreetingPage(ctx, actor, ref)
	}
	if err != nil {
		return Page{}, err
	}
	if _, err := s.replyRunner.ExpireOrphanedReply(ctx, c.ID); message.IgnoreNotFound(err) != nil {
		return Page{}, err
	}
	page, err := s.readPage(ctx, c, before, func(seq int64) ([]message.Message, error) {
		return message.BeforeSeq(ctx, s.deps.DB.Reader(), c.ID, seq, historyPageSize+1)
	})
	if last := len(page.Messages) - 1; err == nil && before == "" && last >= 0 && page.Messages[last].ReplyTo != "" {
		page.Versions, err = message.Versions(ctx, s.deps.DB.Reader(), page.Messages[last].ReplyTo)
	}
	return page, err
}

// ArchivedHistory returns a page of an archive of the actor's conversation, like History
// (rule chat-earlier-talks).
func (s *Service) ArchivedHistory(ctx context.Context, actor core.Actor, ref, archiveID, before string) (Page, error) {
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return Page{}, err
	}
	a, err := s.store.archiveByID(ctx, s.deps.DB.Reader(), c.ID, archiveID)
	if err != nil {
		return Page{}, err
	}
	return s.readPage(ctx, c, before, func(seq int64) ([]message.Message, error) {
		return message.ArchivedBeforeSeq(ctx, s.deps.DB.Reader(), a.ID, seq, historyPageSize+1)
	})
}

// readPage returns a page of messages. If `before` is the id of a message, the page ends before
// that message. If `before` is empty, readPage returns the newest messages and records that the
// user has read them. The function `read` must return messages with a Seq below `seq`, newest
// first. `read` must return at most historyPageSize+1 messages.
func (s *Service) readPage(ctx context.Context, c Conversation, before string, read func(seq int64) ([]message.Message, error)) (Page, error) {
	beforeSeq := int64(math.MaxInt64)
	if before != "" {
		m, err := message.ByID(ctx, s.deps.DB.Reader(), c.ID, before)
		if err != nil {
			return Page{}, err
		}
		beforeSeq = m.Seq
	}
	list, err := read(beforeSeq)
	if err != nil {
		return Page{}, err
	}
	page := Page{HasMore: len(list) > historyPageSize}
	page.Messages = list[:min(len(list), historyPageSize)]
	slices.Reverse(page.Messages)
	if before == "" && c.IsUnread {
		s.recordLastReadMessage(c, page.Messages)
	}
	s.replyRunner.AddUnsavedSuggestions(page.Messages)
	page.QuotesByMessageID, err = s.quotesOf(ctx, c, page.Messages)
	return page, err
}

// recordLastReadMessage records that the user has read a conversation up to the last message of list. It skips
// a running reply (rule chats-unread).
func (s *Service) recordLastReadMessage(c Conversation, list []message.Message) {
	for _, m := range slices.Backward(list) {
		if m.Status != message.Generating {
			s.replyRunner.RecordRead(c.ID, m.Seq)
			return
		}
	}
}

// demoProvider is the Provider of the replies by the demo responder.
const demoProvider = "demo"

// quotesOf returns the quotations in the ended replies of list, by message id (rules
// words-documented, words-in-the-spirit). It looks for the sayings of all years, whatever the year
// of the conversation. The demo responder also quotes questions of the persona's topics. So in its
// replies only sayings count.
func (s *Service) quotesOf(ctx context.Context, c Conversation, list []message.Message) (map[string][]quote.Quotation, error) {
	ch, err := s.loadCharacter(ctx, c)
	if err != nil {
		return nil, message.IgnoreNotFound(err)
	}
	matcher, userTexts, out := s.quotes.Matcher(ch.Persona), map[string]string{}, map[string][]quote.Quotation{}
	for _, m := range list {
		if m.IsUser {
			userTexts[m.ID] = m.Content
			continue
		}
		if m.Status == message.Generating {
			continue
		}
		quotations := matcher.FindQuotations(m.Content, userTexts[m.ReplyTo])
		if m.Provider == demoProvider {
			quotations = slices.DeleteFunc(quotations, func(q quote.Quotation) bool { return q.SayingIndex == quote.NoSaying })
		}
		if len(quotations) > 0 {
			out[m.ID] = quotations
		}
	}
	return out, nil
}
