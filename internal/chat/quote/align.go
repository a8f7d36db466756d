package quote

import "sync"

// Scores of the alignment of a saying with a reply. Only their order matters: a run of
// matching words outweighs a few edits, and a changed negation ends a run.
const (
	contentScore      = 4
	commonScore       = 2
	nearScore         = 3
	substitutionScore = -3
	insertionScore    = -2
	deletionScore     = -2
	negationScore     = -9
)

// step is how a cell of the alignment was reached.
type step uint8

const (
	stepStart step = iota // nothing is aligned
	stepMatch
	stepNear
	stepOther   // the reply has another word
	stepAdded   // the reply has a further word
	stepDropped // the reply lacks a word
	stepSwapped // two words in the other order
)

// alignment describes a passage of a reply that resembles a saying.
type alignment struct {
	saying      int  // index in Matcher.sayings
	first, last int  // tokens of the reply, both inclusive
	from, to    int  // words of the saying, to exclusive
	matched     int  // words
	content     int  // matched words that are not common
	near        int  // matched words that are only nearly the same
	edits       int  // other, added, dropped and swapped words
	negated     bool // an edit adds, drops or changes a negation
}

// aligner computes local alignments of one saying with the tokens of a reply, row by row.
// A row is a token, a column a word of the saying.
type aligner struct {
	words  []word
	tokens []token

	scores [3][]int16 // of the current row and the two before
	steps  []step     // of all rows since base
	base   int        // the token of the first row
	best   int16
	bestAt cell
}

type cell struct{ token, word int }

var alignerPool = sync.Pool{New: func() any { return new(aligner) }}

// appendAlignments appends to found the best alignments of s, which has the index n, with
// the text t. They do not overlap.
func appendAlignments(found []alignment, s saying, n int, t text, v *vocabulary) []alignment {
	a := alignerPool.Get().(*aligner)
	defer func() {
		a.words, a.tokens = nil, nil
		alignerPool.Put(a)
	}()
	a.words, a.tokens = s.words, t.tokens
	a.reset(0)
	active := false
	for i := 0; i < len(a.tokens); i++ {
		id := a.tokens[i].id
		if !active && (id < 0 || v.in[id]&(1<<n) == 0) {
			a.reset(i + 1)
			continue
		}
		active = id != barrier && a.computeRow(i, v)
		if active && i-a.bestAt.token <= len(a.words)+maxInterruption && i+1 < len(a.tokens) {
			continue
		}
		if a.best > 0 {
			found = append(found, a.traceBack(n, v))
			i = a.bestAt.token
		}
		a.reset(i + 1)
		active = false
	}
	return found
}

// reset starts a new alignment at token base.
func (a *aligner) reset(base int) {
	width := len(a.words) + 1
	for n := range a.scores {
		if cap(a.scores[n]) < width {
			a.scores[n] = make([]int16, width)
		}
		a.scores[n] = a.scores[n][:width]
		clear(a.scores[n])
	}
	a.steps, a.base, a.best, a.bestAt = a.steps[:0], base, 0, cell{base, 0}
}

// computeRow computes the row of token i and reports whether any of its scores is positive.
func (a *aligner) computeRow(i int, v *vocabulary) bool {
	a.scores[0], a.scores[1], a.scores[2] = a.scores[2], a.scores[0], a.scores[1]
	now, before, twoBefore := a.scores[0], a.scores[1], a.scores[2]
	now[0] = 0
	a.steps = append(a.steps, stepStart)
	t := a.tokens[i]
	added := int16(insertionScore)
	if t.interrupts {
		added = 0
	}
	if v.isNegation(t.id) {
		added = negationScore
	}
	active := false
	for j := 1; j < len(now); j++ {
		w := a.words[j-1]
		score, how := int16(0), stepStart
		if diagonal, step := compareWords(t, w, v); before[j-1]+diagonal > score {
			score, how = before[j-1]+diagonal, step
		}
		if s := before[j] + added; s > score {
			score, how = s, stepAdded
		}
		dropped := int16(deletionScore)
		if w.negation {
			dropped = negationScore
		}
		if s := now[j-1] + dropped; s > score {
			score, how = s, stepDropped
		}
		if j > 1 && i > a.base && t.id == a.words[j-2].id && a.tokens[i-1].id == w.id {
			if s := twoBefore[j-2] + commonScore; s > score {
				score, how = s, stepSwapped
			}
		}
		now[j] = score
		a.steps = append(a.steps, how)
		active = active || score > 0
		if score > a.best {
			a.best, a.bestAt = score, cell{i, j}
		}
	}
	return active
}

// compareWords returns the score of aligning a token with a word of a saying, and the step.
func compareWords(t token, w word, v *vocabulary) (int16, step) {
	switch {
	case t.id == w.id && t.near:
		return nearScore, stepNear
	case t.id == w.id && w.content:
		return contentScore, stepMatch
	case t.id == w.id:
		return commonScore, stepMatch
	case w.negation != v.isNegation(t.id):
		return negationScore, stepOther
	}
	return substitutionScore, stepOther
}

// traceBack follows the best alignment back to its start.
func (a *aligner) traceBack(n int, v *vocabulary) alignment {
	width := len(a.words) + 1
	at := a.bestAt
	out := alignment{saying: n, last: at.token, to: at.word, first: at.token}
	for at.token >= a.base && at.word > 0 {
		how := a.steps[(at.token-a.base)*width+at.word]
		if how == stepStart {
			break
		}
		out.addStep(how, a.tokens[at.token], a.words[at.word-1], v)
		if how != stepAdded && how != stepDropped {
			out.first = at.token
		}
		switch how {
		case stepAdded:
			at.token--
		case stepDropped:
			at.word--
		case stepSwapped:
			out.first = at.token - 1
			at = cell{at.token - 2, at.word - 2}
		default:
			at = cell{at.token - 1, at.word - 1}
		}
	}
	out.from = at.word
	return out
}

// addStep adds one step to the figures of an alignment.
func (al *alignment) addStep(how step, t token, w word, v *vocabulary) {
	switch how {
	case stepMatch, stepNear:
		al.matched++
		if w.content {
			al.content++
		}
		if how == stepNear {
			al.near++
		}
	case stepOther:
		al.edits++
		al.negated = al.negated || w.negation != v.isNegation(t.id)
	case stepAdded:
		if !t.interrupts {
			al.edits++
		}
		al.negated = al.negated || v.isNegation(t.id) && !t.interrupts
	case stepDropped:
		al.edits++
		al.negated = al.negated || w.negation
	case stepSwapped:
		al.matched += 2
		al.edits++
		if w.content {
			al.content++
		}
	}
}
