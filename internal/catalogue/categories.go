package catalogue

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Category is a group of characters (document 2 §3), with how many can be seen
// in it, the first of their numbers, and the picture of the first.
type Category struct {
	ID           string
	Name         string
	Icon         string // a lucide icon name
	Description  string
	Count        int
	CharacterIDs []int // at most firstOfCategory
	ImageURL     string
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// firstOfCategory bounds how many numbers of characters a category names: it
// may hold thousands.
const firstOfCategory = 12

// Categories returns the active categories in their order.
func (s *Service) Categories(ctx context.Context) ([]Category, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return slices.Clone(v.categories), nil
}

// LoadCategories brings the categories of the seed into the catalogue, in the
// order given. Those that an administrator edited or a newer seed wrote are left
// alone, and what has not changed is not written: a statement alone makes other processes' indexes
// old, even one that changes no row.
func (s *Service) LoadCategories(ctx context.Context, seeds []core.Category) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		states, err := s.store.categoryStates(ctx, tx)
		if err != nil {
			return err
		}
		for order, c := range seeds {
			_, hash, err := core.Authored(orderedCategory{c, order})
			if err != nil {
				return err
			}
			if state, known := states[c.ID]; known && !state.load(s.deps.SeedVersion, hash) {
				continue
			}
			if err := s.store.saveCategory(ctx, tx, c, order, hash, s.deps.SeedVersion, core.Millis(s.deps.Clock.Now())); err != nil {
				return err
			}
		}
		return nil
	})
}

// orderedCategory is what the hash of a category covers.
type orderedCategory struct {
	core.Category
	Order int
}
