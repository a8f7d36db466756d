package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Character is what a conversation needs to know of its character.
type Character struct {
	Persona  *core.Persona
	ImageURL string
	CoinURL  string
	Hidden   bool // inactive or deleted: old talks can be read, new lines cannot be sent
}

// Characters knows the characters. Find takes an id, slug or character_id and
// answers core.NotFound for none; hidden ones are found. Many leaves unknown
// ids out, and so does Cards, which is for lists: of each persona it knows only
// ID, CharacterID, Name, Slug, Category, Designation and IsFree.
type Characters interface {
	Find(ctx context.Context, ref string) (Character, error)
	Many(ctx context.Context, characterIDs []int) (map[int]Character, error)
	Cards(ctx context.Context, characterIDs []int) (map[int]Character, error)
}

// Grant says whether a user may chat with a character, and until when a
// purchase lasts (decisions §4).
type Grant struct {
	Locked   bool
	ExpiryAt *time.Time
}

// Access is the one rule of who may chat. It answers for every character asked.
type Access interface {
	Grants(ctx context.Context, userID string, characters []Character) (map[int]Grant, error)
}

// Limits counts events in the database, in the caller's transaction.
type Limits interface {
	TakeIn(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.Ticket, error)
}
