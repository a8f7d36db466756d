package content

import (
	"context"
	"time"

	"colloquy/internal/email"
	"colloquy/internal/storage"
)

// Characters returns the characters and categories that sections show.
type Characters[C, K any] interface {
	// Stamps returns characters by character_id. Hidden and unknown ones are left out. IsLocked and
	// ExpiryAt apply to the user; an empty userID means a visitor.
	Stamps(ctx context.Context, userID string, characterIDs []int) (map[int]CharacterStamp[C], error)
	// PickByDay returns up to perCategory characters of each category, without hidden ones. The
	// choice depends on day, the number of days since 1970, so that all processes choose the same
	// characters.
	PickByDay(ctx context.Context, day int64, perCategory int) ([][]Candidate, error)
	// Categories returns the active categories in their order.
	Categories(ctx context.Context) ([]Category[K], error)
}

// CharacterStamp is a character of a section. CharacterJSON is the form in which the API returns the
// character in its lists.
type CharacterStamp[C any] struct {
	ID, Slug, Name, Picture string
	IsFree, IsLocked        bool
	ExpiryAt                *time.Time
	CharacterJSON           C
}

// Category is a category of a section. CategoryJSON is the form in which the API returns the
// category in its lists.
type Category[K any] struct {
	ID           string
	CategoryJSON K
}

// Mail sends mails that must not be lost. Enqueue stores a mail in the caller's
// transaction. Wake starts the sending; callers call it after the commit.
type Mail interface {
	Enqueue(ctx context.Context, tx storage.Querier, id string, m email.Message) error
	Wake()
}

// Jobs runs functions at intervals, in one process at a time.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}
