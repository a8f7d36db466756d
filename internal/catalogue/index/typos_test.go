package index

import (
	"testing"

	"pgregory.net/rapid"
)

// unboundedDistance computes the optimal string alignment distance without a limit.
func unboundedDistance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			if i == 0 || j == 0 {
				d[i][j] = i + j
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

func TestEditDistanceIsExactUpToItsLimit(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abcé")), 0, 9, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := []rune(word.Draw(t, "a")), []rune(word.Draw(t, "b"))
		for limit := 1; limit <= 2; limit++ {
			if got, want := editDistance(a, b, limit), min(unboundedDistance(a, b), limit+1); got != want {
				t.Fatalf("%q and %q are %d apart, want %d with limit %d", string(a), string(b), got, want, limit)
			}
		}
	})
}

func TestOneEditPrefixIsDistanceOneFromAPrefix(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abcé")), 0, 8, -1)
	rapid.Check(t, func(t *rapid.T) {
		w, q := []rune(word.Draw(t, "word")), []rune(word.Draw(t, "query"))
		want := false
		for n := range len(w) + 1 {
			want = want || unboundedDistance(w[:n], q) <= 1
		}
		if got := isOneEditFromPrefix(w, q); got != want {
			t.Fatalf("oneEditPrefix(%q, %q) is %v, want %v", string(w), string(q), got, want)
		}
	})
}
