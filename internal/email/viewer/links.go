package viewer

import (
	"regexp"
	"strings"
)

// piece is a part of a line. Link is the address that it leads to, or empty.
type piece struct{ Text, Link string }

// address matches an address up to the next white space.
var address = regexp.MustCompile(`https?://\S+`)

// linked returns the lines of a text. Addresses of this server are links without their
// host, so that they lead to the host that the browser uses. Others are text.
func linked(text, baseURL string) [][]piece {
	var lines [][]piece
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		lines = append(lines, pieces(line, baseURL))
	}
	return lines
}

func pieces(line, baseURL string) (out []piece) {
	at := 0
	for _, found := range address.FindAllStringIndex(line, -1) {
		path, own := strings.CutPrefix(line[found[0]:found[1]], baseURL)
		if !own || baseURL == "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
			continue
		}
		path = strings.TrimRight(path, ".,;:!?)")
		end := found[0] + len(baseURL) + len(path)
		out = append(out, piece{Text: line[at:found[0]]}, piece{line[found[0]:end], path})
		at = end
	}
	return append(out, piece{Text: line[at:]})
}
