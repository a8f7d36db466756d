package clean

import "unicode"

// Limits of repetition. A refrain may occur five times if other lines stand between its
// occurrences.
const (
	maxEqualLines        = 4  // this many equal lines in a row end the reply
	maxEqualSentences    = 6  // this many equal long sentences among the recent ones end the reply
	minLongSentenceChars = 24 // a long sentence has at least this many visible characters
	recentSentenceCount  = 32 // number of long sentences whose hashes are stored
)

// excessGuard ends a reply that is too long or repeats itself. It stores only hashes and
// never allocates.
type excessGuard struct {
	hasEnded  bool // the reply has ended
	charCount int  // characters shown so far

	line, sentence visibleTextHash
	lastLineHash   uint64 // hash of the last line that is not empty
	equalLineCount int    // equal lines in a row
	sentenceCounts [recentSentenceCount]struct {
		sentenceHash uint64
		count        int
	}
	nextIndex int // index in sentenceCounts that is overwritten next
}

// visibleTextHash is the length and the FNV-1a hash of a run of visible characters.
type visibleTextHash struct {
	textHash  uint64
	charCount int
}

func (s *visibleTextHash) add(r rune) {
	if s.charCount == 0 {
		s.textHash = 14695981039346656037
	}
	s.charCount++
	s.textHash = (s.textHash ^ uint64(r)) * 1099511628211
}

// allowedBytes calls allowsRune for each rune of a plain piece. It returns how many bytes of the
// piece may be shown.
func (g *excessGuard) allowedBytes(piece string, limit int) int {
	for i, r := range piece {
		if !g.allowsRune(r, limit) {
			return i
		}
	}
	return len(piece)
}

// allowsRune counts r and reports whether it may be shown. limit is the longest reply in
// characters. A newline ends a line and a sentence. If this line or sentence was repeated too
// often, the newline is not shown.
func (g *excessGuard) allowsRune(r rune, limit int) bool {
	if g.hasEnded {
		return false
	}
	if g.charCount >= limit {
		g.hasEnded = true
		return false
	}
	switch {
	case r == '\n':
		g.hasEnded = g.closesRepeatedSentence() || g.closesRepeatedLine()
		if g.hasEnded {
			return false
		}
	case endsSentence(r):
		g.line.add(r)
		g.sentence.add(r)
		g.hasEnded = g.closesRepeatedSentence()
	case r > ' ' && !unicode.IsSpace(r):
		g.line.add(r)
		g.sentence.add(r)
	}
	g.charCount++
	return true
}

// closesRepeatedLine ends the current line and reports whether it was repeated too often.
func (g *excessGuard) closesRepeatedLine() bool {
	if g.line.charCount == 0 {
		return false
	}
	if g.line.textHash != g.lastLineHash {
		g.lastLineHash, g.equalLineCount = g.line.textHash, 0
	}
	g.equalLineCount++
	g.line = visibleTextHash{}
	return g.equalLineCount >= maxEqualLines
}

// closesRepeatedSentence ends the current sentence and reports whether it is long and was
// repeated too often.
func (g *excessGuard) closesRepeatedSentence() bool {
	s := g.sentence
	g.sentence = visibleTextHash{}
	if s.charCount < minLongSentenceChars {
		return false
	}
	for i := range g.sentenceCounts {
		if g.sentenceCounts[i].count > 0 && g.sentenceCounts[i].sentenceHash == s.textHash {
			g.sentenceCounts[i].count++
			return g.sentenceCounts[i].count >= maxEqualSentences
		}
	}
	g.sentenceCounts[g.nextIndex].sentenceHash, g.sentenceCounts[g.nextIndex].count = s.textHash, 1
	g.nextIndex = (g.nextIndex + 1) % recentSentenceCount
	return false
}

// endsSentence reports whether r ends a sentence.
func endsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', '…', '。', '！', '？':
		return true
	}
	return false
}
