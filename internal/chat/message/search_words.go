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
	// maxTerms is how many words of a search are used (rule chat-search-words).
	maxTerms = 8
)

// searchWord is a word of a folded text, or a run of letters of a script without spaces. A
// term of a search is also a searchWord.
type searchWord struct {
	letters            []rune
	start              int // position of the word's first letter in the folded text, in code points
	isInUnspacedScript bool
}

// splitWords splits a text that fold.Text has folded.
func splitWords(text string) (out []searchWord) {
	isContinued := false // whether the next letter may continue the last word
	at := -1
	for _, r := range text {
		at++
		if r == ' ' {
			isContinued = false
			continue
		}
		isUnspacedRune := isInUnspacedScript(r)
		if !isContinued || out[len(out)-1].isInUnspacedScript != isUnspacedRune {
			out = append(out, searchWord{start: at, isInUnspacedScript: isUnspacedRune})
			isContinued = true
		}
		lastWord := &out[len(out)-1]
		lastWord.letters = append(lastWord.letters, r)
	}
	return out
}

// isInUnspacedScript reports whether r is a letter of a script that has no spaces between words. The
// Japanese long vowel mark is listed separately, because Unicode assigns it to no script. Rule
// chat-search-words.
func isInUnspacedScript(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// indexEntries returns the index entries of a word, in order. A word of an unspaced script has an
// entry at each letter. This entry is the letter and the next one, or the last letter alone.
func (p searchWord) indexEntries() []string {
	if !p.isInUnspacedScript {
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

// ParseTerms reads the text of a search. The result is empty if the text has no letters and
// digits. Rule chat-search-words.
func ParseTerms(text string) Terms {
	words := splitWords(fold.Text(text))
	return words[:min(len(words), maxTerms)]
}

// termIndexEntries returns the index entries that a message with the term has. If endsInPrefix
// is true, the last one may be only the beginning of an entry.
func (p searchWord) termIndexEntries() (words []string, endsInPrefix bool) {
	words = p.indexEntries()
	if p.isInUnspacedScript && len(words) > 1 {
		// The last entry is a single letter. In a message more letters may follow this letter, so that
		// the entry there is a pair of letters.
		return words[:len(words)-1], false
	}
	return words, true
}

// searchTextPart returns a space and the index entries of the term. A message has the term if and
// only if the text " " + search_text contains the result.
func (p searchWord) searchTextPart() string {
	words, _ := p.termIndexEntries()
	return " " + strings.Join(words, " ")
}

// matchRanges returns where the term p is in the words of a text. The results are ranges of code points
// in the folded text, with exclusive ends.
func (p searchWord) matchRanges(in []searchWord) (out [][2]int) {
	letters := p.letters
	if !p.isInUnspacedScript {
		letters = letters[:min(len(letters), maxWordLength)]
	}
	for _, found := range in {
		if found.isInUnspacedScript != p.isInUnspacedScript {
			continue
		}
		for i := 0; i+len(letters) <= len(found.letters); i++ {
			if slices.Equal(found.letters[i:i+len(letters)], letters) {
				out = append(out, [2]int{found.start + i, found.start + i + len(letters)})
			}
			if !p.isInUnspacedScript {
				break
			}
		}
	}
	return out
}

// areAllIn reports whether a text has all terms.
func (t Terms) areAllIn(content string) bool {
	text := " " + SearchText(content)
	for _, term := range t {
		if !strings.Contains(text, term.searchTextPart()) {
			return false
		}
	}
	return true
}
