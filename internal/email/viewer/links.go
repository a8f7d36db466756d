package viewer

import (
	"regexp"
	"strings"
)

// textWithLink is a part of a line. Link is the path to which the part links, or empty for plain text.
type textWithLink struct{ Text, Link string }

// urlPattern matches a web address up to the next white space.
var urlPattern = regexp.MustCompile(`https?://\S+`)

// linesWithLinks returns the lines of a text. An address of this server becomes a link without a
// host. So the link leads to the host that the browser uses. Other addresses stay text.
func linesWithLinks(text, baseURL string) [][]textWithLink {
	var lines [][]textWithLink
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		lines = append(lines, splitAtLinks(line, baseURL))
	}
	return lines
}

func splitAtLinks(line, baseURL string) (out []textWithLink) {
	at := 0
	for _, found := range urlPattern.FindAllStringIndex(line, -1) {
		path, own := strings.CutPrefix(line[found[0]:found[1]], baseURL)
		if !own || baseURL == "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
			continue
		}
		path = strings.TrimRight(path, ".,;:!?)")
		end := found[0] + len(baseURL) + len(path)
		out = append(out, textWithLink{Text: line[at:found[0]]}, textWithLink{line[found[0]:end], path})
		at = end
	}
	return append(out, textWithLink{Text: line[at:]})
}
