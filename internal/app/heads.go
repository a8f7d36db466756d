package app

import (
	"context"
	"net/url"

	"colloquy/internal/catalogue"
	"colloquy/internal/content"
	"colloquy/internal/core"
	"colloquy/internal/site"
)

const (
	about = "Talk with historical, fictional and imagined characters: Ada Lovelace on engines, Marcus Aurelius on a bad night. " +
		"Every reply is written by an AI in its character's voice."
	feedTitle = "The Colloquy Feed" // as the page itself says (document 2 §2)
)

// private is the head of what only its owner sees.
var private = site.Head{NoIndex: true}

// ours is the picture of pages that have none of their own.
var ours = site.Picture{Path: "/portraits/hero.webp", Alt: "Two engraved profiles that face each other"}

func (a *App) homeHead(ctx context.Context) (site.Head, error) {
	first, err := a.firstOfHome(ctx)
	return site.Head{Kind: site.Home, Path: "/", Description: about, Picture: ours, First: first}, err
}

// catalogueHead is the same for every search.
func (a *App) catalogueHead(ctx context.Context, search string) (site.Head, error) {
	h := listHead("Characters", "/characters", "Every character of Colloquy, by category and by name: scientists, rulers, artists, figures of story and voices of the future.")
	var err error
	h.First, err = a.firstOfCatalogue(ctx, search)
	return h, err
}

func blogHead() site.Head {
	h := listHead(feedTitle, "/blog", "Articles about the people you can talk with on Colloquy, and about talking with them.")
	h.First.Calls = []string{firstCall("/feeds")}
	return h
}

func listHead(title, path, description string) site.Head {
	return site.Head{
		Kind: site.Collection, Path: path, Title: title, Description: description, Picture: ours,
		Trail: []site.Crumb{{Name: title, Path: path}},
	}
}

// tagHead is the head of the characters of one tag, or of all tags where the tag
// is empty. A tag that nobody has is text that a stranger put into the address:
// it is not repeated.
func tagHead(tag string) site.Head {
	if tag == "" {
		return site.Head{Title: "Tags", NoIndex: true}
	}
	h := listHead(tag, tagPath(tag), "The characters of Colloquy that are tagged "+tag+".")
	h.Trail = []site.Crumb{{Name: "Characters", Path: "/characters"}, {Name: tag, Path: h.Path}}
	h.First = firstOfTag(tag)
	return h
}

func tagPath(tag string) string { return "/tags/?isActive=0&tagName=" + url.QueryEscape(tag) }

// staticHead is the head of a static page.
func (a *App) staticHead(ctx context.Context, key string) (site.Head, error) {
	p, err := a.rooms.content.Page(ctx, key)
	if err != nil {
		return site.Head{}, err
	}
	path := site.Path(key)
	h := site.Head{
		Path: path, Title: p.Title, Description: firstText(p), Picture: ours,
		Trail: []site.Crumb{{Name: p.Title, Path: path}},
		First: site.First{Calls: []string{firstCall("/pages/" + key)}},
	}
	switch key {
	case "about":
		h.Kind = site.About
	case "contact-us":
		h.Kind = site.Contact
	}
	return h, nil
}

// firstText is what a page says first.
func firstText(p content.Page) string {
	if p.Intro != "" {
		return p.Intro
	}
	for _, block := range p.Sections {
		if block.Paragraph != "" {
			return block.Paragraph
		}
	}
	return p.Title
}

func (a *App) articleHead(ctx context.Context, slug string) (site.Head, error) {
	article, err := a.rooms.content.Summary(ctx, slug)
	if err != nil {
		return site.Head{}, err
	}
	path := articlePath(article.Slug)
	return site.Head{
		Kind: site.Post, Path: path, Title: article.Title, Description: article.Description, Date: article.Date,
		Picture: site.Picture{Path: article.ImageURL, Alt: article.ImageAlt},
		Trail:   []site.Crumb{{Name: feedTitle, Path: "/blog"}, {Name: article.Title, Path: path}},
		First:   firstOfArticle(article),
	}, nil
}

// profileHead is the head of a character's profile. Whoever has died has lived
// (decisions §7); the others are marked as fictional.
func profileHead(c catalogue.Character) site.Head {
	path := profilePath(c.Slug)
	return site.Head{
		Kind: site.Profile, Path: path, Title: c.Name, Description: c.Designation + ". " + c.Description,
		Picture: site.Picture{Path: c.PlateURL(), Alt: "Engraved portrait of " + c.Name},
		Trail:   []site.Crumb{{Name: "Characters", Path: "/characters"}, {Name: c.Name, Path: path}},
		Person: site.Person{
			Name: c.Name, KnownFor: c.Persona.Facts.KnownFor, Picture: c.PlateURL(), Fictional: c.Persona.Facts.Died == "",
		},
		First: firstOfProfile(c.Slug, c.PlateURL()),
	}
}

func profilePath(slug string) string { return core.ProfilePath(slug) }

func articlePath(slug string) string { return site.Path("blog", slug) }
