package index

import (
	"math/rand/v2"
	"slices"
)

// Member is a character of a category.
type Member struct {
	ID     int
	IsFree bool
}

// PickByDay returns up to perCategory members of each category that has any. The choice and
// the order depend only on day, the number of a day, so all processes return the same. The
// cost depends on the number of categories, not of characters.
func (x *Index) PickByDay(day int64, perCategory int) [][]Member {
	random := rand.New(rand.NewPCG(uint64(day), 0))
	out := make([][]Member, 0, x.categories.size())
	for category := range x.categories.size() {
		positions := x.categories.positions(category)
		members := make([]Member, 0, perCategory)
		for _, n := range pickNumbers(random, len(positions), perCategory) {
			e := x.entries[positions[n]]
			members = append(members, Member{e.id, e.isFree})
		}
		out = append(out, members)
	}
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// pickNumbers returns k different numbers below n in random order, or all n if there are
// fewer.
func pickNumbers(random *rand.Rand, n, k int) []int {
	if n <= 2*k {
		all := random.Perm(n)
		return all[:min(n, k)]
	}
	out := make([]int, 0, k)
	for len(out) < k {
		if next := random.IntN(n); !slices.Contains(out, next) {
			out = append(out, next)
		}
	}
	return out
}
