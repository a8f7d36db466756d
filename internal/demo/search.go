package demo

import "slices"

// Thresholds and factors of a match, tuned with the fixture conversations of talks_test.go and
// first_lines_test.go. Rules demo-core, demo-miss.
const (
	minQuestionCoverage  = 0.30 // least share of the question's weight that a matching text contains
	minLongMatchCoverage = 0.18 // like minQuestionCoverage, for a long match (at least minLongMatchTerms terms)
	minLongMatchScore    = 4.0  // least score of a long match
	minLongMatchTerms    = 2    // least number of matching terms of a long match
	minStatementCoverage = 0.50 // least coverage for a message that is not a question
	minScore             = 1.2  // least score
	sureCoverage         = 0.55 // from this coverage on, a text of the persona takes precedence over a general answer
	topicRequestCoverage = 0.70 // from this coverage on, a common request counts as a question about a topic
	unknownTermIDF       = 1.3  // weight of a word that no text contains
	toldTextFactor       = 0.25 // factor for the score of a text that was told
	// minCoverageShare is a share of the best coverage of all texts. If the text with the best score
	// has a coverage below this share, the text with the best coverage replaces it.
	minCoverageShare       = 0.60
	currentTopicFactor     = 1.15 // factor for the score of a text of the current topic
	minShortAnswerCoverage = 0.70 // least share of the question's weight that a short answer must contain
	minOneTermCoverage     = 0.75 // like minShortAnswerCoverage, for a short answer that has only one term of the question
	outOfOrderFactor       = 1.35 // how much better a later text must match to be told out of order
)

// searchMatch is the snippet that matches a question best.
type searchMatch struct {
	snippetID    int       // id of the snippet
	score        float64   // rawScore times toldTextFactor and currentTopicFactor, where they apply
	rawScore     float64   // sum of the weights of the question's terms in the snippet
	coverage     float64   // share of the question's weight that the text contains
	matchedTerms int       // number of the question's terms in the text; generalTerms count only if the topic of the text has them
	rawScores    []float64 // rawScore of each snippet
}

// search returns the snippet that best matches the terms of a question. ok is false if the match is
// too weak or shares only generalTerms. currentTopic is -1 if there is none.
func (ix *index) search(query []string, told []bool, currentTopic int) (f searchMatch, ok bool) {
	if len(query) == 0 || len(ix.snippets) == 0 {
		return searchMatch{}, false
	}
	scores := make([]float64, len(ix.snippets))
	coveredWeights := make([]float64, len(ix.snippets))
	matchedTermCounts := make([]int, len(ix.snippets))
	var all float64
	for _, q := range query {
		t, known := ix.terms[q]
		if !known {
			t, known = ix.terms[ix.correctSpelling(q)]
		}
		if !known {
			all += unknownTermIDF
			continue
		}
		all += t.idf
		for _, p := range t.postings {
			scores[p.snippet] += p.weight
			coveredWeights[p.snippet] += t.idf
			if !generalTerms[q] || ix.isTermOfTopic(q, p.snippet) {
				matchedTermCounts[p.snippet]++
			}
		}
	}
	f = ix.bestMatch(scores, told, currentTopic)
	if most := slices.Max(coveredWeights); coveredWeights[f.snippetID] < minCoverageShare*most {
		f.snippetID = slices.Index(coveredWeights, most)
		f.rawScore = scores[f.snippetID]
	}
	f.coverage = coveredWeights[f.snippetID] / all
	f.matchedTerms = matchedTermCounts[f.snippetID]
	isLongMatch := f.matchedTerms >= minLongMatchTerms && f.coverage >= minLongMatchCoverage && f.rawScore >= minLongMatchScore
	return f, f.matchedTerms > 0 && (isLongMatch || f.coverage >= minQuestionCoverage && f.rawScore >= minScore)
}

// isTermOfTopic reports whether the topic of a snippet has a term.
func (ix *index) isTermOfTopic(term string, snippet int) bool {
	topic := ix.snippets[snippet].topicIndex
	return topic >= 0 && slices.Contains(ix.topics[topic].terms, term)
}

// bestMatch multiplies each score by toldTextFactor and currentTopicFactor where they apply. It
// returns the snippet with the highest product. Of equal products it returns the first.
func (ix *index) bestMatch(scores []float64, told []bool, currentTopic int) searchMatch {
	f := searchMatch{score: -1, rawScores: scores}
	for id, raw := range scores {
		score := raw
		if told[id] {
			score *= toldTextFactor
		}
		if currentTopic >= 0 && ix.snippets[id].topicIndex == currentTopic {
			score *= currentTopicFactor
		}
		if score > f.score {
			f.snippetID, f.score, f.rawScore = id, score, raw
		}
	}
	return f
}

// nextSnippetInTopic returns the id of the next snippet to tell from the topic of f. This is the first
// untold snippet, unless a later one matches the question much better. ok is false if all were
// told.
func (ix *index) nextSnippetInTopic(f searchMatch, told []bool) (id int, ok bool) {
	id = -1
	for _, s := range ix.topics[ix.snippets[f.snippetID].topicIndex].snippetIDs {
		switch {
		case told[s]:
		case id < 0, f.rawScores[s] >= outOfOrderFactor*f.rawScores[id] && f.rawScores[s] > 0:
			id = s
		}
	}
	return id, id >= 0
}

// correctSpelling returns the topic term that is one typo away from w, or w.
func (ix *index) correctSpelling(w string) string {
	if len(w) < 6 {
		return w
	}
	for _, known := range ix.topicTerms {
		if len(known) >= 5 && known[0] == w[0] && differByOneTypo(known, w) {
			return known
		}
	}
	return w
}

// differByOneTypo reports whether a and b differ by one typo: a missing, additional or
// wrong letter, or two swapped neighbours.
func differByOneTypo(a, b string) bool {
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
