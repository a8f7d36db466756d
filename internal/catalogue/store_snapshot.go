package catalogue

import (
	"context"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/storage"
)

// catalogueVersion returns the version of the catalogue. Triggers of the database increase it
// with every change of characters and categories.
func (s store) catalogueVersion(ctx context.Context) (n int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT version FROM catalogue_version WHERE id = 1`).Scan(&n)
	return n, err
}

// readSnapshot builds a snapshot from the tables. It reads the version first: if a row changes
// during the build, the snapshot is stale and is rebuilt. The index has no hidden characters, so
// lists and searches show none (rules access-hidden-characters, catalogue-hide).
func (s store) readSnapshot(ctx context.Context) (*snapshot, error) {
	version, err := s.catalogueVersion(ctx)
	if err != nil {
		return nil, err
	}
	categories, err := s.categories(ctx)
	if err != nil {
		return nil, err
	}
	builder, slugs := index.NewBuilder(FeaturedIDs), map[int]string{}
	_, err = storage.QueryAllReadable(ctx, s.db.Reader(), s.brokenRows, func(r storage.Row) (struct{}, error) {
		var c index.Character
		var id, slug, tags string
		if err := r.Scan(&id, &c.ID, &slug, &c.Category, &c.FirstLetter, &tags, &c.SearchKey, &c.Description, &c.IsFree); err != nil {
			return struct{}{}, err
		}
		if err := storage.DecodeRow("characters", id, tags, &c.Tags); err != nil {
			return struct{}{}, err
		}
		c.Tags = normaliseTags(c.Tags)
		builder.Add(c)
		slugs[c.ID] = slug
		return struct{}{}, nil
	}, `SELECT id, character_id, slug, category, letter, tags, search_key, description, is_free FROM characters WHERE is_active AND NOT is_deleted`)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(categories))
	for i, c := range categories {
		names[i] = c.Name
	}
	out := newSnapshot(version, builder.Build(names), categories, slugs)
	out.hiddenNames, err = s.hiddenNames(ctx)
	return out, err
}
