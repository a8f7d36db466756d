// Package content holds the texts of the site: the sections of the home page, the
// articles of the feed and the static pages. It also receives the letters of
// Contact Us. It owns the tables web_settings, articles, pages and
// contact_messages.
//
// Invariants: the seed never overwrites a text that an administrator edited, nor an
// older seed one of a newer; an address in a section is https or of this site; no
// answer holds a hidden character; an acknowledged letter is stored, and mailed to
// support or queued.
package content

import (
	"log/slog"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Deps is what the room is built from.
type Deps struct {
	DB     *storage.DB
	Mail   Mail
	Limits *limits.Counter
	Jobs   Jobs
	Clock  core.Clock
	Log    *slog.Logger // nil: slog.Default
	// SeedVersion is the version of the seed that is loaded: rows of a newer one
	// are left alone.
	SeedVersion int64
	// SupportEmail receives the letters. Contact Us shows it, and BusinessAddress
	// unless that is empty.
	SupportEmail    string
	BusinessAddress string
}

// Service reads articles and pages, and receives letters.
type Service struct {
	Deps
	store store
}

// New makes the room and schedules the mailing of queued letters.
func New(d Deps) *Service {
	s := &Service{d, store{d.DB, &storage.Broken{Log: d.Log}}}
	d.Jobs.Every("content.unsent-letters", mailLettersEvery, s.mailUnsent)
	return s
}

// Section is one part of the home page or its footer as it is stored. Meta holds
// the ids of what it names: see Home.
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

// Block is one piece of an article or page. A paragraph may be the lead; a
// section has a heading and may have a paragraph and items; a figure has a
// picture whose Heading is its caption.
type Block struct {
	Type      string   `json:"type" enum:"paragraph,section,list,figure"`
	Lead      bool     `json:"lead,omitempty"`
	Heading   string   `json:"heading,omitempty"`
	Paragraph string   `json:"paragraph,omitempty"`
	Items     []string `json:"items,omitempty"`
	ImageURL  string   `json:"imageUrl,omitempty"`
	ImageAlt  string   `json:"imageAlt,omitempty"`
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
}

// Page is one of the static pages. ReviewNote tells the operator what a lawyer must
// check before the page is used; the API does not return it.
type Page struct {
	Key        string  `json:"key"`
	Title      string  `json:"title"`
	Intro      string  `json:"intro"`
	Effective  string  `json:"effective"` // YYYY-MM-DD or empty
	Sections   []Block `json:"sections"`
	ReviewNote string  `json:"reviewNote"`
}
