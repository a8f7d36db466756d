package content

import (
	"context"
	"time"

	"colloquy/internal/email"
	"colloquy/internal/storage"
)

// Characters is what sections show of the catalogue.
type Characters interface {
	// Cards returns characters by character_id, with their locks for a user or
	// visitor. Hidden and unknown ones are missing.
	Cards(ctx context.Context, userID string, characterIDs []int) (map[int]Card, error)
	// Categories returns the active ones in their order.
	Categories(ctx context.Context) ([]Category, error)
}

// Card is a character as a section shows it. JSON is the whole of it, as the
// catalogue's own lists answer it.
type Card struct {
	ID, Slug, Name, Picture string
	IsFree, IsLocked        bool
	JSON                    any
}

// Category is a category as a section shows it.
type Category struct {
	ID   string
	JSON any
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
