package clean

import "unicode"

// The runaway guard. A refrain of a poem may come five times, a villanelle's
// four; a looping model does not end.
const (
	sameLines     = 4  // the same line so often in a row ends the reply
	sameSentences = 6  // the same long sentence so often among the recent ones does
	longSentence  = 24 // visible characters that make a sentence long
	recent        = 32 // long sentences that are remembered
)

// guard ends a reply that is too long or repeats itself. It stores hashes only
// and never allocates.
type guard struct {
	full  bool // the reply is over
	chars int

	line, sentence span
	lastLine       uint64
	lineRun        int
	seen           [recent]struct {
		hash uint64
		n    int
	}
	next int // the slot of seen that is overwritten next
}

// span is a run of visible characters: how many, and their FNV-1a hash.
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

// passed is allow for a plain piece: it returns how many bytes may be shown.
func (g *guard) passed(piece string, limit int) int {
	for i, r := range piece {
		if !g.allow(r, limit) {
			return i
		}
	}
	return len(piece)
}

// allow counts r and reports whether it may be shown. A line is judged at the
// newline after it, which is not shown when the reply ends there.
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

// endLine reports that the line was the same once too often.
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

// endSentence reports that a long sentence was the same once too often.
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
