package message

import (
	"cmp"
	"slices"
	"unicode"

	"colloquy/internal/fold"
)

const (
	excerptBefore = 40  // code points before the match
	excerptLength = 160 // code points
)

// Excerpt is the part of a message around the first match of the longest term, as plain
// text.
type Excerpt struct {
	Text string
	// Matches are the matches in Text, in order and apart from each other: code point of the
	// first letter, and the one after the last letter.
	Matches [][2]int
}

// Excerpt returns the part of a message around the first match of the longest term. Line
// ends and other white space become spaces.
func (t Terms) Excerpt(content string) Excerpt {
	letters := []rune(content)
	matches, first := t.matches(content, letters)
	from := 0
	if len(letters) > excerptLength {
		from = wordStart(letters, max(0, min(first-excerptBefore, len(letters)-excerptLength)), first)
	}
	until := min(len(letters), from+excerptLength)
	shown, before := letters[from:until], 0
	if from > 0 {
		shown, before = append([]rune{'…'}, shown...), 1
	}
	if until < len(letters) {
		shown = append(slices.Clip(shown), '…')
	}
	return Excerpt{Text: oneLine(shown), Matches: clip(matches, from, until, before)}
}

// wordStart returns the first beginning of a word at or after at, before limit.
func wordStart(letters []rune, at, limit int) int {
	for i := at; i > 0 && i < limit; i++ {
		if unicode.IsSpace(letters[i-1]) {
			return i
		}
	}
	return at
}

// oneLine replaces white space by spaces, so that the text keeps its length.
func oneLine(letters []rune) string {
	out := make([]rune, len(letters))
	for i, r := range letters {
		if unicode.IsSpace(r) {
			r = ' '
		}
		out[i] = r
	}
	return string(out)
}

// clip returns the matches between from and until, relative to from, moved by before.
func clip(matches [][2]int, from, until, before int) [][2]int {
	out := [][2]int{}
	for _, m := range matches {
		if m[0] < until && m[1] > from {
			out = append(out, [2]int{max(m[0], from) - from + before, min(m[1], until) - from + before})
		}
	}
	return out
}

// matches returns all matches in a text, in order, with joined overlaps, and the place of
// the first one of the longest term.
func (t Terms) matches(content string, letters []rune) (out [][2]int, first int) {
	folded, source := fold.Mapped(content)
	in := pieces(folded)
	longest := 0
	for _, term := range t {
		places := term.places(in)
		if len(places) > 0 && len(term.letters) > longest {
			longest, first = len(term.letters), source[places[0][0]]
		}
		for _, place := range places {
			end := source[place[1]-1] + 1
			for end < len(letters) && unicode.Is(unicode.Mn, letters[end]) {
				end++
			}
			out = append(out, [2]int{source[place[0]], end})
		}
	}
	slices.SortFunc(out, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	joined := out[:0]
	for _, m := range out {
		if n := len(joined); n > 0 && m[0] <= joined[n-1][1] {
			joined[n-1][1] = max(joined[n-1][1], m[1])
			continue
		}
		joined = append(joined, m)
	}
	return joined, first
}
