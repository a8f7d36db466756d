package catalogue

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// plainRank is the rule of ranks, word by word: what the index must come to.
func plainRank(key searchKey, query string) uint8 {
	if strings.HasPrefix(key.name, query) {
		return rankNameBegins
	}
	worst := uint8(rankNameBegins)
	for _, word := range strings.Fields(query) {
		worst = max(worst, plainRankOfWord(key, word))
	}
	return worst
}

func plainRankOfWord(key searchKey, word string) uint8 {
	begins := func(w string) bool { return strings.HasPrefix(w, word) }
	near := func(w string) bool {
		return len([]rune(word)) >= minTypo && oneEdit([]rune(w), []rune(word))
	}
	switch {
	case slices.ContainsFunc(key.words, begins):
		return rankWordBegins
	case strings.Contains(key.name, word):
		return rankInName
	case slices.ContainsFunc(key.other, begins):
		return rankElsewhere
	case slices.ContainsFunc(key.words, near) || slices.ContainsFunc(key.other, near):
		return rankTypo
	}
	return noMatch
}

// TestTheIndexRanksByTheRule puts random names and queries of few letters, so
// that much is alike, before the index and the plain rule.
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
		for position, got := range x.rank(query) {
			if want := plainRank(folded[x.entries[position].id], query); got != want {
				t.Fatalf("%q for %+v ranks %d, want %d", query, folded[x.entries[position].id], got, want)
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
