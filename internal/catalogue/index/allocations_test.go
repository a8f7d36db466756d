package index

import (
	"fmt"
	"testing"
)

// newFilledBuilder returns a builder of n characters, many of whose names have a common prefix.
func newFilledBuilder(n int) *Builder {
	firstNames := []string{"Maria", "Mario", "Ana", "Annelise", "Bertil", "Chidi", "Søren"}
	lastNames := []string{"Olsen", "Okafor", "Ortega", "Mariano", "Brandt"}
	b := NewBuilder([]int{1, 2})
	for i := range n {
		name := fmt.Sprintf("%s %s %c%c", firstNames[i%len(firstNames)], lastNames[i%len(lastNames)], 'A'+i%26, 'A'+i/26%26)
		category, tags := []string{"Scientists", "Artists", "Rulers"}[i%3], []string{"bees", []string{"old", "new"}[i%2]}
		b.Add(Character{
			ID: i + 1000, SearchKey: SearchKey(name, category, "Keeper of Bees", tags[0], tags[1]) + fmt.Sprintf(" w%d", i),
			Category: category, FirstLetter: name[:1], Tags: tags, Description: "I keep bees.",
		})
	}
	return b
}

// The number of allocations does not depend on the size of the catalogue.
func TestAllocationsDoNotGrowWithTheCatalogue(t *testing.T) {
	x := newFilledBuilder(20_000).Build(nil)
	for _, search := range []string{"", "a", "maria", "maria olsen", "ortgea", "nobody", "keeper of bees"} {
		allocations := testing.AllocsPerRun(5, func() { x.Search(Query{Search: search}) })
		if allocations > 40 {
			t.Errorf("a search for %q takes %v allocations", search, allocations)
		}
	}
	to := Character{ID: 1000, Category: "Artists", Tags: []string{"bees", "old"}, Description: "I keep bees."}
	if allocations := testing.AllocsPerRun(5, func() { x.Similar(to, 6) }); allocations > 80 {
		t.Errorf("Similar takes %v allocations", allocations)
	}
}
