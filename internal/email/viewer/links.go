package viewer

import (
	"regexp"
	"strings"
)

// linePart is a part of a line. Link is the path to which the part links, or empty for plain text.
type linePart struct{ Text, Link string }

// urlPattern matches a web address up to the next white space.
var urlPattern = regexp.MustCompile(`https?://\S+`)

// linesWithLinks returns the lines of a text. An address of this server becomes a link without a
// host. So the link leads to the host that the browser uses. Other addresses stay text.
func linesWithLinks(text, baseURL string) [][]linePart {
	var lines [][]linePart
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		lines = append(lines, splitAtLinks(line, baseURL))
	}
	return lines
}

func splitAtLinks(line, baseURL string) (out []linePart) {
	at := 0
	for _, found := range urlPattern.FindAllStringIndex(line, -1) {
		path, own := strings.CutPrefix(line[found[0]:found[1]], baseURL)
		if !own || baseURL == "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
			continue
		}
		path = strings.TrimRight(path, ".,;:!?)")
		end := found[0] + len(baseURL) + len(path)
		out = append(out, linePart{Text: line[at:found[0]]}, linePart{line[found[0]:end], path})
		at = end
	}
	return append(out, linePart{Text: line[at:]})
}
