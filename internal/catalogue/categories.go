package catalogue

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Category is a group of characters. Hidden characters are not in CharacterCount, CharacterIDs and
// ImageURL.
type Category struct {
	ID             string
	Name           string
	Icon           string // name of an icon of the Lucide icon set
	Description    string
	CharacterCount int
	CharacterIDs   []int  // the lowest character_ids, at most maxCategoryIDs
	ImageURL       string // CardURL of the first character
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// maxCategoryIDs is the maximum length of Category.CharacterIDs. A category may have
// thousands of characters.
const maxCategoryIDs = 12

// Categories returns the active categories in their order.
func (s *Service) Categories(ctx context.Context) ([]Category, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return nil, err
	}
	return slices.Clone(v.categories), nil
}

// LoadCategories writes the categories of the seed, in the given order. It skips categories that an
// administrator edited or a newer seed wrote. It also skips unchanged categories, because any write
// makes other processes rebuild their snapshots.
func (s *Service) LoadCategories(ctx context.Context, seeds []core.Category) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		states, err := s.store.categoryStates(ctx, tx)
		if err != nil {
			return err
		}
		for order, c := range seeds {
			_, hash, err := core.EncodeAuthored(hashedCategory{c, order})
			if err != nil {
				return err
			}
			if state, known := states[c.ID]; known && !state.isOutdated(s.deps.SeedVersion, hash) {
				continue
			}
			if err := s.store.saveCategory(ctx, tx, c, order, hash, s.deps.SeedVersion, core.Millis(s.deps.Clock.Now())); err != nil {
				return err
			}
		}
		return nil
	})
}

// hashedCategory is hashed to detect changes of a category or of its place in the
// order.
type hashedCategory struct {
	core.Category
	Order int
}
