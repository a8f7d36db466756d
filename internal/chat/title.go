package chat

import (
	"context"
	"strings"
	"unicode/utf8"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/storage"
)

// Rename gives the actor's conversation a title of one line. An empty title removes the title
// (rule chats-title).
func (s *Service) Rename(ctx context.Context, actor core.Actor, ref, title string) (Session, error) {
	if title = cleanTitle(title); utf8.RuneCountInString(title) > maxTitleLength {
		return Session{}, core.InvalidFieldsError("title", longTitleText)
	}
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return Session{}, err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		found, err := message.SetTitle(ctx, tx, c.ID, title)
		if err == nil && !found {
			err = errNoConversation
		}
		return err
	})
	if err != nil {
		return Session{}, err
	}
	return s.sessionOf(ctx, actor, c.ID)
}

// cleanTitle replaces white space by single spaces. For a text without a visible character it
// returns "".
func cleanTitle(title string) string {
	title = strings.Join(strings.Fields(withoutControlCharacters(title)), " ")
	if !plain.HasVisibleRune(title) {
		return ""
	}
	return title
}
