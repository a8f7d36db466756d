package content

import "context"

// maxOtherArticles is how many other articles the page of an article lists (rule content-article).
const maxOtherArticles = 4

// Articles returns the articles without their text, the newest first.
func (s *Service) Articles(ctx context.Context) ([]Article, error) { return s.store.articles(ctx) }

// ArticleSummary returns one article without its text. For an unknown or inactive article the error
// is of kind core.NotFound.
func (s *Service) ArticleSummary(ctx context.Context, slug string) (Article, error) {
	return s.store.articleSummary(ctx, slug)
}

// ArticleAndOthers returns an article with its text, and the newest other articles. For an unknown or
// inactive article the error is of kind core.NotFound.
func (s *Service) ArticleAndOthers(ctx context.Context, slug string) (Article, []Article, error) {
	article, err := s.store.article(ctx, slug)
	if err != nil {
		return Article{}, nil, err
	}
	list, err := s.store.articles(ctx)
	if err != nil {
		return Article{}, nil, err
	}
	others := make([]Article, 0, maxOtherArticles)
	for _, other := range list {
		if other.ID != article.ID && len(others) < maxOtherArticles {
			others = append(others, other)
		}
	}
	return article, others, nil
}

// Page returns a static page. For an unknown key the error is of kind core.NotFound.
func (s *Service) Page(ctx context.Context, key string) (Page, error) { return s.store.page(ctx, key) }

// PageKeys returns the keys of the static pages, in their order.
func (s *Service) PageKeys(ctx context.Context) ([]string, error) { return s.store.pageKeys(ctx) }
