package catalogue

import (
	"context"

	"colloquy/internal/storage"
)

// version changes with every change of characters and categories.
func (s store) version(ctx context.Context) (n int64, err error) {
	err = s.db.Read().QueryRowContext(ctx, `SELECT version FROM catalogue_version WHERE id = 1`).Scan(&n)
	return n, err
}

// index builds the index from the tables. The version is read first: what
// changes meanwhile makes the index old at once.
func (s store) index(ctx context.Context) (*index, error) {
	version, err := s.version(ctx)
	if err != nil {
		return nil, err
	}
	categories, err := s.categories(ctx)
	if err != nil {
		return nil, err
	}
	m := newIndexMaker()
	_, err = storage.Readable(ctx, s.db.Read(), s.broken, func(r storage.Row) (struct{}, error) {
		var row indexed
		var code, tags string
		if err := r.Scan(&code, &row.id, &row.slug, &row.category, &row.letter, &tags, &row.folded, &row.description); err != nil {
			return struct{}{}, err
		}
		err := storage.Decode("characters", code, tags, &row.tags)
		if err == nil {
			m.add(row)
		}
		return struct{}{}, err
	}, `SELECT id, character_id, slug, category, letter, tags, search_key, description FROM characters WHERE is_active AND NOT is_deleted`)
	if err != nil {
		return nil, err
	}
	return m.make(version, categories), nil
}
