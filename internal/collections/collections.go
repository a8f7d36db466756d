// Package collections answers the favourites of a user (liked characters), My Collection
// (followed characters) and the collections that users make. It owns the tables
// collection_lists and collection_characters; likes and follows belong to package social.
//
// Invariants: a collection is its owner's alone, except that anybody with its share
// address can read it; no answer names the owner's email address; a character that is
// inactive or deleted is in no answer.
package collections

import (
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Deps are the dependencies of the Service.
type Deps struct {
	DB         *storage.DB
	Characters Characters
	Marks      Marks
	Limits     *limits.Counter
	Clock      core.Clock
	BaseURL    string
}

// Service implements the calls about favourites and collections. It is safe for
// concurrent use.
type Service struct {
	deps Deps
}

// New returns a Service.
func New(d Deps) *Service { return &Service{deps: d} }
