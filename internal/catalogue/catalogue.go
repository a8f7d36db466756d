// Package catalogue stores the characters: it loads them from the seed, finds, lists and searches
// them. It owns the tables characters, categories and catalogue_version.
//
// Lists, groups, tags and similar characters come from a snapshot in memory (package index). After
// a change of the catalogue the snapshot is rebuilt. An answer reads only the rows that it shows
// from the database.
//
// Invariants:
//
//   - An inactive or deleted character is in no list, search or profile.
//   - Loading the seed never overwrites a row that an administrator edited or a newer seed wrote.
//   - While somebody uses a character, loading never puts another person in its place.
package catalogue

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps are the dependencies and options of a Service.
type Deps struct {
	DB     *storage.DB
	Access Access
	Social Social
	Clock  core.Clock
	Log    *slog.Logger // nil: slog.Default
	// SeedVersion is the version of the seed that is loaded. Rows that a newer seed
	// wrote are not changed.
	SeedVersion int64
}

// Service implements the catalogue. It is safe for concurrent use.
type Service struct {
	deps  Deps
	store store

	snapshots       snapshots
	shownRowCache   *rowCache // characters without personas, no hidden ones
	personaCache    *rowCache // characters with personas, also hidden ones
	chatCountCache  chatCountCache
	chatTotals      chatTotalsCache
	idsByFormerSlug atomic.Pointer[map[string]int] // character_ids by former slug; set by LoadPersonas

	mu             sync.Mutex
	parsedPersonas map[string]parsedPersona // by id
}

// New returns the service.
func New(d Deps) *Service {
	return &Service{
		deps: d, store: store{db: d.DB, brokenRows: &storage.BrokenRowLog{Log: d.Log}},
		snapshots:     snapshots{maxWait: maxRebuildWait, timeout: rebuildTimeout},
		shownRowCache: newRowCache(maxCachedShownRows), personaCache: newRowCache(maxCachedPersonas),
		chatCountCache: chatCountCache{counts: map[int]cachedChatCount{}}, parsedPersonas: map[string]parsedPersona{},
	}
}

// Character is one row of the catalogue. Persona is nil in lists.
type Character struct {
	ID          string
	CharacterID int
	Slug        string
	Name        string
	Category    string
	FirstLetter string
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

// IsHidden reports whether the character is inactive or deleted. Rule
// access-hidden-characters.
func (c Character) IsHidden() bool { return !c.IsActive || c.IsDeleted }

// portraitURL returns the URL of a character's portrait. The parameter cut names one of its
// versions: coin, card or plate.
func portraitURL(slug, cut string) string { return "/portraits/" + slug + "-" + cut + ".webp" }

// CoinURL returns the URL of the small round portrait.
func (c Character) CoinURL() string { return portraitURL(c.Slug, "coin") }

// CardURL returns the URL of the portrait that lists show.
func (c Character) CardURL() string { return portraitURL(c.Slug, "card") }

// PlateURL returns the URL of the large portrait.
func (c Character) PlateURL() string { return portraitURL(c.Slug, "plate") }

// FeaturedIDs are the character_ids of the six featured characters, in their order.
// They come first in lists, and first among equally good matches of a search. Rule
// catalogue-featured.
var FeaturedIDs = []int{20, 21, 22, 183, 174, 64}

var (
	errNotFound  = core.ErrNoCharacter
	errBadCursor = core.ErrBadCursor
)
