package message

import (
	"slices"
	"strings"
	"unicode"

	"colloquy/internal/fold"
)

const (
	// maxWordLength is how many code points of a word are searched. It limits the size of an
	// index entry.
	maxWordLength = 48
	// maxTerms is how many words of a search are used.
	maxTerms = 8
)

// searchWord is a word of a folded text, or a run of letters of a script without spaces. A
// term of a search is also a searchWord.
type searchWord struct {
	letters  []rune
	at       int // index of the first letter among the code points of the folded text
	unspaced bool
}

// splitWords splits a text that fold.Text has folded.
func splitWords(text string) (out []searchWord) {
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
			out = append(out, searchWord{at: at, unspaced: unspaced})
			open = true
		}
		last := &out[len(out)-1]
		last.letters = append(last.letters, r)
	}
	return out
}

// isUnspaced reports whether a letter is of a script that is written without spaces
// between words. The long vowel mark of Japanese is compared itself, because Unicode
// assigns it to no script.
func isUnspaced(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// indexEntries returns the index entries of a word, in order. A run gives each pair of
// neighbouring letters and its last letter, so that an entry begins at each letter.
func (p searchWord) indexEntries() []string {
	if !p.unspaced {
		return []string{string(p.letters[:min(len(p.letters), maxWordLength)])}
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
	for _, p := range splitWords(fold.Text(content)) {
		out = append(out, p.indexEntries()...)
	}
	return strings.Join(out, " ")
}

// Terms are what a message must contain to be found. Each term is the beginning of a word,
// or a run of letters of a script without spaces.
type Terms []searchWord

// ParseTerms reads the text of a search. Terms are empty if it has no letters and digits.
func ParseTerms(text string) Terms {
	list := splitWords(fold.Text(text))
	return list[:min(len(list), maxTerms)]
}

// termEntries returns the index entries that a message with the term has. If prefix is
// true, the last one may be only the beginning of an entry.
func (p searchWord) termEntries() (words []string, prefix bool) {
	words = p.indexEntries()
	if p.unspaced && len(words) > 1 {
		return words[:len(words)-1], false // without the last letter, which begins another pair
	}
	return words, true
}

// searchedPart returns the text that search_text, with a space before it, contains if and
// only if the message has the term.
func (p searchWord) searchedPart() string {
	words, _ := p.termEntries()
	return " " + strings.Join(words, " ")
}

// findIn returns where a term is in the words of a text, as ranges of code points of the
// folded text with exclusive ends.
func (p searchWord) findIn(in []searchWord) (out [][2]int) {
	letters := p.letters
	if !p.unspaced {
		letters = letters[:min(len(letters), maxWordLength)]
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

// areIn reports whether a text has all terms.
func (t Terms) areIn(content string) bool {
	text := " " + SearchText(content)
	for _, term := range t {
		if !strings.Contains(text, term.searchedPart()) {
			return false
		}
	}
	return true
}
