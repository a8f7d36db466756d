package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
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
// ids out.
type Characters interface {
	Find(ctx context.Context, ref string) (Character, error)
	Many(ctx context.Context, characterIDs []int) (map[int]Character, error)
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

// Limiter counts events per key in a sliding window.
type Limiter interface {
	Allow(key string, n int, per time.Duration) (wait time.Duration, ok bool)
}

// Jobs is the durable work list.
type Jobs interface {
	Handle(kind string, fn func(ctx context.Context, payload []byte) error)
	Enqueue(ctx context.Context, q storage.Querier, job jobs.Job) error
	Done(ctx context.Context, q storage.Querier, kind, key string) error
}

// Metrics is told about replies.
type Metrics interface {
	ReplyStarted()
	ReplyEnded(status string)
	FirstPiece(seconds float64)
	Pieces(n int)
	Tokens(provider string, prompt, output int)
}
