package quote

import "sync"

// Scores of the alignment of a saying with a reply. Only their order matters. A run of matching
// words outweighs a few edits. A changed negation ends a run.
const (
	contentMatchScore    = 4
	commonMatchScore     = 2
	nearMatchScore       = 3
	substitutionScore    = -3
	insertionScore       = -2
	deletionScore        = -2
	changedNegationScore = -9 // rule words-documented
)

// alignmentStep is the edit by which a cell of the alignment was reached from an earlier cell.
type alignmentStep uint8

const (
	stepStart alignmentStep = iota // nothing is aligned
	stepMatch
	stepNear
	stepSubstituted // the reply has a different word in place of the saying's word
	stepAdded       // the reply has an extra word
	stepDropped     // the reply lacks a word
	stepSwapped     // the reply has two words in reverse order
)

// alignment matches a passage of a reply with the words of a saying that it resembles.
type alignment struct {
	sayingIndex           int  // index in Matcher.sayings
	firstToken, lastToken int  // tokens of the reply, both inclusive
	firstWord, endWord    int  // words of the saying; endWord is exclusive
	matchedWordCount      int  // words that the passage and the saying have in common
	contentWordCount      int  // matched words that are not common
	nearWordCount         int  // matched words that are only nearly the same
	editCount             int  // other, added, dropped and swapped words
	changesNegation       bool // an edit adds, drops or changes a negation
}

// aligner computes local alignments of one saying with the tokens of a reply, row by row.
// A row is a token, a column a word of the saying.
type aligner struct {
	words  []word
	tokens []token

	scores    [3][]int16      // scores of the current row and of the two rows before it
	steps     []alignmentStep // the step of each cell, row by row; the first row belongs to baseToken
	baseToken int             // index of the token of the first row
	bestScore int16
	bestCell  alignmentCell
}

type alignmentCell struct{ token, word int }

var alignerPool = sync.Pool{New: func() any { return new(aligner) }}

// appendAlignments appends the best alignments of the saying s with the text t to the list found.
// The alignments do not overlap. n is the index of s in Matcher.sayings.
func appendAlignments(found []alignment, s saying, n int, t text, v *vocabulary) []alignment {
	a := alignerPool.Get().(*aligner)
	defer func() {
		a.words, a.tokens = nil, nil
		alignerPool.Put(a)
	}()
	a.words, a.tokens = s.words, t.tokens
	a.reset(0)
	isAligning := false
	for i := 0; i < len(a.tokens); i++ {
		id := a.tokens[i].id
		if !isAligning && (id < 0 || v.sayingSetByWord[id]&(1<<n) == 0) {
			a.reset(i + 1)
			continue
		}
		isAligning = id != paragraphBreak && a.computeScoreRow(i, v)
		if isAligning && i-a.bestCell.token <= len(a.words)+maxInterruptionWords && i+1 < len(a.tokens) {
			continue
		}
		if a.bestScore > 0 {
			found = append(found, a.traceBack(n, v))
			i = a.bestCell.token
		}
		a.reset(i + 1)
		isAligning = false
	}
	return found
}

// reset starts a new alignment. The first row of the alignment will be the row of the token with
// the index `base`.
func (a *aligner) reset(base int) {
	width := len(a.words) + 1
	for n := range a.scores {
		if cap(a.scores[n]) < width {
			a.scores[n] = make([]int16, width)
		}
		a.scores[n] = a.scores[n][:width]
		clear(a.scores[n])
	}
	a.steps, a.baseToken, a.bestScore, a.bestCell = a.steps[:0], base, 0, alignmentCell{base, 0}
}

// computeScoreRow computes the row of token i and reports whether any of its scores is positive.
func (a *aligner) computeScoreRow(i int, v *vocabulary) bool {
	a.scores[0], a.scores[1], a.scores[2] = a.scores[2], a.scores[0], a.scores[1]
	row, previousRow, rowBeforeLast := a.scores[0], a.scores[1], a.scores[2]
	row[0] = 0
	a.steps = append(a.steps, stepStart)
	t := a.tokens[i]
	addedScore := int16(insertionScore)
	if t.interruptsQuotation {
		addedScore = 0
	}
	if v.isNegation(t.id) {
		addedScore = changedNegationScore
	}
	hasPositiveScore := false
	for j := 1; j < len(row); j++ {
		w := a.words[j-1]
		score, bestStep := int16(0), stepStart
		if diagonal, step := compareWords(t, w, v); previousRow[j-1]+diagonal > score {
			score, bestStep = previousRow[j-1]+diagonal, step
		}
		if s := previousRow[j] + addedScore; s > score {
			score, bestStep = s, stepAdded
		}
		droppedScore := int16(deletionScore)
		if w.isNegation {
			droppedScore = changedNegationScore
		}
		if s := row[j-1] + droppedScore; s > score {
			score, bestStep = s, stepDropped
		}
		if j > 1 && i > a.baseToken && t.id == a.words[j-2].id && a.tokens[i-1].id == w.id {
			if s := rowBeforeLast[j-2] + commonMatchScore; s > score {
				score, bestStep = s, stepSwapped
			}
		}
		row[j] = score
		a.steps = append(a.steps, bestStep)
		hasPositiveScore = hasPositiveScore || score > 0
		if score > a.bestScore {
			a.bestScore, a.bestCell = score, alignmentCell{i, j}
		}
	}
	return hasPositiveScore
}

// compareWords returns the score of aligning a token with a word of a saying, and the step.
func compareWords(t token, w word, v *vocabulary) (int16, alignmentStep) {
	switch {
	case t.id == w.id && t.isNearMatch:
		return nearMatchScore, stepNear
	case t.id == w.id && w.isContent:
		return contentMatchScore, stepMatch
	case t.id == w.id:
		return commonMatchScore, stepMatch
	case w.isNegation != v.isNegation(t.id):
		return changedNegationScore, stepSubstituted
	}
	return substitutionScore, stepSubstituted
}

// traceBack follows the best alignment back to its start.
func (a *aligner) traceBack(n int, v *vocabulary) alignment {
	width := len(a.words) + 1
	at := a.bestCell
	out := alignment{sayingIndex: n, lastToken: at.token, endWord: at.word, firstToken: at.token}
	for at.token >= a.baseToken && at.word > 0 {
		stepKind := a.steps[(at.token-a.baseToken)*width+at.word]
		if stepKind == stepStart {
			break
		}
		out.addStep(stepKind, a.tokens[at.token], a.words[at.word-1], v)
		if stepKind != stepAdded && stepKind != stepDropped {
			out.firstToken = at.token
		}
		switch stepKind {
		case stepAdded:
			at.token--
		case stepDropped:
			at.word--
		case stepSwapped:
			out.firstToken = at.token - 1
			at = alignmentCell{at.token - 2, at.word - 2}
		default:
			at = alignmentCell{at.token - 1, at.word - 1}
		}
	}
	out.firstWord = at.word
	return out
}

// addStep adds one step to the figures of an alignment.
func (al *alignment) addStep(stepKind alignmentStep, t token, w word, v *vocabulary) {
	switch stepKind {
	case stepMatch, stepNear:
		al.matchedWordCount++
		if w.isContent {
			al.contentWordCount++
		}
		if stepKind == stepNear {
			al.nearWordCount++
		}
	case stepSubstituted:
		al.editCount++
		al.changesNegation = al.changesNegation || w.isNegation != v.isNegation(t.id)
	case stepAdded:
		if !t.interruptsQuotation {
			al.editCount++
		}
		al.changesNegation = al.changesNegation || v.isNegation(t.id) && !t.interruptsQuotation
	case stepDropped:
		al.editCount++
		al.changesNegation = al.changesNegation || w.isNegation
	case stepSwapped:
		al.matchedWordCount += 2
		al.editCount++
		if w.isContent {
			al.contentWordCount++
		}
	}
}
