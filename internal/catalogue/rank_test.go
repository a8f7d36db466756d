package catalogue

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// plainRanks is the rule of ranks, character by character and word by word: what
// the index must come to.
func plainRanks(cast []searchKey, query string) []uint8 {
	words := tellingWords(query)
	sums := make([]int, len(cast))
	for _, word := range words {
		costs := make([]int, len(cast))
		for i, key := range cast {
			costs[i] = plainCost(key, word)
		}
		// Two typos are forgiven only where the word fits nobody better.
		if heard := []rune(sound(word)); slices.Min(costs) == costMissing && len(heard) >= minTypos {
			for i, key := range cast {
				if slices.ContainsFunc(sounds(key.words), func(w string) bool { return twoTypos([]rune(w), heard) }) {
					costs[i] = costTypos
				}
			}
		}
		for i := range sums {
			sums[i] += costs[i]
		}
	}
	out := make([]uint8, len(cast))
	for i, key := range cast {
		switch {
		case strings.HasPrefix(key.name, query):
			out[i] = rankNameBegins
		case sums[i] == costMissing*len(words):
			out[i] = noMatch
		default:
			out[i] = uint8(min(rankSum+sums[i], noMatch-1))
		}
	}
	return out
}

func plainCost(key searchKey, word string) int {
	cost := costMissing
	fits := func(is bool, as int) {
		if is {
			cost = min(cost, as)
		}
	}
	heard := []rune(sound(word))
	for _, w := range key.words {
		fits(w == word, costName)
		fits(strings.HasPrefix(w, word), costBegins)
		fits(strings.Contains(w, word), costInName)
		if len(heard) >= minTypo {
			fits(sound(w) == string(heard), costSound)
			fits(true, int(oneTypo([]rune(sound(w)), heard)))
		}
	}
	for _, w := range key.other {
		fits(w == word, costElsewhere)
		fits(strings.HasPrefix(w, word), costPart)
	}
	return cost
}

// TestTheIndexRanksByTheRule puts random names and queries of few letters, so
// that much is alike, before the index and the plain rule.
// rule catalogue-search-rank
func TestTheIndexRanksByTheRule(t *testing.T) {
	words := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("abø")), 1, 7, -1), 1, 3)
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return strings.Join(words.Draw(t, label), " ") }
		m := newIndexMaker()
		for i := range rapid.IntRange(0, 30).Draw(t, "people") {
			p := person(i+10, text("name"), text("category"), text("tag"))
			p.Designation = text("designation")
			m.add(indexed{id: p.CharacterID, folded: makeKey(p), category: p.Category, letter: p.Letter, tags: p.Tags})
		}
		folded := map[int]searchKey{}
		for i, e := range m.entries {
			folded[e.id] = searchKey{name: e.name, words: m.textOf(m.name, i), other: m.textOf(m.other, i)}
		}
		x := m.make(1, nil)
		query := fold(text("query"))
		cast := make([]searchKey, len(x.entries))
		for position, e := range x.entries {
			cast[position] = folded[e.id]
		}
		if len(cast) == 0 {
			return
		}
		want := plainRanks(cast, query)
		for position, got := range x.rank(query) {
			if got != want[position] {
				t.Fatalf("%q for %+v ranks %d, want %d", query, cast[position], got, want[position])
			}
		}
	})
}

func (m *indexMaker) textOf(l *lexiconMaker, n int) []string {
	var out []string
	for _, number := range l.of(int32(n)) {
		out = append(out, l.words[number])
	}
	return out
}

func TestWithinIsAllFacets(t *testing.T) {
	m := newIndexMaker()
	for i := range 300 {
		m.add(indexed{id: 1000 + i, folded: "n\n", category: []string{"A", "B", "C"}[i%3], letter: []string{"X", "Y"}[i%2], tags: []string{"all", []string{"p", "q", "r", "s", "t"}[i%5]}})
	}
	x := m.make(1, nil)
	for _, q := range []Query{{}, {Category: "A"}, {Category: "B", Letter: "Y"}, {Tag: "q"}, {Category: "C", Letter: "X", Tag: "s"}, {Tag: "all", Letter: "Y"}, {Category: "D"}, {Letter: "Z", Tag: "p"}} {
		var want []int32
		for position, e := range x.entries {
			i := e.id - 1000
			if (q.Category == "" || []string{"A", "B", "C"}[i%3] == q.Category) && (q.Letter == "" || []string{"X", "Y"}[i%2] == q.Letter) &&
				(q.Tag == "" || q.Tag == "all" || []string{"p", "q", "r", "s", "t"}[i%5] == q.Tag) {
				want = append(want, int32(position))
			}
		}
		if got := x.within(q); !slices.Equal(got, want) {
			t.Errorf("%+v: %d, want %d", q, len(got), len(want))
		}
	}
}

func TestLongQueriesAreCut(t *testing.T) {
	words := strings.Fields("q w e r t z u i o p s f g h")
	if got := tellingWords(strings.Join(words, " ")); !slices.Equal(got, distinct(words[:maxWords])) {
		t.Errorf("of %d words %q count", len(words), got)
	}
	for n, want := range map[int]string{0: "", 1: "ø", 3: "øl🎭", 4: "øl🎭x", 9: "øl🎭x"} {
		if got := firstOf("øl🎭x", n); got != want {
			t.Errorf("the first %d are %q", n, got)
		}
	}
	m := newIndexMaker()
	m.add(indexed{id: 1, folded: strings.Repeat("a", maxSearch) + "\n"})
	x := m.make(1, nil)
	if found := x.hits(Query{Search: strings.Repeat("a", maxSearch) + strings.Repeat("b", 10_000)}); len(found.all) != 1 {
		t.Error("what stands behind the hundredth letter counts")
	}
}
