package index

import (
	"slices"
	"strings"
)

// lexiconBuilder collects the words of characters.
type lexiconBuilder struct {
	indexByWord map[string]int32 // index of each word in words
	words       []string         // distinct words, in the order of their first occurrence
	wordIndexes []int32          // indexes of the words of all characters, one character after another
	ends        []int32          // for each character, where its indexes in wordIndexes end
}

func newLexiconBuilder() *lexiconBuilder { return &lexiconBuilder{indexByWord: map[string]int32{}} }

// add adds the words of the next character.
func (b *lexiconBuilder) add(words ...string) {
	for _, w := range words {
		n, known := b.indexByWord[w]
		if !known {
			w = strings.Clone(w)
			n = int32(len(b.words))
			b.indexByWord[w], b.words = n, append(b.words, w)
		}
		b.wordIndexes = append(b.wordIndexes, n)
	}
	b.ends = append(b.ends, int32(len(b.wordIndexes)))
}

// wordIndexesOf returns the indexes of the words of the character that was added as
// number n.
func (b *lexiconBuilder) wordIndexesOf(n int32) []int32 {
	first := int32(0)
	if n > 0 {
		first = b.ends[n-1]
	}
	return b.wordIndexes[first:b.ends[n]]
}

// build returns the lexicon. order[position] is the number of the add call for the character at
// this position. The add calls are counted from 0.
func (b *lexiconBuilder) build(order []int32) lexicon {
	sortedIndexes := make([]int32, len(b.words)) // sortedIndexes[place in the lexicon] is the index in b.words
	for i := range sortedIndexes {
		sortedIndexes[i] = int32(i)
	}
	slices.SortFunc(sortedIndexes, func(p, q int32) int { return strings.Compare(b.words[p], b.words[q]) })
	var text strings.Builder
	out := lexicon{offsets: make([]int32, 0, len(sortedIndexes)+1), letterSets: make([]uint32, 0, len(sortedIndexes))}
	lexiconIndexes := make([]int32, len(sortedIndexes)) // lexiconIndexes[index in b.words] is the place in the lexicon
	for lexiconIndex, n := range sortedIndexes {
		lexiconIndexes[n] = int32(lexiconIndex)
		out.offsets = append(out.offsets, int32(text.Len()))
		text.WriteString(b.words[n])
		out.letterSets = append(out.letterSets, letterSet(b.words[n]))
		text.WriteByte('\n')
	}
	out.offsets, out.text = append(out.offsets, int32(text.Len())), text.String()
	out.starts, out.postings = b.postings(order, lexiconIndexes)
	return out
}

// postings returns the fields "starts" and "postings" of the lexicon. It counts the postings first,
// so that it allocates each slice once.
func (b *lexiconBuilder) postings(order, lexiconIndexes []int32) (starts, postings []int32) {
	visitPostings := func(visit func(lexiconIndex, position int32)) {
		lastVisited := make([]int32, len(lexiconIndexes)) // for each word, 1 + the last position visited
		for position, n := range order {
			for _, word := range b.wordIndexesOf(n) {
				if lastVisited[word] <= int32(position) { // a repeated word of a character counts once
					lastVisited[word] = int32(position) + 1
					visit(lexiconIndexes[word], int32(position))
				}
			}
		}
	}
	starts = make([]int32, len(lexiconIndexes)+1)
	visitPostings(func(lexiconIndex, _ int32) { starts[lexiconIndex+1]++ })
	for i := range lexiconIndexes {
		starts[i+1] += starts[i]
	}
	postings = make([]int32, starts[len(lexiconIndexes)])
	nextStarts := slices.Clone(starts)
	visitPostings(func(lexiconIndex, position int32) {
		postings[nextStarts[lexiconIndex]] = position
		nextStarts[lexiconIndex]++
	})
	return starts, postings
}
