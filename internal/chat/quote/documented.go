package quote

import (
	"cmp"
	"slices"
)

// Thresholds of rule words-documented. They are chosen for the two thirds of
// testdata/lines.jsonl that are not held out.
const (
	// A whole saying: the least share of its words and of its content words that match, and
	// the most edits per word.
	minWholeShare   = 0.7
	minWholeContent = 0.75
	maxWholeEdits   = 0.35
	// A part of a saying must match at least minShortPart words, minShortContent of them
	// content words, or minLongPart words, minLongContent of them content words. It may have
	// maxPartEdits edits per word.
	minShortPart, minShortContent = 6, 3
	minLongPart, minLongContent   = 8, 2
	maxPartEdits                  = 0.17
	// Outside quotation marks, passages with fewer words are everyday phrases. A whole saying
	// of minLongWhole words needs no content word, and its sentence may go on.
	minPlainWords, minPlainContent = 5, 1
	minLongWhole                   = 8
	// An exact passage in quotation marks: a whole saying of at least minQuotedWhole words, or
	// a part of at least minQuotedPart words, minQuotedContent of them content words.
	minQuotedWhole   = 2
	minQuotedPart    = 4
	minQuotedContent = 1
	// An alignment counts as quoted if it has at least this share of the words of a passage in
	// quotation marks.
	minQuotedShare = 0.8
	// nearEditCost is the cost, in edits, of a word that is nearly the same.
	nearEditCost = 0.5
)

// documentedMarks returns the marks of the sayings on record, without overlap. alike has the
// alignments that resemble a saying too little to be marked.
func (m *Matcher) documentedMarks(t text) (marks []Mark, alike []alignment) {
	var found []alignment
	for n, s := range m.sayings {
		if s.Status != statusInSpirit && n < maxSayings {
			found = appendAlignments(found, s, n, t, m.vocab)
		}
	}
	slices.SortStableFunc(found, func(a, b alignment) int { return cmp.Compare(b.matched, a.matched) })
	for _, al := range found {
		if len(marks) == maxMarks || len(alike) == maxMarks {
			break
		}
		if !m.isQuotation(al, t) {
			if al.matched >= minSpiritWords && al.content > 0 {
				alike = append(alike, al)
			}
			continue
		}
		start, end := t.withPunctuation(al.first, al.last)
		mark := m.newMark(Documented, start, end, al.saying)
		if !overlapsAny(marks, mark.Start, mark.End) {
			marks = append(marks, mark)
		}
	}
	return marks, alike
}

// resemblesSaying reports whether half of the words of a passage are in a saying on record,
// although the passage is not close enough to count as that saying. Such a passage gets no
// mark: it is neither on record nor invented.
func resemblesSaying(p passage, alike []alignment) bool {
	return slices.ContainsFunc(alike, func(al alignment) bool {
		return p.from <= al.first && al.last < p.to && 2*al.matched >= p.to-p.from
	})
}

func overlapsAny(marks []Mark, start, end int) bool {
	return slices.ContainsFunc(marks, func(o Mark) bool { return start < o.End && o.Start < end })
}

// isQuotation reports whether an alignment is close enough to a saying to be a quotation.
func (m *Matcher) isQuotation(al alignment, t text) bool {
	if al.negated || al.matched < minQuotedWhole {
		return false
	}
	s := m.sayings[al.saying]
	if s.isWhole(al, t) || s.isPart(al, t) {
		return true
	}
	missing := len(s.words) - (al.to - al.from)
	exact := al.edits == 0 && al.near == 0 && (missing == 0 || al.matched >= minQuotedPart && al.content >= minQuotedContent)
	return exact && isQuoted(al, t)
}

// weightedEdits counts the edits of an alignment, with nearEditCost for a word that is
// nearly the same.
func (al alignment) weightedEdits() float64 { return float64(al.edits) + nearEditCost*float64(al.near) }

// isWhole reports whether an alignment covers enough of the saying to be the saying itself.
// With fewer than minLongWhole matched words, it must end where a clause of the reply ends.
func (s saying) isWhole(al alignment, t text) bool {
	length := float64(len(s.words))
	missing := length - float64(al.to-al.from)
	switch {
	case al.matched < minPlainWords, al.content < minPlainContent && al.matched < minLongWhole:
		return false
	case al.matched < minLongWhole && !t.endsClause(al.last):
		return false
	case float64(al.matched) < minWholeShare*length, float64(al.content) < minWholeContent*float64(s.content):
		return false
	}
	return al.weightedEdits()+missing <= maxWholeEdits*length
}

// isPart reports whether an alignment is long and close enough to be a part of the saying.
// It must end where a clause of the reply ends, or where a clause of the saying ends and the
// reply goes on with a common word. A passage that goes on otherwise is a play on the saying.
func (s saying) isPart(al alignment, t text) bool {
	long := al.matched >= minLongPart && al.content >= minLongContent
	short := al.matched >= minShortPart && al.content >= minShortContent
	if !long && !short || al.weightedEdits() > maxPartEdits*float64(al.to-al.from) {
		return false
	}
	return t.endsClause(al.last) || s.words[al.to-1].ends && t.isBeforeCommonWord(al.last)
}

// isQuoted reports whether an alignment fills a passage in quotation marks.
func isQuoted(al alignment, t text) bool {
	at, _ := slices.BinarySearchFunc(t.passages, al.last+1, func(p passage, end int) int { return cmp.Compare(p.to, end) })
	for _, p := range t.passages[at:min(len(t.passages), at+maxNesting)] {
		if p.from <= al.first && float64(al.last-al.first+1) >= minQuotedShare*float64(p.to-p.from) {
			return true
		}
	}
	return false
}
