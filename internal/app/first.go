package app

import (
	"context"
	"fmt"
	"net/url"

	"colloquy/internal/content"
	"colloquy/internal/site"
)

// The calls that the app makes first on each page, with the same parameters as
// web/src makes them; e2e/tests/first-calls.spec.ts watches that both agree.

// Widths in pixels from which the app draws the wide picture of the banner and
// the picture beside a profile (web/src/features/home/components/banner.tsx,
// web/src/shared/hooks/use-desktop.ts).
const (
	wideBanner  = 560
	wideProfile = 1024
)

func from(width int) string  { return fmt.Sprintf("(min-width: %dpx)", width) }
func below(width int) string { return fmt.Sprintf("(max-width: %dpx)", width-1) }

// firstCall writes an address of the API. parameters are names and values.
func firstCall(path string, parameters ...string) string {
	query := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		query.Set(parameters[i], parameters[i+1])
	}
	return (&url.URL{Path: "/api" + path, RawQuery: query.Encode()}).String()
}

func (a *App) firstOfHome(ctx context.Context) (site.First, error) {
	wide, tall, err := a.rooms.content.Banner(ctx)
	first := site.First{Calls: []string{firstCall("/admin/web-settings")}}
	if wide != "" {
		first.Pictures = append(first.Pictures, site.FirstPicture{Path: wide, Media: from(wideBanner)})
	}
	if tall != "" {
		first.Pictures = append(first.Pictures, site.FirstPicture{Path: tall, Media: below(wideBanner)})
	}
	return first, err
}

// firstOfCatalogue is the groups that fit a search; only those of everybody have
// pictures that are known before.
func (a *App) firstOfCatalogue(ctx context.Context, search string) (site.First, error) {
	first := site.First{Calls: []string{
		firstCall("/characters/groups", "by", "category", "search", search, "limit", "5", "cursor", ""),
	}}
	if search != "" {
		return first, nil
	}
	opening, err := a.rooms.catalogue.Opening(ctx)
	for _, path := range opening {
		first.Pictures = append(first.Pictures, site.FirstPicture{Path: path})
	}
	return first, err
}

func firstOfProfile(slug, plate string) site.First {
	of := "/profile/" + slug
	return site.First{
		Calls:    []string{firstCall(of), firstCall(of+"/comments", "limit", "10"), firstCall(of+"/similar", "limit", "6")},
		Pictures: []site.FirstPicture{{Path: plate, Media: from(wideProfile)}},
	}
}

func firstOfTag(tag string) site.First {
	return site.First{Calls: []string{firstCall("/characters", "tag", tag, "limit", "60", "cursor", ""), firstCall("/tags")}}
}

func firstOfArticle(article content.Article) site.First {
	first := site.First{Calls: []string{firstCall("/feeds/" + article.Slug)}}
	if article.ImageURL != "" {
		first.Pictures = []site.FirstPicture{{Path: article.ImageURL}}
	}
	return first
}
