package app

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"colloquy/internal/core"
)

// pages are the addresses of the browser app that are always there
// (document 2 §2).
var pages = []string{
	"/", "/characters", "/tags", "/blog", "/user",
	"/copyright", "/privacy-policy", "/refund-policy", "/terms-of-use", "/about", "/contact-us", "/user-agreement", "/community-guide", "/knowledge-base",
}

// isPage tells whether the browser app has a page at an address. Others are
// answered with its not-found page and 404, and so are the profile of a
// character and an article that are not there.
func (a *App) isPage(ctx context.Context, path string) bool {
	if path != "/" {
		path = strings.TrimSuffix(path, "/")
	}
	if ref, ok := strings.CutPrefix(path, "/character/profile/"); ok {
		return a.isCharacter(ctx, ref)
	}
	if slug, ok := strings.CutPrefix(path, "/blog/"); ok {
		return a.isArticle(ctx, slug)
	}
	return slices.Contains(pages, path) || isBelow("/chats/", path)
}

func isBelow(folder, path string) bool {
	name, ok := strings.CutPrefix(path, folder)
	return ok && name != ""
}

func (a *App) isCharacter(ctx context.Context, ref string) bool {
	if !isName(ref) {
		return false
	}
	_, err := a.rooms.catalogue.Shown(ctx, ref)
	return isThere(err)
}

func (a *App) isArticle(ctx context.Context, slug string) bool {
	if !isName(slug) {
		return false
	}
	_, _, err := a.rooms.content.Article(ctx, slug)
	return isThere(err)
}

func isName(name string) bool {
	return name != "" && !strings.ContainsAny(name, "/\x00") && utf8.ValidString(name)
}

// isThere is true when the database does not answer: the page is there, and
// says what is wrong.
func isThere(err error) bool { return err == nil || core.KindOf(err) != core.NotFound }
