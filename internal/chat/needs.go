package chat

import (
	"context"
	"time"

	"colloquy/internal/chat/writing"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// Character is a character with the fields that this package uses.
type Character struct {
	ID       string // opaque code of the person; if another person takes over the character_id, the code changes
	Persona  *core.Persona
	ImageURL string
	CoinURL  string
	IsFree   bool
	IsHidden bool // inactive or deleted: its messages stay readable, but new ones are refused
}

// Characters finds characters, hidden ones too. Its methods:
//
//   - Find accepts an id, slug, former slug or character_id. It returns core.NotFound for others.
//   - FindMany omits unknown ids.
//   - FindWithoutPersonas omits unknown ids too. A Persona in its result has only ID, CharacterID,
//     Name, Slug, Category and Designation.
//   - IDsByName returns the character_ids of the characters whose folded name contains text. text
//     must be folded (fold.Text).
//   - IsSamePerson reports whether a character_id still belongs to the person with the given id,
//     as tx sees it.
type Characters interface {
	Find(ctx context.Context, ref string) (Character, error)
	FindMany(ctx context.Context, characterIDs []int) (map[int]Character, error)
	FindWithoutPersonas(ctx context.Context, characterIDs []int) (map[int]Character, error)
	IDsByName(ctx context.Context, text string) (map[int]bool, error)
	IsSamePerson(ctx context.Context, tx storage.Querier, characterID int, id string) (bool, error)
}

// Grant says whether a user may chat with a character, and until when a purchase is valid.
// HasPurchase is true if the user has a valid purchase of any character.
type Grant struct {
	IsLocked    bool
	ExpiryAt    *time.Time
	HasPurchase bool
}

// Access decides who may chat. The result of Grants has an entry for every given
// character.
type Access interface {
	Grants(ctx context.Context, userID string, characters []Character) (map[int]Grant, error)
}

// Recordings deletes the voice recordings of messages, in the transaction that deletes the
// messages.
type Recordings interface {
	ForgetMessages(ctx context.Context, tx storage.Querier, userID string, messageIDs []string) error
}

// Memory is what characters remember of users. ForgetMessages deletes what was remembered from the
// messages with the ids. Call it in the transaction that deletes the messages, before their
// deletion. ForgetFrom does this for the messages of a conversation from seq on. Call
// ForgetSummariesAndProgress when conversations are deleted. It deletes their summaries, and the record of how
// far they were read for memories.
type Memory interface {
	writing.Memory
	ForgetMessages(ctx context.Context, tx storage.Querier, messageIDs []string) error
	ForgetFrom(ctx context.Context, tx storage.Querier, conversationID string, seq int64) error
	ForgetSummariesAndProgress(ctx context.Context, tx storage.Querier, conversationIDs []string) error
	// ForgetSummaries forgets the summaries of a conversation whose messages are archived.
	ForgetSummaries(ctx context.Context, tx storage.Querier, conversationID string) error
}

// Jobs runs periodic jobs.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Limits counts events. TakeInTx counts an event in the caller's transaction. Left returns what
// is left of a limit without counting.
type Limits interface {
	TakeInTx(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.TakenEvent, error)
	Left(ctx context.Context, l limits.Limit) (limits.Allowance, error)
}

// Budget is the ledger of the model's costs. RemainingReplies returns how many replies of the
// estimated cost the caps still allow today. capped is false if there is no cap.
type Budget interface {
	writing.Budget
	RemainingReplies(ctx context.Context, userID string, estimate spend.Cost) (room spend.Allowance, capped bool, err error)
}
