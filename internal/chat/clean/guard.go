package clean

import "unicode"

// Limits of repetition. A poem may repeat a refrain five times, a villanelle four.
const (
	sameLines     = 4  // ends the reply: the same line this often in a row
	sameSentences = 6  // ends the reply: the same long sentence this often among the recent ones
	longSentence  = 24 // visible characters of a long sentence, at least
	recent        = 32 // stored hashes of long sentences
)

// guard ends a reply that is too long or repeats itself. It stores only hashes and
// never allocates.
type guard struct {
	full  bool // the reply has ended
	chars int

	line, sentence span
	lastLine       uint64
	lineRun        int
	seen           [recent]struct {
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

// passed is allow for a plain piece. It returns how many bytes may be shown.
func (g *guard) passed(piece string, limit int) int {
	for i, r := range piece {
		if !g.allow(r, limit) {
			return i
		}
	}
	return len(piece)
}

// allow counts r and reports whether it may be shown. A line is checked at its
// newline, which is not shown if the reply ends there.
func (g *guard) allow(r rune, limit int) bool {
	if g.full {
		return false
	}
	if g.chars >= limit {
		g.full = true
		return false
	}
	switch {
	case r == '\n':
		g.full = g.endSentence() || g.endLine()
		if g.full {
			return false
		}
	case sentenceEnd(r):
		g.line.add(r)
		g.sentence.add(r)
		g.full = g.endSentence()
	case r > ' ' && !unicode.IsSpace(r):
		g.line.add(r)
		g.sentence.add(r)
	}
	g.chars++
	return true
}

// endLine reports whether the line was repeated too often.
func (g *guard) endLine() bool {
	if g.line.n == 0 {
		return false
	}
	if g.line.hash != g.lastLine {
		g.lastLine, g.lineRun = g.line.hash, 0
	}
	g.lineRun++
	g.line = span{}
	return g.lineRun >= sameLines
}

// endSentence reports whether a long sentence was repeated too often.
func (g *guard) endSentence() bool {
	s := g.sentence
	g.sentence = span{}
	if s.n < longSentence {
		return false
	}
	for i := range g.seen {
		if g.seen[i].n > 0 && g.seen[i].hash == s.hash {
			g.seen[i].n++
			return g.seen[i].n >= sameSentences
		}
	}
	g.seen[g.next].hash, g.seen[g.next].n = s.hash, 1
	g.next = (g.next + 1) % recent
	return false
}

func sentenceEnd(r rune) bool {
	switch r {
	case '.', '!', '?', '…', '。', '！', '？':
		return true
	}
	return false
}
