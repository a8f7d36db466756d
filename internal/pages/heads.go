package pages

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/pages/markup"
)

// siteDescription is the description of the home page. Rule content-heads.
const siteDescription = "Talk with historical, fictional and imagined characters: Ada Lovelace on engines, Marcus Aurelius on a bad night. " +
	"Every reply is written by an AI in its character's voice."

var (
	// privateHead is for pages that search engines must not list.
	privateHead = markup.Head{IsExcludedFromSearch: true}
	accountHead = markup.Head{Title: "Account", IsExcludedFromSearch: true}
	// sharedCollectionHead is the head of every shared collection. It tells nothing of the
	// collection, because only the API decides who may read it. The address contains a secret, so
	// search engines must not list the page. Rule collections-shared-page.
	sharedCollectionHead = markup.Head{Title: "A shared collection", IsExcludedFromSearch: true}
	notFoundHead         = markup.Head{Title: "Page not found", IsExcludedFromSearch: true}
	// defaultPicture is for pages that have no picture.
	defaultPicture = markup.Picture{Path: "/portraits/hero.webp", Alt: "Two engraved profiles that face each other"}
)

func (s *Service) homeHead(ctx context.Context) (markup.Head, error) {
	preload, err := s.homePreload(ctx)
	return markup.Head{Kind: markup.Home, Path: "/", Description: siteDescription, Picture: defaultPicture, Preload: preload}, err
}

// charactersHead returns the same head for all searches, except for the preloads.
func (s *Service) charactersHead(ctx context.Context, search string) (markup.Head, error) {
	h := listHead("Characters", "/characters", "Every character of Colloquy, by category and by name: scientists, rulers, artists, figures of story and voices of the future.")
	var err error
	h.Preload, err = s.charactersPreload(ctx, search)
	return h, err
}

func blogHead() markup.Head {
	h := listHead(markup.FeedTitle, "/blog", "Articles about the people you can talk with on Colloquy, and about talking with them.")
	h.Preload.Calls = []string{apiPath("/feeds")}
	return h
}

func listHead(title, path, description string) markup.Head {
	return markup.Head{
		Kind: markup.Collection, Path: path, Title: title, Description: description, Picture: defaultPicture,
		Breadcrumbs: []markup.Crumb{{Name: title, Path: path}},
	}
}

// tagHead returns the head of the list of characters with a tag. The argument tag is empty if no
// character has the tag in the address. Anybody can write an address with such a tag, so the page
// does not show the tag.
func tagHead(tag string) markup.Head {
	if tag == "" {
		return markup.Head{Title: "Tags", IsExcludedFromSearch: true}
	}
	h := listHead(tag, tagPath(tag), "The characters of Colloquy that are tagged "+tag+".")
	h.Breadcrumbs = []markup.Crumb{{Name: "Characters", Path: "/characters"}, {Name: tag, Path: h.Path}}
	h.Preload = tagPreload(tag)
	return h
}

func (s *Service) staticHead(ctx context.Context, key string) (markup.Head, error) {
	p, err := s.deps.StaticPages.Page(ctx, key)
	if err != nil {
		return markup.Head{}, err
	}
	path := markup.JoinPath(key)
	h := markup.Head{
		Path: path, Title: p.Title, Description: p.description(), Picture: defaultPicture,
		Breadcrumbs: []markup.Crumb{{Name: p.Title, Path: path}},
		Preload:     markup.Preload{Calls: []string{apiPath("/pages/" + key)}},
	}
	switch key {
	case "about":
		h.Kind = markup.About
	case "contact-us":
		h.Kind = markup.Contact
	}
	return h, nil
}

// description returns the first text of the page that is not empty, or else the title. Rule
// content-heads.
func (p StaticPage) description() string {
	if p.Intro != "" {
		return p.Intro
	}
	for _, paragraph := range p.Paragraphs {
		if paragraph != "" {
			return paragraph
		}
	}
	return p.Title
}

func (s *Service) articleHead(ctx context.Context, slug string) (markup.Head, error) {
	article, err := s.deps.Articles.Summary(ctx, slug)
	if err != nil {
		return markup.Head{}, err
	}
	path := articlePath(article.Slug)
	return markup.Head{
		Kind: markup.Post, Path: path, Title: article.Title, Description: article.Description, Date: article.Date,
		Picture:     markup.Picture{Path: article.ImageURL, Alt: article.ImageAlt},
		Breadcrumbs: []markup.Crumb{{Name: markup.FeedTitle, Path: "/blog"}, {Name: article.Title, Path: path}},
		Preload:     articlePreload(article),
	}, nil
}

// profileHead returns the head of a character's profile. It marks a character without a date
// of death as fictional. Rule content-fictional-marked.
func profileHead(c Character) markup.Head {
	path := core.ProfilePath(c.Slug)
	return markup.Head{
		Kind: markup.Profile, Path: path, Title: c.Name, Description: c.Designation + ". " + c.Description,
		Picture:     markup.Picture{Path: c.PlateURL, Alt: "Engraved portrait of " + c.Name},
		Breadcrumbs: []markup.Crumb{{Name: "Characters", Path: "/characters"}, {Name: c.Name, Path: path}},
		Person:      markup.Person{Name: c.Name, KnownFor: c.KnownFor, Picture: c.PlateURL, IsFictional: c.DeathDate == ""},
		Preload:     profilePreload(c.Slug, c.PlateURL),
	}
}
