package index

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// newLexicon returns a lexicon of characters with the given words. The position of a
// character is the index of its argument.
func newLexicon(characters ...[]string) *lexicon {
	b := newLexiconBuilder()
	order := make([]int32, len(characters))
	for i, words := range characters {
		b.add(words...)
		order[i] = int32(i)
	}
	l := b.build(order)
	return &l
}

func (l *lexicon) wordsAt(numbers []int) []string {
	out := []string{}
	for _, i := range numbers {
		out = append(out, l.word(i))
	}
	return out
}

func TestLexiconFindsWordsAndPrefixes(t *testing.T) {
	l := newLexicon([]string{"mare", "sea"}, []string{"sea", "sea", "tea"}, nil, []string{"mar", "søren", "tea"})
	for word, want := range map[string][]int32{"mar": {3}, "mare": {0}, "sea": {0, 1}, "tea": {1, 3}, "søren": {3}} {
		if i := l.find(word); i < 0 || !slices.Equal(l.positions(i), want) {
			t.Errorf("%s is number %d", word, i)
		}
	}
	for _, word := range []string{"", "ma", "marea", "\n", "zebra"} {
		if i := l.find(word); i >= 0 {
			t.Errorf("%q is found as %q", word, l.word(i))
		}
	}
	if first, last := l.prefixRange("mar"); !slices.Equal(l.wordsAt([]int{first, last - 1}), []string{"mar", "mare"}) {
		t.Errorf("%d to %d start with mar", first, last)
	}
	if first, last := l.prefixRange("zz"); first != last {
		t.Errorf("%d to %d start with zz", first, last)
	}
}

func TestLexiconHasPositionsNotInsertionNumbers(t *testing.T) {
	b := newLexiconBuilder()
	b.add("a")
	b.add("a", "b")
	b.add("b")
	l := b.build([]int32{2, 0, 1})
	if p, q := l.positions(l.find("a")), l.positions(l.find("b")); !slices.Equal(p, []int32{1, 2}) || !slices.Equal(q, []int32{0, 2}) {
		t.Errorf("a is at %v, b at %v", p, q)
	}
}

func TestEmptyLexiconFindsNothing(t *testing.T) {
	l := newLexicon()
	failOnVisit := func(i int) { t.Errorf("visited %d", i) }
	l.visitSubstring("a", failOnVisit)
	l.visitOneTypo([]rune("abcd"), func(i int, _ uint8) { failOnVisit(i) })
	if first, last := l.prefixRange("a"); l.find("a") >= 0 || first != last {
		t.Errorf("%d to %d start with a", first, last)
	}
}

func TestLexiconFindsWhatAScanFinds(t *testing.T) {
	letters := []rune("abcé李")
	word := rapid.StringOfN(rapid.RuneFrom(letters), 1, 9, -1)
	rapid.Check(t, func(t *rapid.T) {
		l := newLexicon(rapid.SliceOfN(word, 0, 40).Draw(t, "words"))
		part := rapid.StringOfN(rapid.RuneFrom(letters), 1, 8, -1).Draw(t, "part")
		var containing, oneTypoWords []int
		l.visitSubstring(part, func(i int) { containing = append(containing, i) })
		isLong := len([]rune(part)) >= lettersForTypo
		if isLong {
			l.visitOneTypo([]rune(part), func(i int, _ uint8) { oneTypoWords = append(oneTypoWords, i) })
			oneTypoWords = slices.Compact(slices.Sorted(slices.Values(oneTypoWords)))
		}
		var twoTypos []int
		l.visitTwoTypos([]rune(part), func(i int) { twoTypos = append(twoTypos, i) })
		first, last := l.prefixRange(part)
		for i := range l.size() {
			w := l.word(i)
			if got, want := slices.Contains(containing, i), strings.Contains(w, part); got != want {
				t.Fatalf("%q in %q is %v", part, w, got)
			}
			if got, want := i >= first && i < last, strings.HasPrefix(w, part); got != want {
				t.Fatalf("%q starts %q is %v", part, w, got)
			}
			if got, want := slices.Contains(oneTypoWords, i), isLong && oneTypoCost([]rune(w), []rune(part)) < costMissing; got != want {
				t.Fatalf("%q one typo from %q is %v", part, w, got)
			}
			if got, want := slices.Contains(twoTypos, i), isWithinTwoTypos([]rune(w), []rune(part)); got != want {
				t.Fatalf("%q two typos from %q is %v", part, w, got)
			}
		}
		if len(containing) != len(slices.Compact(slices.Clone(containing))) {
			t.Fatalf("%q was visited twice: %v", part, containing)
		}
	})
}
