package chat

import (
	"context"
	"slices"
	"strconv"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// SetYear sets the year from which the character of the actor's conversation speaks. year is one of
// core.Persona.MomentList; nil means the character's present. SetYear does not change messages or a
// running reply. If the conversation has only its greeting, SetYear replaces the greeting (rule
// chat-year).
func (s *Service) SetYear(ctx context.Context, actor core.Actor, ref string, year *int) (Session, error) {
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return Session{}, err
	}
	ch, err := s.checkMayWrite(ctx, actor, c)
	if err != nil {
		return Session{}, err
	}
	if year != nil && !canSpeakFrom(ch.Persona, *year) {
		return Session{}, core.InvalidFieldsError("year", badYearText)
	}
	c.Year = year
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		// lockUsage locks the user's row of chat_usage. A send locks that row before it stores a
		// message. So no message can be stored while replaceGreeting runs.
		if err := s.store.lockUsage(ctx, tx, actor.UserID); err != nil {
			return err
		}
		if err := s.store.setYear(ctx, tx, c.ID, year); err != nil {
			return err
		}
		return s.replaceGreeting(ctx, tx, actor, c.speakingPersona(ch))
	})
	if err != nil {
		return Session{}, err
	}
	return s.Reopen(ctx, actor, strconv.Itoa(c.CharacterID))
}

// canSpeakFrom reports whether a persona can speak from a year.
func canSpeakFrom(p *core.Persona, year int) bool {
	return slices.ContainsFunc(p.MomentList(), func(m core.Moment) bool { return m.Year == year })
}

// replaceGreeting replaces the greeting of a conversation by the greeting of a persona, if the
// conversation has no other message. The caller must have locked the user's row of chat_usage.
func (s *Service) replaceGreeting(ctx context.Context, tx storage.Querier, actor core.Actor, p *core.Persona) error {
	greeting := s.newGreeting(actor, p)
	last, err := message.Newest(ctx, tx, greeting.ConversationID)
	if err != nil {
		return message.IgnoreNotFound(err)
	}
	if last.IsUser || last.ReplyTo != "" || last.Content == greeting.Content && slices.Equal(last.Suggestions, greeting.Suggestions) {
		return nil
	}
	if _, err := s.deleteMessages(ctx, tx, actor.UserID, []message.TextSize{{ID: last.ID}}); err != nil {
		return err
	}
	if _, err := message.Insert(ctx, tx, greeting); err != nil {
		return err
	}
	return message.RecountMessages(ctx, tx, greeting.ConversationID)
}

// speakingYear returns the year from which the character speaks; 0 means its present.
func (c Conversation) speakingYear() int {
	if c.Year == nil {
		return 0
	}
	return *c.Year
}

// speakingPersona returns the persona of a character as it speaks in the conversation.
func (c Conversation) speakingPersona(ch Character) *core.Persona {
	return ch.Persona.AtYear(c.speakingYear())
}

// setYear sets the year of a conversation; nil removes it.
func (store) setYear(ctx context.Context, tx storage.Querier, id string, year *int) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE conversations SET year = $2 WHERE id = $1`, id, year)
	if err == nil && n == 0 {
		err = errNoConversation
	}
	return err
}
