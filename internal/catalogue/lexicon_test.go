package catalogue

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// lexiconOf is the lexicon of characters with these words, in this order.
func lexiconOf(characters ...[]string) *lexicon {
	m := newLexiconMaker()
	order := make([]int32, len(characters))
	for i, words := range characters {
		m.add(words...)
		order[i] = int32(i)
	}
	l := m.make(order)
	return &l
}

func (l *lexicon) list(numbers []int) []string {
	out := []string{}
	for _, i := range numbers {
		out = append(out, l.word(i))
	}
	return out
}

func TestLexicon(t *testing.T) {
	l := lexiconOf([]string{"mare", "sea"}, []string{"sea", "sea", "tea"}, nil, []string{"mar", "søren", "tea"})
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
	if first, last := l.beginning("mar"); !slices.Equal(l.list([]int{first, last - 1}), []string{"mar", "mare"}) {
		t.Errorf("with mar begin %d to %d", first, last)
	}
	if first, last := l.beginning("zz"); first != last {
		t.Errorf("with zz begin %d to %d", first, last)
	}
}

func TestLexiconFollowsTheOrder(t *testing.T) {
	m := newLexiconMaker()
	m.add("a")
	m.add("a", "b")
	m.add("b")
	l := m.make([]int32{2, 0, 1})
	if a, b := l.positions(l.find("a")), l.positions(l.find("b")); !slices.Equal(a, []int32{1, 2}) || !slices.Equal(b, []int32{0, 2}) {
		t.Errorf("a is at %v, b at %v", a, b)
	}
}

func TestAnEmptyLexicon(t *testing.T) {
	l := lexiconOf()
	visited := func(i int) { t.Errorf("visited %d", i) }
	l.containing("a", visited)
	l.near([]rune("abcd"), func(i int, _ uint8) { visited(i) })
	if first, last := l.beginning("a"); l.find("a") >= 0 || first != last {
		t.Errorf("something begins with a: %d to %d", first, last)
	}
}

// TestLexiconFindsWhatLookingAtEachWordFinds: the short cuts leave nothing out
// and bring nothing in.
func TestLexiconFindsWhatLookingAtEachWordFinds(t *testing.T) {
	letters := []rune("abcé李")
	word := rapid.StringOfN(rapid.RuneFrom(letters), 1, 9, -1)
	rapid.Check(t, func(t *rapid.T) {
		l := lexiconOf(rapid.SliceOfN(word, 0, 40).Draw(t, "words"))
		part := rapid.StringOfN(rapid.RuneFrom(letters), 1, 8, -1).Draw(t, "part")
		var within, near []int
		l.containing(part, func(i int) { within = append(within, i) })
		long := len([]rune(part)) >= minTypo
		if long {
			l.near([]rune(part), func(i int, _ uint8) { near = append(near, i) })
			near = slices.Compact(slices.Sorted(slices.Values(near)))
		}
		var nearby []int
		l.nearby([]rune(part), func(i int) { nearby = append(nearby, i) })
		first, last := l.beginning(part)
		for i := range l.len() {
			w := l.word(i)
			if got, want := slices.Contains(within, i), strings.Contains(w, part); got != want {
				t.Fatalf("%q in %q is %v", part, w, got)
			}
			if got, want := i >= first && i < last, strings.HasPrefix(w, part); got != want {
				t.Fatalf("%q begins %q is %v", part, w, got)
			}
			if got, want := slices.Contains(near, i), long && oneTypo([]rune(w), []rune(part)) < costMissing; got != want {
				t.Fatalf("%q near %q is %v", part, w, got)
			}
			if got, want := slices.Contains(nearby, i), twoTypos([]rune(w), []rune(part)); got != want {
				t.Fatalf("%q two typos from %q is %v", part, w, got)
			}
		}
		if len(within) != len(slices.Compact(slices.Clone(within))) {
			t.Fatalf("%q was visited twice: %v", part, within)
		}
	})
}
