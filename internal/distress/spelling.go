package distress

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a word of a message. Its first n symbols are the pattern words that it may mean, with
// typos corrected.
type word struct {
	symbols [4]wordSymbol
	n       int
}

// mayMeanAnyOf reports whether w may mean a word of s.
func (w word) mayMeanAnyOf(s wordSymbolSet) bool {
	for _, id := range w.symbols[:w.n] {
		if s.has(id) {
			return true
		}
	}
	return false
}

func (w *word) add(id wordSymbol) {
	if w.n < len(w.symbols) {
		w.symbols[w.n] = id
		w.n++
	}
}

// typoCandidate is a word of the patterns that a typo may mean. The fields size, letterMask and
// lastLetter exclude dissimilar words quickly.
type typoCandidate struct {
	text       string
	size       int    // in code points
	letterMask uint64 // result of the function letterMask
	lastLetter rune   // letter in which a typo of the word must end, because endings distinguish forms; 0 for English words, whose typos may end in any letter
	id         wordSymbol
}

// typoKey is the key of a pattern word in patterns.typoCandidates. size is the length of the word
// in code points.
type typoKey struct {
	firstLetter rune
	size        int
}

// lookUpWord looks up a text as it is spelt, without corrections. w has the symbols of the pattern
// word that equals the text, and of the pattern prefixes that begin the text. whole is true if the
// text equals a pattern word.
func (p *patterns) lookUpWord(text string) (w word, whole bool) {
	id, whole := p.symbolsByWord[text]
	if whole {
		w.add(id)
	}
	for _, b := range p.prefixesByStart[firstThreeLetters(text)] {
		if strings.HasPrefix(text, b.text) {
			w.add(b.id)
		}
	}
	return w, whole
}

// appendWord appends a written word. It corrects repeated letters, digits for letters,
// missing spaces and typos.
func (p *patterns) appendWord(words []word, text string) []word {
	w, whole := p.lookUpWord(text)
	if whole && p.englishSymbols[w.symbols[0]] || ordinaryWords[text] {
		return append(words, w)
	}
	undisguisedText := withAtMostDoubleLetters(withoutDisguise(text))
	if !whole {
		if more := p.appendRespeltWords(words, undisguisedText); len(more) > len(words) {
			return more
		}
	}
	p.addTypoMatches(&w, undisguisedText)
	return append(words, w)
}

// appendRespeltWords appends the text without doubled letters, or split at missing spaces. It appends
// nothing if neither way yields words of the patterns.
func (p *patterns) appendRespeltWords(words []word, text string) []word {
	spellings := [...]string{text, withoutDoubleLetters(text)}
	for _, try := range spellings {
		if meant, whole := p.lookUpWord(try); whole {
			return append(words, meant)
		}
	}
	for _, try := range spellings {
		if more := p.appendSplitWords(words, try); len(more) > len(words) {
			return more
		}
	}
	return words
}

// withoutDisguise replaces signs and digits with the letters that they stand for.
func withoutDisguise(text string) string {
	if !strings.ContainsAny(text, "0134578@$*") || !strings.ContainsFunc(text, unicode.IsLetter) {
		return text
	}
	return strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s", "*", "").Replace(text)
}

// withAtMostDoubleLetters limits repetitions of a letter to two, withoutDoubleLetters to one.
func withAtMostDoubleLetters(text string) string { return limitRepeats(text, 2) }
func withoutDoubleLetters(text string) string    { return limitRepeats(text, 1) }

func limitRepeats(text string, limit int) string {
	runLength, last := 0, rune(-1)
	return strings.Map(func(r rune) rune {
		if r != last {
			runLength, last = 0, r
		}
		if runLength++; runLength > limit {
			return -1
		}
		return r
	}, text)
}

// The least and largest size of a text without spaces that is split into words, in
// bytes.
const (
	minSplittableTextBytes = 8
	maxSplittableTextBytes = 60
)

// appendSplitWords splits a text without spaces and appends its words. It appends nothing if
// a part of the text is not a word.
func (p *patterns) appendSplitWords(words []word, text string) []word {
	if len(text) < minSplittableTextBytes || len(text) > maxSplittableTextBytes || utf8.RuneCountInString(text) != len(text) {
		return words
	}
	var wordEnds [maxSplittableTextBytes + 1]int // end of the word that begins at the index, or 0
	for i := len(text) - 1; i >= 0; i-- {
		for j := range p.wordsForSplitting.prefixLengths(text[i:]) {
			if end := i + j; end == len(text) || wordEnds[end] > 0 {
				wordEnds[i] = end
			}
		}
	}
	if wordEnds[0] == 0 || wordEnds[0] == len(text) {
		return words
	}
	for i := 0; i < len(text); i = wordEnds[i] {
		words = append(words, p.lookUpSplitWord(text[i:wordEnds[i]]))
	}
	return words
}

// shortWordsForSplitting are the words of one and two letters that may be in a text without spaces.
var shortWordsForSplitting = map[string]bool{"i": true, "to": true, "me": true, "my": true, "it": true, "no": true, "be": true, "do": true, "am": true, "is": true, "of": true, "im": true}

// lookUpSplitWord returns the symbols of the pattern words that equal piece. A pattern word is
// compared with and without its double letters.
func (p *patterns) lookUpSplitWord(piece string) (w word) {
	if id, ok := p.symbolsByWord[piece]; ok {
		w.add(id)
	}
	if id, ok := p.undoubledWords[piece]; ok {
		w.add(id)
	}
	return w
}

// indexForTypos builds the indexes that correct typos, doubled letters and missing spaces.
func (p *patterns) indexForTypos() {
	p.undoubledWords, p.wordsForSplitting = map[string]wordSymbol{}, newTrie()
	for text, id := range p.symbolsByWord {
		undoubledWord := withoutDoubleLetters(text)
		if undoubledWord != text {
			p.undoubledWords[undoubledWord] = id
		}
		if p.englishSymbols[id] && (len(text) > 2 || shortWordsForSplitting[text]) {
			p.wordsForSplitting.add(text)
			p.wordsForSplitting.add(undoubledWord)
		}
		first, _ := utf8.DecodeRuneInString(text)
		if size := utf8.RuneCountInString(text); size >= 3 {
			k := typoCandidate{text: text, size: size, letterMask: letterMask(text), id: id}
			if !p.englishSymbols[id] {
				k.lastLetter, _ = utf8.DecodeLastRuneInString(text)
			}
			p.typoCandidates[typoKey{first, size}] = append(p.typoCandidates[typoKey{first, size}], k)
		}
	}
}

// letterMask returns a bit set of the letters of a text. Several letters share a bit.
func letterMask(text string) (m uint64) {
	for _, r := range text {
		m |= 1 << (uint(r) & 63)
	}
	return m
}
