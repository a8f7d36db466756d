package fold

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzTextWithPositions(f *testing.F) {
	for _, s := range []string{"Søren", "ﬁn", "d'Arc, the  Été", "한국어", "が", "´a´", "½", "\xff\xfea", "", " ", "a\u0301\u0300b", "ẞ!"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, from := TextWithPositions(s)
		if want := Text(s); got != want || len(from) != utf8.RuneCountInString(got) {
			t.Fatalf("%q: %q with %d places, want %q", s, got, len(from), want)
		}
		if !slices.IsSorted(from) || len(from) > 0 && from[len(from)-1] >= utf8.RuneCountInString(s) {
			t.Errorf("%q: the places are %v", s, from)
		}
	})
}

func TestTextWithPositionsGivesThePositionOfEachLetter(t *testing.T) {
	text, from := TextWithPositions("Étude ﬁn, 東京!")
	if want := []int{0, 1, 2, 3, 4, 6, 6, 6, 7, 10, 10, 11}; text != "etude fin 東京" || !slices.Equal(from, want) {
		t.Errorf("%q %v", text, from)
	}
	if text, from = TextWithPositions(strings.Repeat("🙂", 3)); text != "" || from != nil {
		t.Errorf("%q %v", text, from)
	}
}
