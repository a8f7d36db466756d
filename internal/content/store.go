package content

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct {
	db         *storage.DB
	brokenRows *storage.BrokenRowLog
}

// sections returns all sections by display_order (rule home-sections).
func (s store) sections(ctx context.Context) ([]Section, error) {
	return storage.QueryAllReadable(ctx, s.db.Reader(), s.brokenRows, scanSection,
		`SELECT section_key, body, created_at, updated_at FROM web_settings ORDER BY display_order, id`)
}

func scanSection(r storage.Row) (Section, error) {
	var c Section
	var key, body string
	var created, updated int64
	if err := r.Scan(&key, &body, &created, &updated); err != nil {
		return c, err
	}
	err := storage.DecodeRow("web_settings", key, body, &c)
	c.CreatedAt, c.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
	return c, err
}

func (s store) articles(ctx context.Context) ([]Article, error) {
	return storage.QueryAllReadable(ctx, s.db.Reader(), s.brokenRows, jsonRowScanner[Article]("articles"),
		`SELECT url_slug, summary FROM articles WHERE is_active ORDER BY published_on DESC, id DESC`)
}

// article returns an active article. Without one the error is errNoArticle. Rule
// content-article-missing.
func (s store) article(ctx context.Context, slug string) (Article, error) {
	return readOneText[Article](ctx, s, "articles", errNoArticle, `SELECT url_slug, body FROM articles WHERE url_slug = $1 AND is_active`, slug)
}

func (s store) articleSummary(ctx context.Context, slug string) (Article, error) {
	return readOneText[Article](ctx, s, "articles", errNoArticle, `SELECT url_slug, summary FROM articles WHERE url_slug = $1 AND is_active`, slug)
}

func (s store) page(ctx context.Context, key string) (Page, error) {
	return readOneText[Page](ctx, s, "pages", errNoPage, `SELECT page_key, body FROM pages WHERE page_key = $1`, key)
}

func (s store) help(ctx context.Context, language string) (Help, error) {
	return readOneText[Help](ctx, s, "help", errNoHelp, `SELECT language, body FROM help WHERE language = $1`, language)
}

// readOneText reads a row. If there is no row, or the JSON of the row is broken, readOneText
// returns the error in the parameter `missing`.
func readOneText[T any](ctx context.Context, s store, table string, missing error, query, key string) (T, error) {
	v, err := jsonRowScanner[T](table)(s.db.Reader().QueryRowContext(ctx, query, key))
	if storage.IsNoRows(err) || s.brokenRows.LogIfBroken(ctx, err) {
		err = missing
	}
	return v, err
}

func (s store) pageKeys(ctx context.Context) ([]string, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (string, error) {
		var key string
		err := r.Scan(&key)
		return key, err
	}, `SELECT page_key FROM pages ORDER BY page_key`)
}

// jsonRowScanner returns a function that scans a key and a JSON text, and decodes the text.
func jsonRowScanner[T any](table string) func(storage.Row) (T, error) {
	return func(r storage.Row) (T, error) {
		var v T
		var key, text string
		if err := r.Scan(&key, &text); err != nil {
			return v, err
		}
		return v, storage.DecodeRow(table, key, text, &v)
	}
}
