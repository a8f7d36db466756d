// Package content stores the texts of the site: the sections of the home page, the
// articles of the feed, the static pages and Help & Support. It also receives the
// letters of Contact Us. It owns the tables web_settings, articles, pages, help and
// contact_messages.
//
// Invariants:
//   - Loading the seed never overwrites a text that an administrator edited or a
//     newer seed wrote.
//   - An address in a text of the seed is https or a path of this site.
//   - A section never shows a hidden character.
//   - A letter is acknowledged only after it is stored.
package content

import (
	"log/slog"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Deps are the dependencies and options of a Service.
type Deps struct {
	DB     *storage.DB
	Mail   Mail
	Limits *limits.Counter
	Jobs   Jobs
	Clock  core.Clock
	Log    *slog.Logger // nil: slog.Default
	// SeedVersion is the version of the seed that is loaded. Rows that a newer seed
	// wrote are not changed.
	SeedVersion int64
	// SupportEmail receives the letters. Contact Us shows SupportEmail and BusinessAddress;
	// Help & Support shows SupportEmail and SupportPhone. Empty values are left out.
	SupportEmail    string
	SupportPhone    string
	BusinessAddress string
}

// Service has the operations of this package, except the operations on sections, which are in
// Home. It is safe for concurrent use.
type Service struct {
	Deps
	store store
}

// New returns a Service and schedules mailUnsentLetters.
func New(d Deps) *Service {
	s := &Service{d, store{d.DB, &storage.BrokenRowLog{Log: d.Log}}}
	d.Jobs.Every("content.unsent-letters", mailLettersInterval, s.mailUnsentLetters)
	return s
}

// Section is one part of the home page or its footer, in the form that the database stores. Meta
// has the ids of characters and categories, which Home replaces with their data.
type Section struct {
	ID           int            `json:"id"`
	Key          string         `json:"section_key"`
	Name         string         `json:"section_name"`
	Type         string         `json:"section_type"`
	Title        string         `json:"title"`
	Subtitle     string         `json:"subtitle"`
	Description  string         `json:"description"`
	CTAText      string         `json:"cta_text"`
	CTALink      string         `json:"cta_link"`
	ImageURL     string         `json:"image_url"`
	ImageAlt     string         `json:"image_alt"`
	VideoURL     string         `json:"video_url"`
	IsActive     bool           `json:"is_active"`
	DisplayOrder int            `json:"display_order"`
	Meta         map[string]any `json:"meta_data"`
	CreatedAt    time.Time      `json:"-"`
	UpdatedAt    time.Time      `json:"-"`
}

// Block is one paragraph, section, list or figure of an article or page. IsLeadParagraph
// marks a lead paragraph. A section has a Heading and may have a Paragraph and Items. A figure has a
// picture, and its Heading is the caption.
type Block struct {
	Type            string   `json:"type" enum:"paragraph,section,list,figure"`
	IsLeadParagraph bool     `json:"lead,omitempty"`
	Heading         string   `json:"heading,omitempty"`
	Paragraph       string   `json:"paragraph,omitempty"`
	Items           []string `json:"items,omitempty"`
	ImageURL        string   `json:"imageUrl,omitempty"`
	ImageAlt        string   `json:"imageAlt,omitempty"`
}

// Article is one article of the feed.
type Article struct {
	ID          int     `json:"id"`
	Slug        string  `json:"url_slug"`
	Title       string  `json:"title"`
	Subtitle    string  `json:"subtitle"`
	Description string  `json:"description"`
	ImageURL    string  `json:"imageUrl"`
	ImageAlt    string  `json:"imageAlt"`
	Date        string  `json:"date"` // YYYY-MM-DD
	Sections    []Block `json:"sections"`
	// CharacterSlugs are the slugs of the characters that the article names. Their followers
	// get a notice of the article.
	CharacterSlugs []string `json:"characters,omitempty"`
}

// Page is a static page. LegalReviewNote tells the operator what a lawyer must check before the page is
// used. The API does not return LegalReviewNote. A legal page has a LegalReviewNote and an
// EffectiveDate (rule content-legal-pages).
type Page struct {
	Key             string  `json:"key"`
	Title           string  `json:"title"`
	Intro           string  `json:"intro"`
	EffectiveDate   string  `json:"effective"` // YYYY-MM-DD or empty
	Sections        []Block `json:"sections"`
	LegalReviewNote string  `json:"reviewNote"`
}
