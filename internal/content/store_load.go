package content

import (
	"context"

	"colloquy/internal/storage"
)

// seedOrigin describes the seed text that was written into a row. The row stores the hash and the
// version. A later load compares the stored hash and version with those of its own seed.
type seedOrigin struct {
	hash    string // of the text
	version int64  // of the seed
	now     int64  // time of the load in Unix milliseconds
}

// The save methods insert a text of the seed or update its row. They do not change a row that an
// administrator edited or a newer seed wrote. They report whether the row changed.

func (store) saveSection(ctx context.Context, tx storage.Querier, c Section, body string, of seedOrigin) (bool, error) {
	return execChangesRows(ctx, tx, `INSERT INTO web_settings (id, section_key, display_order, body, created_at, updated_at, seed_hash, seed_version)
		VALUES ($1, $2, $3, $4, $5, $5, $6, $7)
		ON CONFLICT (id) DO UPDATE SET section_key = excluded.section_key, display_order = excluded.display_order,
		body = excluded.body, `+storage.SeedUpdateSQL("web_settings"),
		c.ID, c.Key, c.DisplayOrder, body, of.now, of.hash, of.version)
}

func (store) saveArticle(ctx context.Context, tx storage.Querier, a Article, body string, of seedOrigin) (bool, error) {
	articleSummary := a
	articleSummary.Sections = nil
	summary, err := storage.ToJSON(articleSummary)
	if err != nil {
		return false, err
	}
	return execChangesRows(ctx, tx, `INSERT INTO articles (id, url_slug, published_on, summary, body, created_at, updated_at, seed_hash, seed_version)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)
		ON CONFLICT (id) DO UPDATE SET url_slug = excluded.url_slug, published_on = excluded.published_on, summary = excluded.summary,
		body = excluded.body, `+storage.SeedUpdateSQL("articles"),
		a.ID, a.Slug, a.Date, summary, body, of.now, of.hash, of.version)
}

func (store) savePage(ctx context.Context, tx storage.Querier, p Page, body string, of seedOrigin) (bool, error) {
	return execChangesRows(ctx, tx, `INSERT INTO pages (page_key, body, created_at, updated_at, seed_hash, seed_version)
		VALUES ($1, $2, $3, $3, $4, $5)
		ON CONFLICT (page_key) DO UPDATE SET body = excluded.body, `+storage.SeedUpdateSQL("pages"), p.Key, body, of.now, of.hash, of.version)
}

func (store) saveHelp(ctx context.Context, tx storage.Querier, language, body string, of seedOrigin) (bool, error) {
	return execChangesRows(ctx, tx, `INSERT INTO help (language, body, created_at, updated_at, seed_hash, seed_version)
		VALUES ($1, $2, $3, $3, $4, $5)
		ON CONFLICT (language) DO UPDATE SET body = excluded.body, `+storage.SeedUpdateSQL("help"), language, body, of.now, of.hash, of.version)
}

func execChangesRows(ctx context.Context, tx storage.Querier, query string, args ...any) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, query, args...)
	return n > 0, err
}
