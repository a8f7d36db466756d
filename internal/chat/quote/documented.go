package quote

import (
	"cmp"
	"slices"
)

// Thresholds of rule words-documented. They were chosen on two thirds of
// testdata/lines.jsonl.
const (
	// A whole saying: the shares of its words and of its content words that match, and the
	// edits for each word.
	wholeShare   = 0.7
	wholeContent = 0.75
	wholeEdits   = 0.35
	// A part of a saying: its words, with the content words that it needs, and the edits for
	// each word.
	shortPart, shortContent = 6, 3
	longPart, longContent   = 8, 2
	partEdits               = 0.17
	// Outside quotation marks, shorter passages are everyday phrases. A whole saying of
	// longWhole words needs no content word, and its sentence may go on.
	plainWords, plainContent = 5, 1
	longWhole                = 8
	// In quotation marks and exact: a whole saying of any length from quotedWhole, a part
	// from quotedPart.
	quotedWhole   = 2
	quotedPart    = 4
	quotedContent = 1
	// A passage counts as quoted if this share of its words belongs to the alignment.
	quotedShare = 0.8
	// A word that is nearly the same counts as this part of an edit.
	nearEdit = 0.5
)

// documented returns the marks of the sayings on record, without overlap, and the alignments
// that resemble a saying too little to be marked.
func (m *Matcher) documented(t text) (marks []Mark, alike []alignment) {
	var found []alignment
	for n, s := range m.sayings {
		if s.Status != inSpirit && n < maxSayings {
			found = align(found, s, n, t, m.vocab)
		}
	}
	slices.SortStableFunc(found, func(a, b alignment) int { return cmp.Compare(b.matched, a.matched) })
	for _, al := range found {
		if len(marks) == maxMarks || len(alike) == maxMarks {
			break
		}
		if !m.accepts(al, t) {
			if al.matched >= minSpiritWords && al.content > 0 {
				alike = append(alike, al)
			}
			continue
		}
		start, end := t.withPunctuation(al.first, al.last)
		mark := m.mark(Documented, start, end, al.saying)
		if !overlapsAny(marks, mark.Start, mark.End) {
			marks = append(marks, mark)
		}
	}
	return marks, alike
}

// resembles reports whether half of the words of a passage are those of a saying on record,
// without being close enough to it. Such a passage gets no mark: it is neither on record nor
// invented.
func resembles(p passage, alike []alignment) bool {
	return slices.ContainsFunc(alike, func(al alignment) bool {
		return p.from <= al.first && al.last < p.to && 2*al.matched >= p.to-p.from
	})
}

func overlapsAny(marks []Mark, start, end int) bool {
	return slices.ContainsFunc(marks, func(o Mark) bool { return start < o.End && o.Start < end })
}

// accepts decides whether an alignment is a quotation.
func (m *Matcher) accepts(al alignment, t text) bool {
	if al.negated || al.matched < quotedWhole {
		return false
	}
	s := m.sayings[al.saying]
	if s.isWhole(al, t) || s.isPart(al, t) {
		return true
	}
	missing := len(s.words) - (al.to - al.from)
	exact := al.edits == 0 && al.near == 0 && (missing == 0 || al.matched >= quotedPart && al.content >= quotedContent)
	return exact && isQuoted(al, t)
}

// editsOf counts the edits of an alignment.
func (al alignment) editsOf() float64 { return float64(al.edits) + nearEdit*float64(al.near) }

// isWhole reports whether an alignment covers enough of the saying to be the saying itself. A
// short one has to end with a clause of the reply.
func (s saying) isWhole(al alignment, t text) bool {
	length := float64(len(s.words))
	missing := length - float64(al.to-al.from)
	switch {
	case al.matched < plainWords, al.content < plainContent && al.matched < longWhole:
		return false
	case al.matched < longWhole && !t.endsClause(al.last):
		return false
	case float64(al.matched) < wholeShare*length, float64(al.content) < wholeContent*float64(s.content):
		return false
	}
	return al.editsOf()+missing <= wholeEdits*length
}

// isPart reports whether an alignment is a part of the saying that ends with a clause of the
// reply, or with one of the saying before a common word. A passage that goes on in other
// words is a play on the saying.
func (s saying) isPart(al alignment, t text) bool {
	long := al.matched >= longPart && al.content >= longContent
	short := al.matched >= shortPart && al.content >= shortContent
	if !long && !short || al.editsOf() > partEdits*float64(al.to-al.from) {
		return false
	}
	return t.endsClause(al.last) || s.words[al.to-1].ends && t.goesOnCommonly(al.last)
}

// isQuoted reports whether an alignment fills a passage in quotation marks.
func isQuoted(al alignment, t text) bool {
	at, _ := slices.BinarySearchFunc(t.passages, al.last+1, func(p passage, end int) int { return cmp.Compare(p.to, end) })
	for _, p := range t.passages[at:min(len(t.passages), at+maxNesting)] {
		if p.from <= al.first && float64(al.last-al.first+1) >= quotedShare*float64(p.to-p.from) {
			return true
		}
	}
	return false
}
