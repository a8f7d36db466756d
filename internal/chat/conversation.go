package chat

import (
	"context"
	"strconv"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// conversationID returns the id of a conversation (rule chat-conversation-id).
func conversationID(userID string, characterID int) string {
	return userID + "_" + strconv.Itoa(characterID)
}

// findConversation finds the actor's conversation. ref is the conversation's id, or the character's
// id, slug or character_id. An id that contains another user's id is not found. Rule
// access-foreign-is-missing.
func (s *Service) findConversation(ctx context.Context, actor core.Actor, ref string) (Conversation, error) {
	id := ref
	if user, _, ok := plain.CutLast(ref, "_"); ok {
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

// loadCharacter returns the character of a conversation, also a hidden one.
func (s *Service) loadCharacter(ctx context.Context, c Conversation) (Character, error) {
	found, err := s.deps.Characters.FindMany(ctx, []int{c.CharacterID})
	if err != nil {
		return Character{}, err
	}
	ch, ok := found[c.CharacterID]
	if !ok {
		return Character{}, errNoCharacter
	}
	return ch, nil
}

// personaFinder implements writing.Personas.
type personaFinder struct{ *Service }

// PersonaOf returns the user of a conversation, and the persona as of the year from which it
// speaks in that conversation.
func (s personaFinder) PersonaOf(ctx context.Context, conversationID string) (userID string, p *core.Persona, err error) {
	c, err := s.store.conversation(ctx, s.deps.DB.Reader(), conversationID)
	if err != nil {
		return "", nil, err
	}
	ch, err := s.loadCharacter(ctx, c)
	return c.UserID, c.speakingPersona(ch), err
}
