package distress

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// letterGap is how many letters * lets pass in a pattern of letters.
const letterGap = 6

// letterPattern is a pattern for a language that puts no spaces between words.
type letterPattern struct {
	kind     Kind
	language string
	parts    [][]rune
}

// addLetters takes in one pattern of letters. Its first part has two or more.
func (p *patterns) addLetters(line string, kind Kind, language string) {
	n := letterPattern{kind: kind, language: language}
	for part := range strings.SplitSeq(string(compact(plain(line))), "*") {
		n.parts = append(n.parts, []rune(part))
	}
	key := [2]rune(n.parts[0][:2])
	p.byFirst[key] = append(p.byFirst[key], n)
}

// compact is a plain text without what stands between its letters; the ends of
// sentences stay.
func compact(line string) []rune {
	out := make([]rune, 0, len(line)/2+1)
	for _, r := range line {
		switch {
		case r >= 0x3041 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3, strings.ContainsRune(".!?。*\n", r):
			out = append(out, r)
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
			out = append(out, r)
		}
	}
	return out
}

// lettered tells whether a text has letters of those languages.
func lettered(line string) bool {
	for _, r := range line {
		if r >= 0x3041 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 {
			return true
		}
	}
	return false
}

// lettersOf adds the kinds of the patterns of letters in a line. In earnest,
// what is harmless hides what shares letters with it.
func (p *patterns) lettersOf(h *hearing, line string, earnest bool) {
	if !lettered(line) {
		return
	}
	text := compact(line)
	var hidden []bool
	if earnest {
		hidden = p.hiddenLetters(text)
	}
	for i := 0; i+1 < len(text); i++ {
		for _, n := range p.byFirst[[2]rune{text[i], text[i+1]}] {
			if n.kind == harmless || h.kinds&n.kind != 0 {
				continue
			}
			if end := n.end(text, i); end > 0 && !anyOf(hidden, i, end-1) {
				h.add(n.kind, n.language)
			}
		}
	}
}

// hiddenLetters marks what belongs to harmless patterns; nil when nothing does.
func (p *patterns) hiddenLetters(text []rune) (hidden []bool) {
	for i := 0; i+1 < len(text); i++ {
		for _, n := range p.byFirst[[2]rune{text[i], text[i+1]}] {
			if n.kind != harmless {
				continue
			}
			end := n.end(text, i)
			if end > 0 && hidden == nil {
				hidden = make([]bool, len(text))
			}
			for k := i; k < end; k++ {
				hidden[k] = true
			}
		}
	}
	return hidden
}

// end is where the pattern ends that begins at i, 0 when it is not there. Each
// part is taken where it first comes.
func (n letterPattern) end(text []rune, i int) int {
	for k, part := range n.parts {
		found, furthest := -1, i
		if k > 0 {
			furthest = i + letterGap
		}
		for at := i; at <= furthest && at+len(part) <= len(text); at++ {
			if begins(text[at:], part) {
				found = at
				break
			}
		}
		if found < 0 {
			return 0
		}
		i = found + len(part)
	}
	return i
}

func begins(text, part []rune) bool {
	for i, r := range part {
		if text[i] != r {
			return false
		}
	}
	return true
}
