package pages

import (
	"context"

	"colloquy/internal/pages/markup"
)

// Feed returns the Atom feed of the articles.
func (s *Service) Feed(ctx context.Context) ([]byte, error) {
	articles, err := s.deps.Articles.Articles(ctx)
	out := make([]markup.Article, len(articles))
	for i, a := range articles {
		out[i] = markup.Article{Path: articlePath(a.Slug), Title: a.Title, Summary: a.Description, Date: a.Date}
	}
	return markup.AtomFeed(s.deps.BaseURL, out), err
}
