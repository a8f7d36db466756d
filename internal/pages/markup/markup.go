// Package markup writes texts for search engines and shared links: the head of a page, the sitemap,
// robots.txt and the feed of articles. It escapes every text. Its output depends only on the
// arguments.
package markup

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core/plain"
)

// Names of the site and of its feed of articles.
const (
	SiteName  = "Colloquy"
	FeedTitle = "The Colloquy Feed" // rule content-feed-title
)

// JoinPath joins the parts of a path of the site and escapes each part. Rule look-addresses.
func JoinPath(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(part))
	}
	return b.String()
}

// oneLine makes a text safe for a document: valid UTF-8 on one line, without control
// and bidirectional control characters.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case plain.Is(r, plain.Control|plain.Bidi|plain.Replacement):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// clip shortens a text to max characters, with an ellipsis. It cuts after the last whole word
// unless this removes more than a third of the shortened text. In that case it cuts inside a word.
func clip(text string, max int) string {
	text = oneLine(text)
	if utf8.RuneCountInString(text) <= max {
		return text
	}
	clippedText := plain.FirstCharacters(text, max-1)
	if space := strings.LastIndexByte(clippedText, ' '); space > len(clippedText)*2/3 {
		clippedText = clippedText[:space]
	}
	return strings.TrimRight(clippedText, " ,;:.–-") + "…"
}
