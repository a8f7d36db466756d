package content

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct{ db *storage.DB }

func (s store) sections(ctx context.Context) ([]Section, error) {
	return storage.All(ctx, s.db.Read(), scanSection,
		`SELECT body, created_at, updated_at FROM web_settings ORDER BY display_order, id`)
}

func scanSection(r storage.Row) (Section, error) {
	var c Section
	var body string
	var created, updated int64
	if err := r.Scan(&body, &created, &updated); err != nil {
		return c, err
	}
	err := storage.FromJSON(body, &c)
	c.CreatedAt, c.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
	return c, err
}

func (s store) articles(ctx context.Context) ([]Article, error) {
	return storage.All(ctx, s.db.Read(), scanOf[Article],
		`SELECT summary FROM articles WHERE is_active ORDER BY published_on DESC, id DESC`)
}

func (s store) article(ctx context.Context, slug string) (Article, error) {
	return oneArticle(s.db.Read().QueryRowContext(ctx, `SELECT body FROM articles WHERE url_slug = $1 AND is_active`, slug))
}

func (s store) summary(ctx context.Context, slug string) (Article, error) {
	return oneArticle(s.db.Read().QueryRowContext(ctx, `SELECT summary FROM articles WHERE url_slug = $1 AND is_active`, slug))
}

func oneArticle(r storage.Row) (Article, error) {
	a, err := scanOf[Article](r)
	if storage.IsNoRows(err) {
		return a, errNoArticle
	}
	return a, err
}

func (s store) page(ctx context.Context, key string) (Page, error) {
	p, err := scanOf[Page](s.db.Read().QueryRowContext(ctx, `SELECT body FROM pages WHERE page_key = $1`, key))
	if storage.IsNoRows(err) {
		return p, errNoPage
	}
	return p, err
}

func (s store) pageKeys(ctx context.Context) ([]string, error) {
	return storage.All(ctx, s.db.Read(), func(r storage.Row) (string, error) {
		var key string
		err := r.Scan(&key)
		return key, err
	}, `SELECT page_key FROM pages ORDER BY page_key`)
}

// scanOf reads a row that is one JSON text.
func scanOf[T any](r storage.Row) (T, error) {
	var v T
	var text string
	if err := r.Scan(&text); err != nil {
		return v, err
	}
	return v, storage.FromJSON(text, &v)
}
