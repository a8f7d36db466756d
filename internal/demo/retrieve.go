package demo

import "slices"

// Thresholds of a find, and what moves its score (tuned on fixture talks).
const (
	minCoverage  = 0.30 // share of the question, by weight, that the text speaks of
	longCoverage = 0.18 // the same for a long question that names a subject in several words
	longScore    = 4.0
	longWords    = 2
	sayCoverage  = 0.50 // the same for a line that asks nothing
	minScore     = 1.2
	sureCoverage = 0.55 // beyond it, a line on an own subject is answered and not mirrored
	ownCoverage  = 0.70 // beyond it, a request is for an own subject
	unknownIDF   = 1.3  // weight of a word that the persona has nowhere
	toldFactor   = 0.25
	besideFactor = 0.60 // share of the best coverage below which a text is beside the point
	threadFactor = 1.15
	jumpFactor   = 1.35 // what a later text must be better by to be told out of order
)

// find is the best text for a question.
type find struct {
	snippet  int
	score    float64 // after told texts were made to weigh less
	raw      float64 // before
	coverage float64
	matched  int // terms of the question that the text has
	scores   []float64
}

// search scores all snippets against the terms. ok is false when nothing the
// persona has is about them.
func (ix *index) search(query []string, told []bool, thread int) (f find, ok bool) {
	if len(query) == 0 || len(ix.snippets) == 0 {
		return find{}, false
	}
	scores := make([]float64, len(ix.snippets))
	covered := make([]float64, len(ix.snippets))
	matched := make([]int, len(ix.snippets))
	var all float64
	for _, q := range query {
		t, known := ix.terms[q]
		if !known {
			t, known = ix.terms[ix.mend(q)]
		}
		if !known {
			all += unknownIDF
			continue
		}
		all += t.idf
		for _, p := range t.postings {
			scores[p.snippet] += p.weight
			covered[p.snippet] += t.idf
			matched[p.snippet]++
		}
	}
	f = ix.best(scores, told, thread)
	if most := slices.Max(covered); covered[f.snippet] < besideFactor*most {
		f.snippet = slices.Index(covered, most)
		f.raw = scores[f.snippet]
	}
	f.coverage = covered[f.snippet] / all
	f.matched = matched[f.snippet]
	long := f.matched >= longWords && f.coverage >= longCoverage && f.raw >= longScore
	return f, long || f.coverage >= minCoverage && f.raw >= minScore
}

// best picks the highest score, the first of equals.
func (ix *index) best(scores []float64, told []bool, thread int) find {
	f := find{score: -1, scores: scores}
	for id, raw := range scores {
		score := raw
		if told[id] {
			score *= toldFactor
		}
		if thread >= 0 && ix.snippets[id].topic == thread {
			score *= threadFactor
		}
		if score > f.score {
			f.snippet, f.score, f.raw = id, score, raw
		}
	}
	return f
}

// inOrder returns what to tell of the topic that f found: its first untold
// text, unless another is much nearer to the question. ok is false when all of
// it was told.
func (ix *index) inOrder(f find, told []bool) (id int, ok bool) {
	id = -1
	for _, s := range ix.topics[ix.snippets[f.snippet].topic].snippets {
		switch {
		case told[s]:
		case id < 0, f.scores[s] >= jumpFactor*f.scores[id] && f.scores[s] > 0:
			id = s
		}
	}
	return id, id >= 0
}

// mend returns the known word that w is one slip away from, or w.
func (ix *index) mend(w string) string {
	if len(w) < 6 {
		return w
	}
	for _, known := range ix.spelling {
		if len(known) >= 5 && known[0] == w[0] && oneSlip(known, w) {
			return known
		}
	}
	return w
}

// oneSlip tells whether a and b differ by one letter too many, too few or
// wrong, or by two neighbours that changed places.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) || a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
