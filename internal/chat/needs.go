package chat

import (
	"context"
	"time"

	"colloquy/internal/chat/writing"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Character is a character with the fields that this package uses.
type Character struct {
	Persona  *core.Persona
	ImageURL string
	CoinURL  string
	IsFree   bool
	Hidden   bool // inactive or deleted: its messages stay readable, but new ones are refused
}

// Characters looks characters up, hidden ones too. Find accepts an id, slug or
// character_id and returns core.NotFound if there is none. Many and Cards omit
// unknown ids. Cards is for lists: its personas have only ID, CharacterID, Name,
// Slug, Category and Designation. Named returns the character_ids of the characters whose
// folded name contains a folded text (fold.Text).
type Characters interface {
	Find(ctx context.Context, ref string) (Character, error)
	Many(ctx context.Context, characterIDs []int) (map[int]Character, error)
	Cards(ctx context.Context, characterIDs []int) (map[int]Character, error)
	Named(ctx context.Context, text string) (map[int]bool, error)
}

// Grant says whether a user may chat with a character, and until when a purchase is
// valid (rule access-who-may-chat).
type Grant struct {
	Locked   bool
	ExpiryAt *time.Time
}

// Access decides who may chat. The result of Grants has an entry for every given
// character.
type Access interface {
	Grants(ctx context.Context, userID string, characters []Character) (map[int]Grant, error)
}

// Recordings deletes what was recorded of messages, in the transaction that deletes them.
type Recordings interface {
	ForgetMessages(ctx context.Context, tx storage.Querier, userID string, messageIDs []string) error
}

// Memory is what characters remember of users. ForgetMessages takes what came from
// messages, in the transaction that deletes them and before it does; StartOver what was
// read of conversations that are deleted.
type Memory interface {
	writing.Memory
	ForgetMessages(ctx context.Context, tx storage.Querier, messageIDs []string) error
	StartOver(ctx context.Context, tx storage.Querier, conversationIDs []string) error
}

// Jobs runs periodic jobs.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Limits counts events in the caller's transaction.
type Limits interface {
	TakeIn(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.Ticket, error)
}
