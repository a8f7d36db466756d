package clean

import "unicode"

// Limits of repetition. Poems may repeat a refrain up to five times.
const (
	maxEqualLines     = 4  // this many equal lines in a row end the reply
	maxEqualSentences = 6  // this many equal long sentences among the recent ones end the reply
	longSentence      = 24 // least visible characters of a long sentence
	recentSentences   = 32 // number of long sentences whose hashes are stored
)

// guard ends a reply that is too long or repeats itself. It stores only hashes and
// never allocates.
type guard struct {
	ended bool // the reply has ended
	chars int

	line, sentence span
	lastLine       uint64
	lineRun        int
	sentenceCounts [recentSentences]struct {
		hash uint64
		n    int
	}
	next int // the slot of seen to overwrite next
}

// span is a run of visible characters: its length and FNV-1a hash.
type span struct {
	hash uint64
	n    int
}

func (s *span) add(r rune) {
	if s.n == 0 {
		s.hash = 14695981039346656037
	}
	s.n++
	s.hash = (s.hash ^ uint64(r)) * 1099511628211
}

// allowPiece is allow for a plain piece. It returns how many bytes may be shown.
func (g *guard) allowPiece(piece string, limit int) int {
	for i, r := range piece {
		if !g.allow(r, limit) {
			return i
		}
	}
	return len(piece)
}

// allow counts r and reports whether it may be shown. The line before a newline is
// checked when the newline arrives; if the line ends the reply, the newline is not
// shown.
func (g *guard) allow(r rune, limit int) bool {
	if g.ended {
		return false
	}
	if g.chars >= limit {
		g.ended = true
		return false
	}
	switch {
	case r == '\n':
		g.ended = g.sentenceRepeated() || g.lineRepeated()
		if g.ended {
			return false
		}
	case sentenceEnd(r):
		g.line.add(r)
		g.sentence.add(r)
		g.ended = g.sentenceRepeated()
	case r > ' ' && !unicode.IsSpace(r):
		g.line.add(r)
		g.sentence.add(r)
	}
	g.chars++
	return true
}

// lineRepeated reports whether the line was repeated too often.
func (g *guard) lineRepeated() bool {
	if g.line.n == 0 {
		return false
	}
	if g.line.hash != g.lastLine {
		g.lastLine, g.lineRun = g.line.hash, 0
	}
	g.lineRun++
	g.line = span{}
	return g.lineRun >= maxEqualLines
}

// sentenceRepeated reports whether a long sentence was repeated too often.
func (g *guard) sentenceRepeated() bool {
	s := g.sentence
	g.sentence = span{}
	if s.n < longSentence {
		return false
	}
	for i := range g.sentenceCounts {
		if g.sentenceCounts[i].n > 0 && g.sentenceCounts[i].hash == s.hash {
			g.sentenceCounts[i].n++
			return g.sentenceCounts[i].n >= maxEqualSentences
		}
	}
	g.sentenceCounts[g.next].hash, g.sentenceCounts[g.next].n = s.hash, 1
	g.next = (g.next + 1) % recentSentences
	return false
}

func sentenceEnd(r rune) bool {
	switch r {
	case '.', '!', '?', '…', '。', '！', '？':
		return true
	}
	return false
}
