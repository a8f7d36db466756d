package quote

import (
	"cmp"
	"slices"
)

// Thresholds of rule words-documented. They are chosen for the two thirds of
// testdata/lines.jsonl that are not held out.
const (
	// Limits for the match of a whole saying. The match must have at least minWholeShare of the
	// saying's words and minWholeContentShare of its content words. maxWholeEditShare is the
	// largest number of edits per word.
	minWholeShare        = 0.7
	minWholeContentShare = 0.75
	maxWholeEditShare    = 0.35
	// Limits for the match of a part of a saying. The match needs minShortPartWords words with
	// minShortContent content words, or minLongPartWords words with minLongContent.
	// maxPartEditShare is the largest number of edits per word.
	minShortPartWords, minShortContent = 6, 3
	minLongPartWords, minLongContent   = 8, 2
	maxPartEditShare                   = 0.17
	// Outside quotation marks, a match of a whole saying needs minPlainWords words, because a
	// shorter saying may be an everyday phrase. A match of fewer than minLongWholeWords words also
	// needs minPlainContent content words, and must end where a clause of the reply ends.
	minPlainWords, minPlainContent = 5, 1
	minLongWholeWords              = 8
	// Inside quotation marks, an exact whole saying needs minQuotedWholeWords words. An exact part
	// of a saying needs minQuotedPartWords words, minQuotedContentWords of them content words.
	minQuotedWholeWords   = 2
	minQuotedPartWords    = 4
	minQuotedContentWords = 1
	// An alignment counts as quoted if it fills at least minQuotedShare of a passage. A passage is the
	// text between two quotation marks.
	minQuotedShare = 0.8
	// nearWordEditCost is the cost, in edits, of a word that is nearly the same.
	nearWordEditCost = 0.5
)

// documentedQuotations returns the quotations of sayings on record, without overlap.
// nearMissAlignments has the alignments that resemble a saying too little to be marked.
func (m *Matcher) documentedQuotations(t text) (quotations []Quotation, nearMissAlignments []alignment) {
	var found []alignment
	for n, s := range m.sayings {
		if s.SourceStatus != statusInSpirit && n < maxSayings {
			found = appendAlignments(found, s, n, t, m.vocab)
		}
	}
	slices.SortStableFunc(found, func(a, b alignment) int { return cmp.Compare(b.matchedWordCount, a.matchedWordCount) })
	for _, al := range found {
		if len(quotations) == maxQuotationsOfKind || len(nearMissAlignments) == maxQuotationsOfKind {
			break
		}
		if !m.isQuotation(al, t) {
			if al.matchedWordCount >= minSpiritWords && al.contentWordCount > 0 {
				nearMissAlignments = append(nearMissAlignments, al)
			}
			continue
		}
		start, end := t.rangeWithPunctuation(al.firstToken, al.lastToken)
		quotation := m.newQuotation(Documented, start, end, al.sayingIndex)
		if !overlapsAny(quotations, quotation.Start, quotation.End) {
			quotations = append(quotations, quotation)
		}
	}
	return quotations, nearMissAlignments
}

// resemblesSaying reports whether at least half of a passage's words match a saying on record. Such
// a passage is not marked: it is too far from the saying to be on record, and too close to be
// invented.
func resemblesSaying(p passage, nearMissAlignments []alignment) bool {
	return slices.ContainsFunc(nearMissAlignments, func(al alignment) bool {
		return p.firstToken <= al.firstToken && al.lastToken < p.endToken && 2*al.matchedWordCount >= p.endToken-p.firstToken
	})
}

func overlapsAny(quotations []Quotation, start, end int) bool {
	return slices.ContainsFunc(quotations, func(o Quotation) bool { return start < o.End && o.Start < end })
}

// isQuotation reports whether an alignment is close enough to a saying to be a quotation.
func (m *Matcher) isQuotation(al alignment, t text) bool {
	if al.changesNegation || al.matchedWordCount < minQuotedWholeWords {
		return false
	}
	s := m.sayings[al.sayingIndex]
	if s.matchesWholeSaying(al, t) || s.matchesPartOfSaying(al, t) {
		return true
	}
	missingWordCount := len(s.words) - (al.endWord - al.firstWord)
	isExact := al.editCount == 0 && al.nearWordCount == 0 && (missingWordCount == 0 || al.matchedWordCount >= minQuotedPartWords && al.contentWordCount >= minQuotedContentWords)
	return isExact && isQuoted(al, t)
}

// weightedEdits counts the edits of an alignment, with nearWordEditCost for a word that is
// nearly the same.
func (al alignment) weightedEdits() float64 {
	return float64(al.editCount) + nearWordEditCost*float64(al.nearWordCount)
}

// matchesWholeSaying reports whether an alignment covers enough of the saying to be the saying itself. An
// alignment with fewer than minLongWholeWords matched words must end where a clause of the reply ends.
func (s saying) matchesWholeSaying(al alignment, t text) bool {
	sayingWordCount := float64(len(s.words))
	missingWordCount := sayingWordCount - float64(al.endWord-al.firstWord)
	switch {
	case al.matchedWordCount < minPlainWords, al.contentWordCount < minPlainContent && al.matchedWordCount < minLongWholeWords:
		return false
	case al.matchedWordCount < minLongWholeWords && !t.endsClause(al.lastToken):
		return false
	case float64(al.matchedWordCount) < minWholeShare*sayingWordCount, float64(al.contentWordCount) < minWholeContentShare*float64(s.contentWordCount):
		return false
	}
	return al.weightedEdits()+missingWordCount <= maxWholeEditShare*sayingWordCount
}

// matchesPartOfSaying reports whether an alignment is long and close enough to be a part of the saying. The
// alignment must end where a clause of the reply ends. The end of a clause of the saying is enough
// if a common word follows in the reply. If another word follows, the reply only alludes to the
// saying.
func (s saying) matchesPartOfSaying(al alignment, t text) bool {
	isLongSayingPart := al.matchedWordCount >= minLongPartWords && al.contentWordCount >= minLongContent
	isShortSayingPart := al.matchedWordCount >= minShortPartWords && al.contentWordCount >= minShortContent
	if !isLongSayingPart && !isShortSayingPart || al.weightedEdits() > maxPartEditShare*float64(al.endWord-al.firstWord) {
		return false
	}
	return t.endsClause(al.lastToken) || s.words[al.endWord-1].endsClause && t.isBeforeCommonWord(al.lastToken)
}

// isQuoted reports whether an alignment fills a passage in quotation marks.
func isQuoted(al alignment, t text) bool {
	at, _ := slices.BinarySearchFunc(t.passages, al.lastToken+1, func(p passage, end int) int { return cmp.Compare(p.endToken, end) })
	for _, p := range t.passages[at:min(len(t.passages), at+maxNesting)] {
		if p.firstToken <= al.firstToken && float64(al.lastToken-al.firstToken+1) >= minQuotedShare*float64(p.endToken-p.firstToken) {
			return true
		}
	}
	return false
}
