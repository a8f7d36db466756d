package pages

import (
	"context"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/pages/markup"
)

// Sitemap returns /sitemap.xml: the whole sitemap if it has one part, otherwise the
// index of its parts.
func (s *Service) Sitemap(ctx context.Context) ([]byte, error) {
	characterCount, err := s.deps.CharacterPaths.Count(ctx)
	if err != nil {
		return nil, err
	}
	if characterCount <= markup.CharactersPerSitemap {
		return s.NumberedSitemap(ctx, 1)
	}
	return markup.SitemapIndex(s.deps.BaseURL, (characterCount+markup.CharactersPerSitemap-1)/markup.CharactersPerSitemap), nil
}

// NumberedSitemap returns one part of the sitemap, counted from 1. Each part lists at most CharactersPerSitemap
// characters. The first part also lists all other pages. The error is errNoPage for a part without
// pages.
func (s *Service) NumberedSitemap(ctx context.Context, number int) ([]byte, error) {
	characters, err := s.deps.CharacterPaths.ListPaths(ctx, (number-1)*markup.CharactersPerSitemap, markup.CharactersPerSitemap)
	if err != nil {
		return nil, err
	}
	var entries []markup.SitemapEntry
	if number == 1 {
		if entries, err = s.nonCharacterPages(ctx); err != nil {
			return nil, err
		}
	}
	for _, c := range characters {
		entries = append(entries, markup.SitemapEntry{Path: core.ProfilePath(c.Slug), LastModified: c.ChangedAt.Format(time.DateOnly)})
	}
	if len(entries) == 0 {
		return nil, errNoPage
	}
	return markup.Sitemap(s.deps.BaseURL, entries), nil
}

// nonCharacterPages returns the public pages that do not belong to a character. Rule content-machines.
func (s *Service) nonCharacterPages(ctx context.Context) ([]markup.SitemapEntry, error) {
	out := []markup.SitemapEntry{{Path: "/"}, {Path: "/blog"}, {Path: "/characters"}}
	keys, err := s.deps.StaticPages.PageKeys(ctx)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		out = append(out, markup.SitemapEntry{Path: markup.JoinPath(key)})
	}
	articles, err := s.deps.Articles.Articles(ctx)
	for _, article := range articles {
		out = append(out, markup.SitemapEntry{Path: articlePath(article.Slug), LastModified: article.Date})
	}
	return out, err
}

// parseSitemapNumber parses a path such as /sitemap-7.xml. It rejects other spellings of the
// number, so that each part has one address.
func parseSitemapNumber(path string) (int, bool) {
	digits, hasPrefix := strings.CutPrefix(path, "/sitemap-")
	digits, hasSuffix := strings.CutSuffix(digits, ".xml")
	number, err := strconv.Atoi(digits)
	return number, hasPrefix && hasSuffix && err == nil && number > 0 && number < 1_000_000 && strconv.Itoa(number) == digits
}
