package app

import (
	"context"
	"net/http"

	"colloquy/internal/catalogue"
	"colloquy/internal/content"
	"colloquy/internal/pages"
	"colloquy/seed"
)

// newPages builds the service of package pages, which serves everything outside the API.
func (a *App) newPages(r rooms) (*pages.Service, error) {
	colourByCategory, err := seed.CategoryColours()
	if err != nil {
		return nil, err
	}
	characters, texts := pagesCharacters{r.catalogue}, pagesTexts{r.content}
	return pages.New(pages.Deps{
		Characters: characters, CharacterPaths: characters, Articles: texts, StaticPages: texts, Banner: r.content,
		Dist: a.opts.Dist, Portraits: seed.Portraits(), CategoryColours: colourByCategory, Log: a.opts.Log,
		BaseURL: a.opts.Config.BaseURL(), IsBaseURLPublic: a.opts.Config.PublicURL != "",
	})
}

// Handler returns the handler of all requests to the service.
func (a *App) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", a.health.LiveHandler())
	mux.Handle("GET /readyz", a.health.ReadyHandler())
	mux.Handle("/media/", a.rooms.media.Handler(a.api))
	mux.Handle("/", a.mailViewer(a.rooms.pages.Handler(a.api)))
	return a.api.Handler(mux)
}

// pagesCharacters adapts the catalogue to package pages.
type pagesCharacters struct{ catalogue *catalogue.Service }

// FindShown looks a character up by id, slug, former slug or character_id, unless it is hidden.
func (a pagesCharacters) FindShown(ctx context.Context, ref string) (pages.Character, error) {
	c, err := a.catalogue.FindShown(ctx, ref)
	if err != nil {
		return pages.Character{}, err
	}
	return pages.Character{
		Slug: c.Slug, Name: c.Name, Category: c.Category, Designation: c.Designation, Description: c.Description,
		KnownFor: c.Persona.Facts.KnownFor, DeathDate: c.Persona.Facts.Died, PlateURL: c.PlateURL(),
	}, nil
}

// IsFormerSlug reports whether a slug is a former slug of a persona in the seed.
func (a pagesCharacters) IsFormerSlug(slug string) bool { return a.catalogue.IsFormerSlug(slug) }

// FindTag returns the stored spelling of a tag that a visitor has typed, or "" if there is no such
// tag.
func (a pagesCharacters) FindTag(ctx context.Context, typed string) (string, error) {
	return a.catalogue.FindTag(ctx, typed)
}

// PreloadedPictureURLs returns the URLs of the first pictures of the first category.
func (a pagesCharacters) PreloadedPictureURLs(ctx context.Context) ([]string, error) {
	return a.catalogue.PreloadedPictureURLs(ctx)
}

// Count returns how many characters are not hidden.
func (a pagesCharacters) Count(ctx context.Context) (int, error) {
	return a.catalogue.CountShownCharacters(ctx)
}

// ListPaths returns the paths of at most limit characters that are not hidden.
func (a pagesCharacters) ListPaths(ctx context.Context, offset, limit int) ([]pages.CharacterPath, error) {
	list, err := a.catalogue.ProfileAddresses(ctx, offset, limit)
	out := make([]pages.CharacterPath, len(list))
	for i, c := range list {
		out[i] = pages.CharacterPath{Slug: c.Slug, ChangedAt: c.UpdatedAt}
	}
	return out, err
}

// pagesTexts adapts the articles and static pages of package content to package pages.
type pagesTexts struct{ content *content.Service }

// Articles returns all articles, the newest first.
func (a pagesTexts) Articles(ctx context.Context) ([]pages.Article, error) {
	list, err := a.content.Articles(ctx)
	out := make([]pages.Article, len(list))
	for i, article := range list {
		out[i] = toPagesArticle(article)
	}
	return out, err
}

// Summary returns one article without its text.
func (a pagesTexts) Summary(ctx context.Context, slug string) (pages.Article, error) {
	article, err := a.content.ArticleSummary(ctx, slug)
	return toPagesArticle(article), err
}

func toPagesArticle(a content.Article) pages.Article {
	return pages.Article{Slug: a.Slug, Title: a.Title, Description: a.Description, ImageURL: a.ImageURL, ImageAlt: a.ImageAlt, Date: a.Date}
}

// Page returns a static page.
func (a pagesTexts) Page(ctx context.Context, key string) (pages.StaticPage, error) {
	p, err := a.content.Page(ctx, key)
	out := pages.StaticPage{Title: p.Title, Intro: p.Intro}
	for _, block := range p.Sections {
		out.Paragraphs = append(out.Paragraphs, block.Paragraph)
	}
	return out, err
}

// PageKeys returns the keys of the static pages.
func (a pagesTexts) PageKeys(ctx context.Context) ([]string, error) { return a.content.PageKeys(ctx) }
