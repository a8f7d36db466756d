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

// Characters finds characters. ref is a character's id, slug or character_id, or the id of the
// actor's conversation with the character. An unknown ref gives an error of kind core.NotFound.
type Characters interface {
	Character(ctx context.Context, actor core.Actor, ref string) (Character, error)
}

// Character is a character with the fields that this package uses.
type Character struct {
	CharacterID int
	Name        string
}

// Message is a complete message of a talk. If a message has several versions, only the current one
// is a Message.
type Message struct {
	ID        string
	Seq       int64
	IsUser    bool
	Text      string
	CreatedAt time.Time
}

// Talks reads conversations. All methods return the oldest message first, and no messages for a
// conversation that does not exist. Since and Newest return at most limit messages.
//   - Since reads the first messages with a Seq above seq. It stops before a reply that is still
//     being written.
//   - Newest reads the last messages.
//   - ByIDs reads the messages with the given ids, and leaves out unknown ids.
type Talks interface {
	Since(ctx context.Context, conversationID string, seq int64, limit int) ([]Message, error)
	Newest(ctx context.Context, conversationID string, limit int) ([]Message, error)
	ByIDs(ctx context.Context, conversationID string, ids []string) ([]Message, error)
}

// Budget limits what calls of models cost. Reserve returns a *spend.CapReachedError if a cap
// leaves no budget for the call. Settle replaces the reserved cost by the actual one.
type Budget interface {
	Reserve(ctx context.Context, tx storage.Querier, userID string, estimate spend.Cost) (spend.Reservation, error)
	Settle(ctx context.Context, tx storage.Querier, r spend.Reservation, actual spend.Cost) error
}

// Limits counts rate-limited actions in the caller's transaction.
type Limits interface {
	TakeInTx(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.TakenEvent, error)
}

// Jobs is the queue of durable jobs.
type Jobs interface {
	HandleWith(kind string, p jobs.RetryPolicy, fn func(ctx context.Context, payload []byte) error)
	Enqueue(ctx context.Context, tx storage.Querier, j jobs.Job) error
}
