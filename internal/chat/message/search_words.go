package message

import (
	"slices"
	"strings"
	"unicode"

	"colloquy/internal/fold"
)

const (
	// maxWord is how many code points of a word are searched. It bounds the size of an
	// index entry.
	maxWord = 48
	// maxTerms is how many words of a search are used.
	maxTerms = 8
)

// piece is a word of a folded text, or a run of a script without spaces.
type piece struct {
	letters  []rune
	at       int // place of the first letter among the code points of the folded text
	unspaced bool
}

// pieces splits a folded text (fold.Text).
func pieces(text string) (out []piece) {
	open := false // the last piece continues
	at := -1
	for _, r := range text {
		at++
		if r == ' ' {
			open = false
			continue
		}
		unspaced := isUnspaced(r)
		if !open || out[len(out)-1].unspaced != unspaced {
			out = append(out, piece{at: at, unspaced: unspaced})
			open = true
		}
		last := &out[len(out)-1]
		last.letters = append(last.letters, r)
	}
	return out
}

// isUnspaced reports whether a letter is of a script that is written without spaces
// between words. The long vowel mark of Japanese is of no script.
func isUnspaced(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// words returns the index entries of a piece, in order. Those of a run are its pairs of
// neighbours and its last letter: so the beginning of an entry is at each letter.
func (p piece) words() []string {
	if !p.unspaced {
		return []string{string(p.letters[:min(len(p.letters), maxWord)])}
	}
	out := make([]string, len(p.letters))
	for i := range p.letters {
		out[i] = string(p.letters[i:min(i+2, len(p.letters))])
	}
	return out
}

// SearchText returns the words of a message, as the column search_text has them:
// separated by single spaces, in their order.
func SearchText(content string) string {
	var out []string
	for _, p := range pieces(fold.Text(content)) {
		out = append(out, p.words()...)
	}
	return strings.Join(out, " ")
}

// Terms are what a message must contain to be found: each the beginning of a word, or a
// run of letters of a script without spaces.
type Terms []piece

// ParseTerms reads the text of a search. Terms are empty if it has no letters and digits.
func ParseTerms(text string) Terms {
	list := pieces(fold.Text(text))
	return list[:min(len(list), maxTerms)]
}

// entries returns the index entries that a message with the term has. The last one is the
// beginning of an entry if prefix is true.
func (p piece) entries() (words []string, prefix bool) {
	words = p.words()
	if p.unspaced && len(words) > 1 {
		return words[:len(words)-1], false // without the last letter, which begins another pair
	}
	return words, true
}

// part returns what search_text, with a space before it, contains if and only if the
// message has the term.
func (p piece) part() string {
	words, _ := p.entries()
	return " " + strings.Join(words, " ")
}

// places returns where a term is in the pieces of a text, as places of the first letter
// and after the last one.
func (p piece) places(in []piece) (out [][2]int) {
	letters := p.letters
	if !p.unspaced {
		letters = letters[:min(len(letters), maxWord)]
	}
	for _, found := range in {
		if found.unspaced != p.unspaced {
			continue
		}
		for i := 0; i+len(letters) <= len(found.letters); i++ {
			if slices.Equal(found.letters[i:i+len(letters)], letters) {
				out = append(out, [2]int{found.at + i, found.at + i + len(letters)})
			}
			if !p.unspaced {
				break
			}
		}
	}
	return out
}

// match reports whether a text has all terms.
func (t Terms) match(content string) bool {
	text := " " + SearchText(content)
	for _, term := range t {
		if !strings.Contains(text, term.part()) {
			return false
		}
	}
	return true
}
