package chat_test

import (
	"context"
	"testing"

	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// replacedCharacters implements chat.Characters. Every character has become another person
// since it was found.
type replacedCharacters struct{ charactersForAllIDs }

func (replacedCharacters) IsSamePerson(context.Context, storage.Querier, int, string) (bool, error) {
	return false, nil
}

// rule seed-person-replaced
func TestAPersonThatWasReplacedOpensNoConversation(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		h := newHarness(t, o, func(d *chat.Deps) { d.Characters = replacedCharacters{} })
		for range 2 {
			if s, err := h.services[0].Open(t.Context(), h.user, "1"); core.KindOf(err) != core.NotFound {
				t.Errorf("opened %+v, %v", s, err)
			}
		}
		if n := h.selectNumber(`SELECT count(*) FROM conversations`) + h.selectNumber(`SELECT count(*) FROM messages`); n != 0 {
			t.Errorf("%d rows are stored", n)
		}
	})
}
