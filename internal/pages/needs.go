package pages

import (
	"context"
	"time"
)

// Characters finds characters and tags. Hidden characters are not found.
type Characters interface {
	// FindShown looks a character up by id, slug, former slug or character_id. It returns an
	// error of kind NotFound for a hidden or unknown character.
	FindShown(ctx context.Context, ref string) (Character, error)
	// IsFormerSlug reports whether the seed lists a slug as a former one. FindShown returns the
	// character to which the slug leads.
	IsFormerSlug(slug string) bool
	// FindTag returns the stored spelling of a tag that a user typed. It returns "" if no
	// character has the tag. It ignores case and spaces.
	FindTag(ctx context.Context, typed string) (string, error)
	// PreloadedPictureURLs returns the addresses of the first pictures in the list of all
	// characters.
	PreloadedPictureURLs(ctx context.Context) ([]string, error)
}

// Character is a character with the fields that pages show.
type Character struct {
	Slug, Name, Category, Designation, Description string
	KnownFor                                       string
	DeathDate                                      string // date of death; empty for a fictional character
	PlateURL                                       string // address of the large picture
}

// CharacterPaths lists the characters that are not hidden, for the sitemap.
type CharacterPaths interface {
	Count(ctx context.Context) (int, error)
	// ListPaths returns at most limit characters in the order of character_id. It skips the first
	// offset characters.
	ListPaths(ctx context.Context, offset, limit int) ([]CharacterPath, error)
}

// CharacterPath is one character in the sitemap.
type CharacterPath struct {
	Slug      string
	ChangedAt time.Time
}

// Articles reads the articles of the feed.
type Articles interface {
	// Articles returns all articles, the newest first.
	Articles(ctx context.Context) ([]Article, error)
	// Summary returns one article, or an error of kind NotFound.
	Summary(ctx context.Context, slug string) (Article, error)
}

// Article is an article without its text. Date is YYYY-MM-DD.
type Article struct {
	Slug, Title, Description, ImageURL, ImageAlt, Date string
}

// StaticPages reads the pages that have only text, such as /about.
type StaticPages interface {
	// Page returns one page, or an error of kind NotFound.
	Page(ctx context.Context, key string) (StaticPage, error)
	PageKeys(ctx context.Context) ([]string, error)
}

// StaticPage has the texts of a static page for its head. Intro may be empty.
type StaticPage struct {
	Title, Intro string
	Paragraphs   []string
}

// Banner returns the addresses of the first picture of the home page, one for wide and one for
// narrow screens. Both are empty if there is no banner.
type Banner interface {
	Banner(ctx context.Context) (wide, narrow string, err error)
}
