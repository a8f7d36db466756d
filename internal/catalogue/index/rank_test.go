package index

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// ranksByComparison computes the ranks of a query without the shortcuts of the index. It compares
// each word of the query with every character of the catalogue.
func ranksByComparison(keys []searchKey, query string) []uint8 {
	words := significantWords(query)
	costSums := make([]int, len(keys))
	for _, word := range words {
		costs := make([]int, len(keys))
		for i, key := range keys {
			costs[i] = matchCostByComparison(key, word)
		}
		// Two typos are accepted only if the word matches no character better.
		if sound := []rune(soundKey(word)); slices.Min(costs) == costMissing && len(sound) >= lettersForTwoTypos {
			for i, key := range keys {
				if slices.ContainsFunc(soundKeys(key.nameWords), func(w string) bool { return isWithinTwoTypos([]rune(w), sound) }) {
					costs[i] = costTwoTypos
				}
			}
		}
		for i := range costSums {
			costSums[i] += costs[i]
		}
	}
	out := make([]uint8, len(keys))
	for i, key := range keys {
		switch {
		case strings.HasPrefix(key.name, query):
			out[i] = rankNamePrefix
		case costSums[i] == costMissing*len(words):
			out[i] = noMatch
		default:
			out[i] = uint8(min(firstSumRank+costSums[i], noMatch-1))
		}
	}
	return out
}

func matchCostByComparison(key searchKey, word string) int {
	cost := costMissing
	lowerCostIfMatching := func(matches bool, matchCost int) {
		if matches {
			cost = min(cost, matchCost)
		}
	}
	sound := []rune(soundKey(word))
	for _, w := range key.nameWords {
		lowerCostIfMatching(w == word, costName)
		lowerCostIfMatching(strings.HasPrefix(w, word), costPrefix)
		lowerCostIfMatching(strings.Contains(w, word), costInside)
		if len(sound) >= lettersForTypo {
			lowerCostIfMatching(soundKey(w) == string(sound), costSound)
			lowerCostIfMatching(true, int(oneTypoCost([]rune(soundKey(w)), sound)))
		}
	}
	for _, w := range key.nonNameWords {
		lowerCostIfMatching(w == word, costOther)
		lowerCostIfMatching(strings.HasPrefix(w, word), costLoosePrefix)
	}
	return cost
}

// The index computes the same ranks as ranksByComparison. The random names and queries use
// few letters, so that many are similar.
// rule catalogue-search-rank
func TestIndexRanksAsDefined(t *testing.T) {
	words := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("abø")), 1, 7, -1), 1, 3)
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return strings.Join(words.Draw(t, label), " ") }
		b := NewBuilder(nil)
		for i := range rapid.IntRange(0, 30).Draw(t, "people") {
			category, tag := text("category"), text("tag")
			b.Add(Character{
				ID: i + 10, SearchKey: SearchKey(text("name"), category, text("designation"), tag),
				Category: category, FirstLetter: "A", Tags: []string{tag},
			})
		}
		keyByID := map[int]searchKey{}
		for i, e := range b.entries {
			keyByID[e.id] = searchKey{name: e.name, nameWords: b.names.wordsOfCharacter(i), nonNameWords: b.nonNameWords.wordsOfCharacter(i)}
		}
		x := b.Build(nil)
		query := Fold(text("query"))
		keys := make([]searchKey, len(x.entries))
		for position, e := range x.entries {
			keys[position] = keyByID[e.id]
		}
		if len(keys) == 0 {
			return
		}
		want := ranksByComparison(keys, query)
		for position, got := range x.ranks(query) {
			if got != want[position] {
				t.Fatalf("%q for %+v ranks %d, want %d", query, keys[position], got, want[position])
			}
		}
	})
}

// wordsOfCharacter returns the words of the character that was added as number n.
func (b *lexiconBuilder) wordsOfCharacter(n int) []string {
	var out []string
	for _, number := range b.wordIndexesOf(int32(n)) {
		out = append(out, b.words[number])
	}
	return out
}

func TestQueriesCombineFacets(t *testing.T) {
	b := NewBuilder(nil)
	for i := range 300 {
		b.Add(Character{
			ID: 1000 + i, SearchKey: "n\n", Category: []string{"A", "B", "C"}[i%3], FirstLetter: []string{"X", "Y"}[i%2],
			Tags: []string{"all", []string{"p", "q", "r", "s", "t"}[i%5]},
		})
	}
	x := b.Build(nil)
	for _, q := range []Query{{}, {Category: "A"}, {Category: "B", FirstLetter: "Y"}, {Tag: "q"}, {Category: "C", FirstLetter: "X", Tag: "s"}, {Tag: "all", FirstLetter: "Y"}, {Category: "D"}, {FirstLetter: "Z", Tag: "p"}} {
		var want []int32
		for position, e := range x.entries {
			i := e.id - 1000
			if (q.Category == "" || []string{"A", "B", "C"}[i%3] == q.Category) && (q.FirstLetter == "" || []string{"X", "Y"}[i%2] == q.FirstLetter) &&
				(q.Tag == "" || q.Tag == "all" || []string{"p", "q", "r", "s", "t"}[i%5] == q.Tag) {
				want = append(want, int32(position))
			}
		}
		if got := x.positionsMatchingFacets(q); !slices.Equal(got, want) {
			t.Errorf("%+v: %d, want %d", q, len(got), len(want))
		}
	}
}

func TestLongQueriesAreTruncated(t *testing.T) {
	words := strings.Fields("q w e r t z u i o p s f g h")
	if got := significantWords(strings.Join(words, " ")); !slices.Equal(got, sortDistinct(words[:maxQueryWords])) {
		t.Errorf("of %d words %q count", len(words), got)
	}
	b := NewBuilder(nil)
	b.Add(Character{ID: 1, SearchKey: strings.Repeat("a", maxSearchLength) + "\n"})
	x := b.Build(nil)
	if found := x.Search(Query{Search: strings.Repeat("a", maxSearchLength) + strings.Repeat("b", 10_000)}); found.Total() != 1 {
		t.Error("letters after the hundredth count")
	}
}
