package catalogue

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func (s store) categories(ctx context.Context) ([]Category, error) {
	return storage.All(ctx, s.db.Read(), func(r storage.Row) (Category, error) {
		var c Category
		var created, updated int64
		err := r.Scan(&c.ID, &c.Name, &c.Icon, &c.Description, &created, &updated)
		c.CreatedAt, c.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
		return c, err
	}, `SELECT id, name, icon, description, created_at, updated_at FROM categories WHERE is_active ORDER BY display_order, id`)
}

func (store) saveCategory(ctx context.Context, tx storage.Querier, c core.Category, order int, now int64) error {
	hash, err := seedHash(c)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO categories (id, name, icon, description, display_order, seed_hash, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, icon = excluded.icon, description = excluded.description,
		display_order = excluded.display_order, seed_hash = excluded.seed_hash, updated_at = excluded.updated_at
		WHERE categories.edited_at IS NULL AND categories.seed_hash <> excluded.seed_hash`,
		c.ID, c.Name, c.Icon, c.Description, order, hash, now)
	if err != nil {
		return fmt.Errorf("catalogue: save category %s: %w", c.ID, err)
	}
	return nil
}
