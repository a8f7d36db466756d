package chat

import (
	"context"
	"strconv"
	"strings"

	"colloquy/internal/core"
)

// conversationID is the id of a conversation (rule chat-conversation-id).
func conversationID(userID string, characterID int) string {
	return userID + "_" + strconv.Itoa(characterID)
}

// conversation finds the actor's conversation by its id or by the character's id, slug
// or character_id. The owner is always the actor: an id that contains another user's id
// is not found.
func (s *Service) conversation(ctx context.Context, actor core.Actor, ref string) (Conversation, error) {
	id := ref
	if user, _, ok := cutLast(ref, "_"); ok {
		if user != actor.UserID {
			return Conversation{}, errNoConversation
		}
	} else {
		ch, err := s.deps.Characters.Find(ctx, ref)
		if err != nil {
			return Conversation{}, err
		}
		id = conversationID(actor.UserID, ch.Persona.CharacterID)
	}
	return s.store.conversation(ctx, s.deps.DB.Reader(), id)
}

// cutLast is like strings.Cut at the last sep.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// character loads the character of a conversation, hidden or not.
func (s *Service) character(ctx context.Context, c Conversation) (Character, error) {
	found, err := s.deps.Characters.Many(ctx, []int{c.CharacterID})
	if err != nil {
		return Character{}, err
	}
	ch, ok := found[c.CharacterID]
	if !ok {
		return Character{}, errNoCharacter
	}
	return ch, nil
}

// personas implements writing.Personas.
type personas struct{ *Service }

// PersonaOf returns the user and the persona of a conversation.
func (s personas) PersonaOf(ctx context.Context, conversationID string) (userID string, p *core.Persona, err error) {
	c, err := s.store.conversation(ctx, s.deps.DB.Reader(), conversationID)
	if err != nil {
		return "", nil, err
	}
	ch, err := s.character(ctx, c)
	return c.UserID, ch.Persona, err
}
