package content

import (
	"context"
	"time"

	"colloquy/internal/email"
	"colloquy/internal/storage"
)

// Characters is what sections show of the catalogue.
type Characters[C, K any] interface {
	// Cards returns characters by character_id, with their locks for a user or
	// visitor. Hidden and unknown ones are missing.
	Cards(ctx context.Context, userID string, characterIDs []int) (map[int]Card[C], error)
	// Categories returns the active ones in their order.
	Categories(ctx context.Context) ([]Category[K], error)
}

// Card is a character of a section. Shown is how the catalogue's own lists answer
// it.
type Card[C any] struct {
	ID, Slug, Name, Picture string
	IsFree, IsLocked        bool
	Shown                   C
}

// Category is a category of a section. Shown is how the catalogue's own lists
// answer it.
type Category[K any] struct {
	ID    string
	Shown K
}

// Mail sends what must not be lost: it is queued in the caller's transaction.
// Kick, after the commit, has it sent at once.
type Mail interface {
	Enqueue(ctx context.Context, tx storage.Querier, id string, m email.Message) error
	Kick()
}

// Jobs runs upkeep at intervals, on one replica at a time.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}
