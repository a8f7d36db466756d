package catalogue

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func (s store) categories(ctx context.Context) ([]Category, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (Category, error) {
		var c Category
		var created, updated int64
		err := r.Scan(&c.ID, &c.Name, &c.Icon, &c.Description, &created, &updated)
		c.CreatedAt, c.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
		return c, err
	}, `SELECT id, name, icon, description, created_at, updated_at FROM categories WHERE is_active ORDER BY display_order, id`)
}

// categoryStates returns the states of all categories, by id.
func (store) categoryStates(ctx context.Context, tx storage.Querier) (map[string]seedState, error) {
	rows, err := storage.QueryAll(ctx, tx, func(r storage.Row) (seedState, error) {
		var state seedState
		return state, r.Scan(&state.id, &state.hash, &state.isEdited, &state.seedVersion)
	}, `SELECT id, seed_hash, edited_at IS NOT NULL, seed_version FROM categories`)
	out := make(map[string]seedState, len(rows))
	for _, state := range rows {
		out[state.id] = state
	}
	return out, err
}

// saveCategory inserts a category, or updates its row, unless an administrator edited
// it or a newer seed wrote it.
func (store) saveCategory(ctx context.Context, tx storage.Querier, c core.Category, order int, hash string, version, now int64) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO categories (id, name, icon, description, display_order, seed_hash, seed_version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, icon = excluded.icon, description = excluded.description,
		display_order = excluded.display_order, `+storage.SeedUpdateSQL("categories"),
		c.ID, c.Name, c.Icon, c.Description, order, hash, version, now)
	if err != nil {
		return fmt.Errorf("catalogue: save category %s: %w", c.ID, err)
	}
	return nil
}
