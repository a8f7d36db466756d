// Package site writes what the service tells search engines and those who share
// links: the head of a page, the sitemap, robots.txt and the feed of articles.
// It is pure: what it writes follows from its arguments alone, and any text in
// them comes out as text.
package site

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core/plain"
)

// Name is the name of the product.
const Name = "Colloquy"

// Path joins the parts of an address, each escaped, to a path of the site.
func Path(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(part))
	}
	return b.String()
}

// oneLine makes a text fit for a document: valid UTF-8 on one line, with neither
// control characters nor the marks that turn the direction of writing.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case plain.Is(r, plain.Control|plain.Bidi|plain.Broken):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// clip shortens a text to so many characters, at the end of a word where that
// is not far.
func clip(text string, most int) string {
	text = oneLine(text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	short := plain.First(text, most-1)
	if space := strings.LastIndexByte(short, ' '); space > len(short)*2/3 {
		short = short[:space]
	}
	return strings.TrimRight(short, " ,;:.–-") + "…"
}
