package distress

import (
	"errors"
	"math/bits"
	"strings"

	"colloquy/internal/english"
)

// In a pattern, the sign ~ skips words. The first ~ of a row skips at most maxWordsOfFirstTilde words.
// Each further ~ of the row skips at most maxWordsOfFurtherTilde more words.
const (
	maxWordsOfFirstTilde   = 3 // rule safety-risk-heard
	maxWordsOfFurtherTilde = 2
)

// maxWordsFromAnchor is how many words a match extends at most to each side of the pattern's anchor.
const maxWordsFromAnchor = 31

// wordSymbol identifies a word, or a prefix of words, in patterns.
type wordSymbol uint16

// wordSymbolSet is a bit set of the symbols that may stand at one position of a pattern.
type wordSymbolSet []uint64

func (s wordSymbolSet) has(id wordSymbol) bool {
	return int(id>>6) < len(s) && s[id>>6]&(1<<(id&63)) != 0
}

// patternElement is one position of a pattern, with the words that may stand there.
type patternElement struct {
	words       wordSymbolSet
	symbols     []wordSymbol
	maxGapWords int // largest number of words between the previous element and this one
}

// pattern is a sequence of elements. A search starts at its anchor: the element whose words are in
// the fewest patterns.
type pattern struct {
	kind              RiskKind
	language          string
	elements          []patternElement
	anchorIndex       int
	mustBeginSentence bool          // sign ^: the pattern matches only at the beginning of a sentence
	mustEndSentence   bool          // sign $: the pattern matches only at the end of a sentence
	forbiddenNext     wordSymbolSet // sign !: the pattern does not match if one of these words follows
}

// patterns are all patterns with their indexes. They are read-only after buildIndexes.
type patterns struct {
	all                           []*pattern
	symbolsByWord                 map[string]wordSymbol
	prefixesByStart               map[string][]wordPrefix // by their first three letters
	elementCountBySymbol          []int                   // by symbol: the number of elements that contain it
	englishSymbols                map[wordSymbol]bool     // words of the English file, which are never typos
	patternsByAnchor              [][]*pattern            // patterns by the symbols of their anchors
	unspacedScriptPatternsByStart map[[2]rune][]unspacedScriptPattern
	typoCandidates                map[typoKey][]typoCandidate // words by first letter and size, to correct typos
	wordsForSplitting             *trie                       // English words to split text without spaces
	undoubledWords                map[string]wordSymbol       // words by their form without double letters
}

type wordPrefix struct {
	text string
	id   wordSymbol
}

func newPatterns() *patterns {
	return &patterns{symbolsByWord: map[string]wordSymbol{}, englishSymbols: map[wordSymbol]bool{}, prefixesByStart: map[string][]wordPrefix{}, unspacedScriptPatternsByStart: map[[2]rune][]unspacedScriptPattern{}, typoCandidates: map[typoKey][]typoCandidate{}}
}

var errNoWord = errors.New("no word to look for")

// addPattern adds one pattern of words.
func (p *patterns) addPattern(fields []string, kind RiskKind, language string, names map[string]string) error {
	n, maxGapWords := &pattern{kind: kind, language: language}, 0
	for _, f := range fields {
		switch {
		case f == "~" && maxGapWords == 0:
			maxGapWords = maxWordsOfFirstTilde
		case f == "~":
			maxGapWords += maxWordsOfFurtherTilde
		case f == "^":
			n.mustBeginSentence = true
		case f == "$":
			n.mustEndSentence = true
		case f[0] == '!':
			n.forbiddenNext = p.newWordSymbolSet(p.symbolsOfAlternatives(f[1:], names))
		default:
			for i, alternatives := range expandContraction(expandNames(f, names)) {
				symbols := p.symbolsOfAlternatives(alternatives, nil)
				if i > 0 {
					maxGapWords = 0
				}
				n.elements = append(n.elements, patternElement{symbols: symbols, words: p.newWordSymbolSet(symbols), maxGapWords: maxGapWords})
			}
			maxGapWords = 0
		}
	}
	if len(n.elements) == 0 {
		return errNoWord
	}
	p.all = append(p.all, n)
	return nil
}

// expandContraction returns the words of a contraction, such as "do" and "not" for "don't". Each
// word needs its own element, because contractions in messages are expanded too.
func expandContraction(alternatives string) []string {
	if strings.ContainsAny(alternatives, "/*") {
		return []string{alternatives}
	}
	return english.AppendWord(nil, normalize(alternatives))
}

// symbolsOfAlternatives returns the symbols of the alternatives of one element.
func (p *patterns) symbolsOfAlternatives(alternatives string, names map[string]string) (symbols []wordSymbol) {
	for w := range strings.SplitSeq(expandNames(alternatives, names), "/") {
		w = normalize(w)
		if beginning, ok := strings.CutSuffix(w, "*"); ok {
			symbols = append(symbols, p.prefixSymbol(beginning))
			continue
		}
		id, known := p.symbolsByWord[w]
		if !known {
			id = p.newWordSymbol()
			p.symbolsByWord[w] = id
		}
		symbols = append(symbols, id)
	}
	return symbols
}

func (p *patterns) newWordSymbol() wordSymbol {
	p.elementCountBySymbol = append(p.elementCountBySymbol, 0)
	return wordSymbol(len(p.elementCountBySymbol) - 1)
}

func (p *patterns) prefixSymbol(text string) wordSymbol {
	key := firstThreeLetters(text)
	for _, b := range p.prefixesByStart[key] {
		if b.text == text {
			return b.id
		}
	}
	id := p.newWordSymbol()
	p.prefixesByStart[key] = append(p.prefixesByStart[key], wordPrefix{text, id})
	return id
}

func firstThreeLetters(w string) string {
	n := 0
	for i := range w {
		if n == 3 {
			return w[:i]
		}
		n++
	}
	return w
}

// newWordSymbolSet returns a set of symbols, and counts a use of each.
func (p *patterns) newWordSymbolSet(symbols []wordSymbol) wordSymbolSet {
	var s wordSymbolSet
	for _, id := range symbols {
		for int(id>>6) >= len(s) {
			s = append(s, 0)
		}
		s[id>>6] |= 1 << (id & 63)
		p.elementCountBySymbol[id]++
	}
	return s
}

// buildIndexes chooses the anchor of each pattern: the element whose words are in the fewest
// patterns. It indexes the patterns by their anchors. Then it builds the index for typos.
func (p *patterns) buildIndexes() {
	p.patternsByAnchor = make([][]*pattern, len(p.elementCountBySymbol))
	for _, n := range p.all {
		leastSymbolUseCount := -1
		for i, element := range n.elements {
			symbolUseCount := 0
			for _, id := range element.symbols {
				symbolUseCount += p.elementCountBySymbol[id]
			}
			if leastSymbolUseCount < 0 || symbolUseCount < leastSymbolUseCount {
				leastSymbolUseCount, n.anchorIndex = symbolUseCount, i
			}
		}
		for _, id := range n.elements[n.anchorIndex].symbols {
			p.patternsByAnchor[id] = append(p.patternsByAnchor[id], n)
		}
	}
	p.indexForTypos()
}

// match looks for the pattern in words. words[at] must fit the anchor of the pattern. match returns
// the indexes of the first and last word of the shortest match.
func (n *pattern) match(words []word, at int) (from, to int, ok bool) {
	// Bit i of a mask stands for words[at-maxWordsFromAnchor+i].
	leftOfAnchorMask, rightOfAnchorMask := uint64(1)<<maxWordsFromAnchor, uint64(1)<<maxWordsFromAnchor
	for i := n.anchorIndex; i > 0; i-- {
		leftOfAnchorMask = n.fittingPositionMask(words, at, leftOfAnchorMask, n.elements[i-1].words, n.elements[i].maxGapWords, false)
	}
	if leftOfAnchorMask == 0 || n.mustBeginSentence && (at > maxWordsFromAnchor || leftOfAnchorMask&(1<<(maxWordsFromAnchor-at)) == 0) {
		return 0, 0, false
	}
	for i := n.anchorIndex + 1; i < len(n.elements); i++ {
		rightOfAnchorMask = n.fittingPositionMask(words, at, rightOfAnchorMask, n.elements[i].words, n.elements[i].maxGapWords, true)
	}
	rightOfAnchorMask = n.allowedEndMask(words, at, rightOfAnchorMask)
	if rightOfAnchorMask == 0 {
		return 0, 0, false
	}
	return at - maxWordsFromAnchor + 63 - bits.LeadingZeros64(leftOfAnchorMask), at - maxWordsFromAnchor + bits.TrailingZeros64(rightOfAnchorMask), true
}

// fittingPositionMask returns the positions of words in the set `fits`, as a bit mask. Each position is
// after one of the positions in `mask`, or before one if `after` is false. At most `gap` words
// stand between the two positions.
func (n *pattern) fittingPositionMask(words []word, at int, mask uint64, fits wordSymbolSet, gap int, after bool) uint64 {
	var candidates, out uint64
	for g := 1; g <= gap+1; g++ {
		if after {
			candidates |= mask << g
		} else {
			candidates |= mask >> g
		}
	}
	for c := candidates; c != 0; c &= c - 1 {
		i := bits.TrailingZeros64(c)
		if w := at - maxWordsFromAnchor + i; w >= 0 && w < len(words) && words[w].mayMeanAnyOf(fits) {
			out |= 1 << i
		}
	}
	return out
}

// allowedEndMask removes from mask the positions where the pattern may not end.
func (n *pattern) allowedEndMask(words []word, at int, mask uint64) uint64 {
	if !n.mustEndSentence && n.forbiddenNext == nil {
		return mask
	}
	out := mask
	for c := mask; c != 0; c &= c - 1 {
		i := bits.TrailingZeros64(c)
		nextIndex := at - maxWordsFromAnchor + i + 1
		if n.mustEndSentence && nextIndex < len(words) || nextIndex < len(words) && words[nextIndex].mayMeanAnyOf(n.forbiddenNext) {
			out &^= 1 << i
		}
	}
	return out
}
