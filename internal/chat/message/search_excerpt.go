package message

import (
	"cmp"
	"slices"
	"unicode"

	"colloquy/internal/fold"
)

// Lengths of an excerpt (rule chat-search-excerpt).
const (
	maxLettersBeforeMatch = 40  // the most code points before the match
	excerptLength         = 160 // the most code points of an excerpt
)

// Excerpt is the part of a message around the first match of the longest term, as plain
// text.
type Excerpt struct {
	Text string
	// Matches are the ranges of the matches in Text, in code points, with exclusive ends. They
	// are sorted, and neither overlap nor touch.
	Matches [][2]int
}

// Excerpt returns the part of a message around the first match of the longest term. Line
// ends and other white space become spaces.
func (t Terms) Excerpt(content string) Excerpt {
	runes := []rune(content)
	matches, first := t.findMatches(content, runes)
	from := 0
	if len(runes) > excerptLength {
		from = wordStart(runes, max(0, min(first-maxLettersBeforeMatch, len(runes)-excerptLength)), first)
	}
	until := min(len(runes), from+excerptLength)
	excerptRunes, lettersBefore := runes[from:until], 0
	if from > 0 {
		excerptRunes, lettersBefore = append([]rune{'…'}, excerptRunes...), 1
	}
	if until < len(runes) {
		excerptRunes = append(slices.Clip(excerptRunes), '…')
	}
	return Excerpt{Text: oneLine(excerptRunes), Matches: clipMatches(matches, from, until, lettersBefore)}
}

// wordStart searches the indexes i with at <= i < limit for the beginning of a word. It returns the
// lowest such index, or the value of at if there is none.
func wordStart(runes []rune, at, limit int) int {
	for i := at; i > 0 && i < limit; i++ {
		if unicode.IsSpace(runes[i-1]) {
			return i
		}
	}
	return at
}

// oneLine replaces white space by spaces, so that the text keeps its length.
func oneLine(runes []rune) string {
	out := make([]rune, len(runes))
	for i, r := range runes {
		if unicode.IsSpace(r) {
			r = ' '
		}
		out[i] = r
	}
	return string(out)
}

// clipMatches cuts matches to the part of the text that begins at the index from and ends at the
// index until. It returns them as positions in the excerpt. lettersBefore is the number of code
// points, such as an ellipsis, with which the excerpt begins before that part.
func clipMatches(matches [][2]int, from, until, lettersBefore int) [][2]int {
	out := [][2]int{}
	for _, m := range matches {
		if m[0] < until && m[1] > from {
			out = append(out, [2]int{max(m[0], from) - from + lettersBefore, min(m[1], until) - from + lettersBefore})
		}
	}
	return out
}

// findMatches returns all matches in a text, in order, and joins overlapping ones. first is the
// position of the first match of the longest term. runes are the code points of content. All
// positions are indexes in runes.
func (t Terms) findMatches(content string, runes []rune) (out [][2]int, first int) {
	folded, positions := fold.TextWithPositions(content)
	in := splitWords(folded)
	longestTermLength := 0
	for _, term := range t {
		matchRanges := term.matchRanges(in)
		if len(matchRanges) > 0 && len(term.letters) > longestTermLength {
			longestTermLength, first = len(term.letters), positions[matchRanges[0][0]]
		}
		for _, place := range matchRanges {
			end := positions[place[1]-1] + 1
			for end < len(runes) && unicode.Is(unicode.Mn, runes[end]) {
				end++
			}
			out = append(out, [2]int{positions[place[0]], end})
		}
	}
	slices.SortFunc(out, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	disjointMatches := out[:0]
	for _, m := range out {
		if n := len(disjointMatches); n > 0 && m[0] <= disjointMatches[n-1][1] {
			disjointMatches[n-1][1] = max(disjointMatches[n-1][1], m[1])
			continue
		}
		disjointMatches = append(disjointMatches, m)
	}
	return disjointMatches, first
}
