package app

import (
	"context"

	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
)

// chatCharacters shows the catalogue to the chat room.
type chatCharacters struct{ catalogue *catalogue.Service }

// Find looks a character up by id, slug or character_id.
func (a chatCharacters) Find(ctx context.Context, ref string) (chat.Character, error) {
	c, err := a.catalogue.Find(ctx, ref)
	return toChat(c), err
}

// Many looks characters up by character_id.
func (a chatCharacters) Many(ctx context.Context, ids []int) (map[int]chat.Character, error) {
	found, err := a.catalogue.Many(ctx, ids)
	out := make(map[int]chat.Character, len(found))
	for id, c := range found {
		out[id] = toChat(c)
	}
	return out, err
}

func toChat(c catalogue.Character) chat.Character {
	return chat.Character{Persona: c.Persona, ImageURL: c.CardURL(), CoinURL: c.CoinURL(), Hidden: c.Hidden()}
}
