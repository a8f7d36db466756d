package pages

import (
	"context"
	"net/url"
	"strings"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/pages/markup"
)

// resolvedPage is the page at an address, or the path that the page moved to.
type resolvedPage struct {
	head    markup.Head
	module  string // file of web/src/pages that renders it; empty for pages in the app's entry script
	movedTo string
}

// resolve finds the page at an address. It returns an error of kind NotFound if there
// is none. Other errors mean that the database is unavailable. Rule look-addresses.
func (s *Service) resolve(ctx context.Context, u *url.URL) (resolvedPage, error) {
	address := u.Path
	if address != "/" {
		address = strings.TrimSuffix(address, "/")
	}
	switch address {
	case "/":
		head, err := s.homeHead(ctx)
		return resolvedPage{head: head}, err
	case "/characters":
		head, err := s.charactersHead(ctx, strings.TrimSpace(u.Query().Get("categories")))
		return resolvedPage{head: head, module: "characters"}, err
	case "/tags":
		return s.tagPage(ctx, u.Query().Get("tagName"))
	case "/blog":
		return resolvedPage{head: blogHead(), module: "blog"}, nil
	case "/user":
		return resolvedPage{head: accountHead, module: "account"}, nil
	case "/chats":
		return resolvedPage{head: privateHead, module: "chats"}, nil
	}
	lastSlashIndex := strings.LastIndexByte(address, '/')
	return s.resolveByName(ctx, address[:lastSlashIndex+1], address[lastSlashIndex+1:], u.RawQuery)
}

// resolveByName finds a page by name, the last part of the path, such as the slug of an article.
// folder is the path before the name, with a slash at its beginning and its end. Addresses under
// /chat/ have moved (rule look-moved-addresses).
func (s *Service) resolveByName(ctx context.Context, folder, name, query string) (resolvedPage, error) {
	if !isPossiblePageName(name) {
		return resolvedPage{}, errNoPage
	}
	switch folder {
	case "/":
		head, err := s.staticHead(ctx, name)
		return resolvedPage{head: head, module: "static-page"}, err
	case "/blog/":
		head, err := s.articleHead(ctx, name)
		return resolvedPage{head: head, module: "article"}, err
	case "/character/profile/":
		return s.profilePage(ctx, name, query)
	case "/chats/":
		return s.chatPage(ctx, name, query)
	case "/collections/":
		return resolvedPage{head: sharedCollectionHead, module: "shared-collection"}, nil
	case "/chat/":
		c, err := s.deps.Characters.FindShown(ctx, name)
		return resolvedPage{movedTo: markup.JoinPath("chats", c.Slug)}, err
	}
	return resolvedPage{}, errNoPage
}

// tagPage returns the page of a tag. The page has one address, with the tag as it is stored;
// other spellings of the tag redirect to it.
func (s *Service) tagPage(ctx context.Context, typed string) (resolvedPage, error) {
	tag, err := s.deps.Characters.FindTag(ctx, typed)
	if err != nil {
		return resolvedPage{}, err
	}
	if tag != "" && tag != typed {
		return resolvedPage{movedTo: tagPath(tag)}, nil
	}
	return resolvedPage{head: tagHead(tag), module: "tags"}, nil
}

// chatPage returns the page of a chat, which is the same for all characters. A former slug
// redirects to the present slug of its character. If the character cannot be read, the page itself
// shows the error. Rule catalogue-former-slugs.
func (s *Service) chatPage(ctx context.Context, ref, query string) (resolvedPage, error) {
	if s.deps.Characters.IsFormerSlug(ref) {
		if c, err := s.deps.Characters.FindShown(ctx, ref); err == nil && c.Slug != ref {
			to := url.URL{Path: markup.JoinPath("chats", c.Slug), RawQuery: query}
			return resolvedPage{movedTo: to.String()}, nil
		}
	}
	return resolvedPage{head: privateHead, module: "chat"}, nil
}

// profilePage returns the page of a character's profile. The address of the page has the slug.
// Addresses with the id, the character_id or a former slug redirect to that address. Rule
// look-moved-addresses.
func (s *Service) profilePage(ctx context.Context, ref, query string) (resolvedPage, error) {
	c, err := s.deps.Characters.FindShown(ctx, ref)
	if err != nil {
		return resolvedPage{}, err
	}
	if ref == c.Slug {
		head := profileHead(c)
		head.Picture = s.sharePictureLink(c.Slug, head.Picture)
		return resolvedPage{head: head, module: "profile"}, nil
	}
	to := url.URL{Path: core.ProfilePath(c.Slug), RawQuery: query}
	return resolvedPage{movedTo: to.String()}, nil
}

// isPossiblePageName reports whether the last part of an address can be a slug or another name of a page.
func isPossiblePageName(text string) bool {
	return text != "" && strings.IndexByte(text, 0) < 0 && utf8.ValidString(text)
}

// rules catalogue-tag-page, look-addresses
func tagPath(tag string) string { return "/tags/?isActive=0&tagName=" + url.QueryEscape(tag) }

func articlePath(slug string) string { return markup.JoinPath("blog", slug) }
