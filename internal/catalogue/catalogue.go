// Package catalogue knows the characters: it loads the seed, finds, lists and
// searches. It owns the tables characters, categories and catalogue_version.
//
// Lists, groups, tags and similar characters come from an index in memory,
// which is built anew when the version of the catalogue has changed; the rows
// that an answer shows are read by their numbers.
//
// Invariants: an inactive or deleted character is in no list, search or
// profile; loading the seed never overwrites what an administrator edited or a newer seed
// wrote.
package catalogue

import (
	"log/slog"
	"sync"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps is what the room is built from.
type Deps struct {
	DB     *storage.DB
	Access Access
	Social Social
	Clock  core.Clock
	Log    *slog.Logger // nil: slog.Default
	// SeedVersion is the version of the seed that is loaded: rows of a newer one
	// are left alone.
	SeedVersion int64
}

// Service answers about characters.
type Service struct {
	deps  Deps
	store store

	snapshots  snapshots
	chatCounts chatCounts

	mu     sync.Mutex
	parsed map[string]parsedPersona // by id
	latest latest
}

// New makes the room.
func New(d Deps) *Service {
	return &Service{
		deps: d, store: store{db: d.DB, broken: &storage.Broken{Log: d.Log}}, snapshots: snapshots{usual: usualCast, most: longestBuild},
		chatCounts: chatCounts{kept: map[int]keptCount{}}, parsed: map[string]parsedPersona{},
	}
}

// Character is one row of the catalogue. Persona is nil in lists.
type Character struct {
	ID          string
	CharacterID int
	Slug        string
	Name        string
	Category    string
	Letter      string
	Designation string
	Description string
	Tags        []string
	Media       Media
	IsFree      bool
	IsActive    bool
	IsDeleted   bool
	CreatedAt   time.Time
	UpdatedAt   time.Time
	Persona     *core.Persona
}

// Hidden tells whether the character is out of every list.
func (c Character) Hidden() bool { return !c.IsActive || c.IsDeleted }

// The addresses of a character's portrait, in its three cuts.
func portrait(slug, cut string) string { return "/portraits/" + slug + "-" + cut + ".webp" }

// CoinURL is the small round picture.
func (c Character) CoinURL() string { return portrait(c.Slug, "coin") }

// CardURL is the picture of lists.
func (c Character) CardURL() string { return portrait(c.Slug, "card") }

// PlateURL is the large picture.
func (c Character) PlateURL() string { return portrait(c.Slug, "plate") }

// Featured are the character_ids of the featured six (decisions §7), in their
// order. They come first where nothing else decides.
var Featured = []int{20, 21, 22, 183, 174, 64}

var (
	errNotFound  = core.E(core.NotFound, "character_not_found", "Character not found")
	errBadCursor = core.E(core.Malformed, "bad_cursor", "This list cannot be continued. Please load it again.")
)
