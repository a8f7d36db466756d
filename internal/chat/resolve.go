package chat

import (
	"context"
	"strconv"
	"strings"

	"colloquy/internal/core"
)

// conversationID joins user and character as decisions §1 prescribes.
func conversationID(userID string, characterID int) string {
	return userID + "_" + strconv.Itoa(characterID)
}

// resolve finds the actor's conversation that ref names: its id, or the
// character's id, slug or character_id. Who owns it follows from the actor,
// never from the id: an id with another user in it is not found.
func (s *Service) resolve(ctx context.Context, actor core.Actor, ref string) (Conversation, error) {
	id := ref
	if user, _, ok := cutLast(ref, "_"); ok {
		if user != actor.UserID {
			return Conversation{}, errNoConversation
		}
	} else {
		ch, err := s.Characters.Find(ctx, ref)
		if err != nil {
			return Conversation{}, err
		}
		id = conversationID(actor.UserID, ch.Persona.CharacterID)
	}
	return s.store.conversation(ctx, s.DB.Read(), id)
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// character loads the character of a conversation, hidden or not.
func (s *Service) character(ctx context.Context, c Conversation) (Character, error) {
	many, err := s.Characters.Many(ctx, []int{c.CharacterID})
	if err != nil {
		return Character{}, err
	}
	ch, ok := many[c.CharacterID]
	if !ok {
		return Character{}, errNoCharacter
	}
	return ch, nil
}

// mayWrite is the gate before anything is stored: a hidden character is not
// found, a locked one is refused.
func (s *Service) mayWrite(ctx context.Context, actor core.Actor, ch Character) error {
	if ch.Hidden {
		return errNoCharacter
	}
	grants, err := s.Access.Grants(ctx, actor.UserID, []Character{ch})
	if err != nil {
		return err
	}
	if g, ok := grants[ch.Persona.CharacterID]; !ok || g.Locked {
		return errLocked
	}
	return nil
}
