package content

import (
	"context"

	"colloquy/internal/storage"
)

// Each of these inserts what the seed holds, or brings the row up to date
// unless an administrator edited it. They tell whether a row changed.

func (store) saveSection(ctx context.Context, tx storage.Querier, c Section, body, hash string, now int64) (bool, error) {
	return changed(ctx, tx, `INSERT INTO web_settings (id, section_key, display_order, body, seed_hash, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $6)
		ON CONFLICT (id) DO UPDATE SET section_key = excluded.section_key, display_order = excluded.display_order,
		body = excluded.body, seed_hash = excluded.seed_hash, updated_at = excluded.updated_at
		WHERE web_settings.edited_at IS NULL AND web_settings.seed_hash <> excluded.seed_hash`,
		c.ID, c.Key, c.DisplayOrder, body, hash, now)
}

func (store) saveArticle(ctx context.Context, tx storage.Querier, a Article, body, hash string, now int64) (bool, error) {
	short := a
	short.Sections = nil
	summary, err := storage.JSON(short)
	if err != nil {
		return false, err
	}
	return changed(ctx, tx, `INSERT INTO articles (id, url_slug, published_on, summary, body, seed_hash, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
		ON CONFLICT (id) DO UPDATE SET url_slug = excluded.url_slug, published_on = excluded.published_on, summary = excluded.summary,
		body = excluded.body, seed_hash = excluded.seed_hash, updated_at = excluded.updated_at
		WHERE articles.edited_at IS NULL AND articles.seed_hash <> excluded.seed_hash`,
		a.ID, a.Slug, a.Date, summary, body, hash, now)
}

func (store) savePage(ctx context.Context, tx storage.Querier, p Page, body, hash string, now int64) (bool, error) {
	return changed(ctx, tx, `INSERT INTO pages (page_key, body, seed_hash, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $4)
		ON CONFLICT (page_key) DO UPDATE SET body = excluded.body, seed_hash = excluded.seed_hash, updated_at = excluded.updated_at
		WHERE pages.edited_at IS NULL AND pages.seed_hash <> excluded.seed_hash`, p.Key, body, hash, now)
}

func changed(ctx context.Context, tx storage.Querier, query string, args ...any) (bool, error) {
	n, err := storage.Changed(ctx, tx, query, args...)
	return n > 0, err
}
