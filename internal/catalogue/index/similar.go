package index

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// The largest value of each part of a score. Their sum is 10. Rule profile-similar-score.
const (
	maxTagsScore     = 6
	maxCategoryScore = 2
	maxProseScore    = 2
)

// Neighbour is a similar character. ScoreTenths is its score times 10, from 1 to 100.
type Neighbour struct {
	ID          int
	ScoreTenths int
}

// Similar returns at most limit characters that are similar to a character, sorted by score and
// then by name. It leaves out the character itself and scores that round to 0. It does not read
// to.FirstLetter and to.SearchKey.
func (x *Index) Similar(to Character, limit int) []Neighbour {
	scores := make(similarityScores, len(x.entries))
	scores.addWordSimilarity(x, &x.tags, to.Tags, maxTagsScore, func(e *entry) float32 { return e.tagWeight })
	scores.addWordSimilarity(x, &x.prose, proseWords(to.Description), maxProseScore, func(e *entry) float32 { return e.proseWeight })
	if c := x.categories.find(to.Category); c >= 0 {
		for _, position := range x.categories.positions(c) {
			scores[position] += maxCategoryScore
		}
	}
	type candidate struct {
		entry  *entry
		tenths int
	}
	var candidates []candidate
	lowestScoreTenths := scores.nthBestScoreTenths(limit + 1) // one more, because the character itself has the best score
	for position, score := range scores {
		if t := scoreInTenths(score); t >= lowestScoreTenths && x.entries[position].id != to.ID {
			candidates = append(candidates, candidate{&x.entries[position], t})
		}
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.tenths, a.tenths), cmp.Compare(a.entry.name, b.entry.name), cmp.Compare(a.entry.id, b.entry.id))
	})
	out := make([]Neighbour, min(len(candidates), limit))
	for i := range out {
		out[i] = Neighbour{candidates[i].entry.id, candidates[i].tenths}
	}
	return out
}

// similarityScores has a score from 0 to 10 for each position.
type similarityScores []float32

// addWordSimilarity increases each character's score by at most the value of score. The increase is
// proportional to the weighted Dice coefficient of two lists: words, and the character's words in
// l. totalWeightOf returns the total weight of a character's words.
func (s similarityScores) addWordSimilarity(x *Index, l *lexicon, words []string, score float32, totalWeightOf func(e *entry) float32) {
	var queryWeight float32
	sharedWordWeights := make([]float32, len(s))
	for _, word := range sortDistinct(slices.Clone(words)) {
		i := l.find(word)
		if i < 0 {
			continue
		}
		w := x.wordWeight(l, i)
		queryWeight += w
		for _, position := range l.positions(i) {
			sharedWordWeights[position] += w
		}
	}
	for position, w := range sharedWordWeights {
		if w > 0 {
			s[position] += score * 2 * w / (queryWeight + totalWeightOf(&x.entries[position]))
		}
	}
}

// nthBestScoreTenths returns the score of the n-th best character in tenths: 25 means 2.5. The
// result is at least 1 tenth. Similar sorts only the characters with this score or a better score.
func (s similarityScores) nthBestScoreTenths(n int) int {
	var counts [maxScoreTenths + 1]int
	for _, score := range s {
		counts[scoreInTenths(score)]++
	}
	lowestScoreTenths := len(counts) - 1
	for ; lowestScoreTenths > 1 && n > counts[lowestScoreTenths]; lowestScoreTenths-- {
		n -= counts[lowestScoreTenths]
	}
	return lowestScoreTenths
}

const maxScoreTenths = (maxTagsScore + maxCategoryScore + maxProseScore) * 10

func scoreInTenths(score float32) int { return min(int(math.Round(float64(score)*10)), maxScoreTenths) }

// descriptionWords returns the folded words of a description, without stop words.
func descriptionWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(Fold(text)), func(w string) bool { return slices.Contains(stopWords, w) })
}

// isProseWord reports whether a word of a description counts for similarity. Short words are rarely
// specific, so they do not count. The limit is in bytes, because scripts with short words have more
// bytes in a letter.
func isProseWord(word string) bool { return len(word) >= minProseWordBytes }

const minProseWordBytes = 4

// proseWords returns the words of a description that count for similarity.
func proseWords(text string) []string {
	return slices.DeleteFunc(descriptionWords(text), func(w string) bool { return !isProseWord(w) })
}
