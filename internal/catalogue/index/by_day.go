package index

import (
	"math/rand/v2"
	"slices"
)

// DailyPick is a character that PickByDay has picked.
type DailyPick struct {
	ID     int
	IsFree bool
}

// PickByDay returns up to perCategory members of each category that has any. day is the number of a
// day. All processes return the same members in the same order for the same day. The cost grows
// with the number of categories, not of characters. Rule home-by-day.
func (x *Index) PickByDay(day int64, perCategory int) [][]DailyPick {
	random := rand.New(rand.NewPCG(uint64(day), 0))
	out := make([][]DailyPick, 0, x.categories.size())
	for category := range x.categories.size() {
		positions := x.categories.positions(category)
		picks := make([]DailyPick, 0, perCategory)
		for _, n := range pickNumbers(random, len(positions), perCategory) {
			e := x.entries[positions[n]]
			picks = append(picks, DailyPick{e.id, e.isFree})
		}
		out = append(out, picks)
	}
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// pickNumbers returns k different numbers from 0 to n-1 in random order, or all of them if n is
// less than k.
func pickNumbers(random *rand.Rand, n, k int) []int {
	if n <= 2*k {
		shuffledNumbers := random.Perm(n)
		return shuffledNumbers[:min(n, k)]
	}
	out := make([]int, 0, k)
	for len(out) < k {
		if next := random.IntN(n); !slices.Contains(out, next) {
			out = append(out, next)
		}
	}
	return out
}
