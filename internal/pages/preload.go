package pages

import (
	"context"
	"fmt"
	"net/url"

	"colloquy/internal/pages/markup"
)

// Each page preloads the API calls and the pictures of its first view. The calls have
// the same parameters as in web/src; e2e/tests/first-calls.spec.ts compares them.

// Breakpoints in pixels. The app shows the wide picture of the banner from wideBannerMinWidth on
// (web/src/features/home/components/banner.tsx). It shows the picture next to a profile from
// wideProfileMinWidth on (web/src/shared/hooks/use-desktop.ts).
const (
	wideBannerMinWidth  = 560
	wideProfileMinWidth = 1024
)

func minWidthQuery(pixels int) string   { return fmt.Sprintf("(min-width: %dpx)", pixels) }
func belowWidthQuery(pixels int) string { return fmt.Sprintf("(max-width: %dpx)", pixels-1) }

// apiPath returns the path of an API call with its query. parameters has the names of the
// parameters, each followed by its value.
func apiPath(path string, parameters ...string) string {
	query := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		query.Set(parameters[i], parameters[i+1])
	}
	return (&url.URL{Path: "/api" + path, RawQuery: query.Encode()}).String()
}

func (s *Service) homePreload(ctx context.Context) (markup.Preload, error) {
	widePath, narrowPath, err := s.deps.Banner.Banner(ctx)
	preload := markup.Preload{
		Calls:         []string{apiPath("/admin/web-settings")},
		SignedInCalls: []string{apiPath("/sessions/characterProfile", "limit", "3")},
	}
	if widePath != "" {
		preload.Pictures = append(preload.Pictures, markup.PreloadPicture{Path: widePath, Media: minWidthQuery(wideBannerMinWidth)})
	}
	if narrowPath != "" {
		preload.Pictures = append(preload.Pictures, markup.PreloadPicture{Path: narrowPath, Media: belowWidthQuery(wideBannerMinWidth)})
	}
	return preload, err
}

// charactersPreload returns the preload of the list of characters. It has no pictures for a
// search, because these are known only after the search.
func (s *Service) charactersPreload(ctx context.Context, search string) (markup.Preload, error) {
	preload := markup.Preload{Calls: []string{
		apiPath("/characters/groups", "by", "category", "search", search, "limit", "5", "cursor", ""),
	}}
	if search != "" {
		return preload, nil
	}
	pictures, err := s.deps.Characters.PreloadedPictureURLs(ctx)
	for _, path := range pictures {
		preload.Pictures = append(preload.Pictures, markup.PreloadPicture{Path: path})
	}
	return preload, err
}

func profilePreload(slug, plate string) markup.Preload {
	profile := "/profile/" + slug
	return markup.Preload{
		Calls:    []string{apiPath(profile), apiPath(profile+"/comments", "limit", "10"), apiPath(profile+"/similar", "limit", "6")},
		Pictures: []markup.PreloadPicture{{Path: plate, Media: minWidthQuery(wideProfileMinWidth)}},
	}
}

func tagPreload(tag string) markup.Preload {
	return markup.Preload{Calls: []string{apiPath("/characters", "tag", tag, "limit", "60", "cursor", ""), apiPath("/tags")}}
}

func articlePreload(article Article) markup.Preload {
	preload := markup.Preload{Calls: []string{apiPath("/feeds/" + article.Slug)}}
	if article.ImageURL != "" {
		preload.Pictures = []markup.PreloadPicture{{Path: article.ImageURL}}
	}
	return preload
}
