package memory

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// Characters finds the character that a call names: by its id, slug or character_id, or by
// the id of the actor's conversation. It returns core.NotFound for anything else.
type Characters interface {
	Character(ctx context.Context, actor core.Actor, ref string) (Character, error)
}

// Character is a character with the fields that this package uses.
type Character struct {
	CharacterID int
	Name        string
}

// Line is a message of a talk, complete and not replaced by another version.
type Line struct {
	ID        string
	Seq       int64
	IsUser    bool
	Text      string
	CreatedAt time.Time
}

// Talks reads conversations, oldest message first. All return no lines for a conversation
// that does not exist. Since reads at most limit messages with a Seq above seq, and none
// after a reply that is still written. Newest reads the last ones. Find reads those with the
// given ids.
type Talks interface {
	Since(ctx context.Context, conversationID string, seq int64, limit int) ([]Line, error)
	Newest(ctx context.Context, conversationID string, limit int) ([]Line, error)
	Find(ctx context.Context, conversationID string, ids []string) ([]Line, error)
}

// Budget counts what models cost. Reserve returns a *spend.EmptyError if a cap allows no
// call.
type Budget interface {
	Reserve(ctx context.Context, tx storage.Querier, userID string, estimate spend.Cost) (spend.Reservation, error)
	Settle(ctx context.Context, tx storage.Querier, r spend.Reservation, actual spend.Cost) error
}

// Limits counts events in the caller's transaction.
type Limits interface {
	TakeIn(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.Ticket, error)
}

// Jobs is the queue of durable jobs.
type Jobs interface {
	HandleWith(kind string, p jobs.RetryPolicy, fn func(ctx context.Context, payload []byte) error)
	Enqueue(ctx context.Context, tx storage.Querier, j jobs.Job) error
}
