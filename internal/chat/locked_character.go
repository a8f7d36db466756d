package chat

import (
	"context"
	"errors"
	"strconv"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// The server stores nothing while a user looks at a locked character. The session and the greeting
// exist only in the server's answers. Open creates the conversation once the character is unlocked.
// Rule access-locked-stores-nothing.

// lockedCharacter returns the locked character that ref names. Call it if the actor has no
// conversation with this character. It returns errNoConversation if the character is unlocked,
// unknown or hidden.
func (s *Service) lockedCharacter(ctx context.Context, actor core.Actor, ref string) (Character, error) {
	if _, number, ok := plain.CutLast(ref, "_"); ok {
		n, err := strconv.Atoi(number)
		if err != nil || ref != conversationID(actor.UserID, n) {
			return Character{}, errNoConversation
		}
		ref = number
	}
	ch, err := s.deps.Characters.Find(ctx, ref)
	if core.KindOf(err) == core.NotFound || ch.IsHidden {
		return Character{}, errNoConversation
	}
	if err != nil {
		return Character{}, err
	}
	grant, err := s.grantOf(ctx, actor, ch)
	if err == nil && !grant.IsLocked {
		err = errNoConversation
	}
	return ch, err
}

// lockedGreetingPage returns the page of a locked character without a conversation: its greeting,
// without suggestions, because the user cannot send them.
func (s *Service) lockedGreetingPage(ctx context.Context, actor core.Actor, ref string) (Page, error) {
	ch, err := s.lockedCharacter(ctx, actor, ref)
	if err != nil {
		return Page{}, err
	}
	greeting := s.newGreeting(actor, ch.Persona)
	greeting.ID, greeting.Suggestions = greeting.ConversationID+"-greeting", nil
	return Page{Messages: []message.Message{greeting}}, nil
}

// conversationToWrite is findConversation for calls that write. If there is no conversation,
// the error says whether the character is locked. Rule access-locked-refuses.
func (s *Service) conversationToWrite(ctx context.Context, actor core.Actor, ref string) (Conversation, error) {
	c, err := s.findConversation(ctx, actor, ref)
	if !errors.Is(err, errNoConversation) {
		return c, err
	}
	if _, err := s.lockedCharacter(ctx, actor, ref); err != nil {
		return Conversation{}, err
	}
	return Conversation{}, errCharacterLocked
}
