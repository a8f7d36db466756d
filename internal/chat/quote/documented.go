package quote

import (
	"cmp"
	"slices"
)

// Thresholds of rule words-documented. They were chosen on two thirds of
// testdata/lines.jsonl.
const (
	// A whole saying: the share of its words that match, and the edits for each word.
	wholeShare = 0.75
	wholeEdits = 0.3
	// A part of a saying: its words, those of them that are not common, and the edits for
	// each word.
	partWords   = 6
	partContent = 3
	partEdits   = 0.17
	// Outside quotation marks, shorter passages are everyday phrases.
	plainWords   = 5
	plainContent = 2
	// In quotation marks and exact: a whole saying of any length from quotedWhole, a part
	// from quotedPart.
	quotedWhole   = 2
	quotedPart    = 4
	quotedContent = 2
	// A passage counts as quoted if this share of its words belongs to the alignment.
	quotedShare = 0.8
	// A word that is nearly the same counts as this part of an edit.
	nearEdit = 0.5
)

// documented returns the marks of the sayings on record, without overlap.
func (m *Matcher) documented(t text) []Mark {
	var found []alignment
	for n, s := range m.sayings {
		if s.Status != inSpirit && n < maxSayings {
			found = align(found, s, n, t, m.vocab)
		}
	}
	var marks []Mark
	slices.SortStableFunc(found, func(a, b alignment) int { return cmp.Compare(b.matched, a.matched) })
	for _, al := range found {
		if len(marks) == maxMarks || !m.accepts(al, t) {
			continue
		}
		mark := m.mark(Documented, int(t.tokens[al.first].start), int(t.tokens[al.last].end), al.saying)
		if !overlapsAny(marks, mark.Start, mark.End) {
			marks = append(marks, mark)
		}
	}
	return marks
}

func overlapsAny(marks []Mark, start, end int) bool {
	return slices.ContainsFunc(marks, func(o Mark) bool { return start < o.End && o.Start < end })
}

// accepts decides whether an alignment is a quotation.
func (m *Matcher) accepts(al alignment, t text) bool {
	length := len(m.sayings[al.saying].words)
	if al.negated || al.matched < quotedWhole {
		return false
	}
	edits := float64(al.edits) + nearEdit*float64(al.near)
	missing := float64(length - (al.to - al.from))
	whole := float64(al.matched) >= wholeShare*float64(length) && edits+missing <= wholeEdits*float64(length)
	part := al.matched >= partWords && al.content >= partContent && edits <= partEdits*float64(al.to-al.from)
	if (whole || part) && al.matched >= plainWords && al.content >= plainContent {
		return true
	}
	exact := edits == 0 && (missing == 0 || al.matched >= quotedPart && al.content >= quotedContent)
	return exact && isQuoted(al, t)
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
