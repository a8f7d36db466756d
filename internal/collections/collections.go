// Package collections serves the favourites of a user (liked characters), My Collection
// (followed characters) and the collections that users make. It owns the tables
// collection_lists and collection_counts; likes and follows belong to package social.
//
// Invariants:
//   - Only the owner can read and change a collection. Anybody with its share address can
//     read it.
//   - No answer contains the owner's id or email address.
//   - A character that is inactive or deleted is in no answer. It keeps its place in the
//     collection in case it is shown again.
//   - Every change of a collection first locks its row. Every change of a user's number of
//     collections first locks the row with this number.
package collections

import (
	"log/slog"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps are the dependencies of the Service.
type Deps struct {
	DB         *storage.DB
	Characters Characters
	Marks      Marks
	People     People
	Clock      core.Clock
	Log        *slog.Logger // nil: slog.Default
	BaseURL    string       // without a slash at its end
}

// Service implements the calls about favourites and collections. It is safe for
// concurrent use.
type Service struct {
	deps  Deps
	store store
}

// New returns a Service.
func New(d Deps) *Service {
	return &Service{deps: d, store: store{db: d.DB, brokenRows: &storage.BrokenRowLog{Log: d.Log}}}
}

// Collection is a collection that a user made. Its rules are called collections-*.
type Collection struct {
	ID           string
	OwnerID      string
	Name         string
	Description  string
	ShareToken   string // empty while the collection is not shared
	CreatedAt    time.Time
	UpdatedAt    time.Time // time of the last change of name, description or characters
	characterIDs []int     // character_ids in the owner's order, hidden characters included
	// Characters has the characters that are not hidden, in the owner's order. In the result of
	// Collections it has only the first previewSize of them.
	Characters        []CharacterStamp
	ShownCount        int  // number of characters that are not hidden
	HasNamedCharacter bool // the collection has the character that the caller of Collections named
}

const (
	maxCollections = 100 // of one user (rule collections-limits)
	maxCharacters  = 100 // of one collection, hidden ones included (rule collections-limits)
	previewSize    = 4   // rule collections-overview
)
