package index

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// newFilterIndex returns an index of characters with the IDs 1 to 5. Number 3 is featured.
func newFilterIndex() *Index {
	b := NewBuilder([]int{3})
	for i, c := range []Character{
		{SearchKey: SearchKey("Søren Kierkegaard", "Philosophers", "doubt"), Description: "I walk through the city, and at war with myself."},
		{SearchKey: SearchKey("Amélie d’Aubigné", "Artists", "salon"), Description: "Bring wine to my salon."},
		{SearchKey: SearchKey("Ann Marlowe", "Writers", "river"), Description: "The river is the story.", IsFree: true},
		{SearchKey: SearchKey("Ana", "Athletes", "track"), Description: "Faster!"},
		{SearchKey: SearchKey("مريم الأسطرلابي", "Scientists", "stars"), Description: "النجوم"},
	} {
		c.ID = i + 1
		b.Add(c)
	}
	return b.Build(nil)
}

// matchingIDs returns the IDs from 0 to limit that a filter finds.
func (f Filter) matchingIDs(limit int) (ids []int) {
	for id := range limit + 1 {
		if _, found := f.Find(id); found {
			ids = append(ids, id)
		}
	}
	return ids
}

// rule favorites-search
func TestFilterLooksIntoNamesAndDescriptions(t *testing.T) {
	x := newFilterIndex()
	for search, want := range map[string][]int{
		"":                           {1, 2, 3, 4, 5},
		" \t":                        {1, 2, 3, 4, 5},
		"SOREN":                      {1},
		"kirkegaard":                 {1}, // a typo
		"kirkegard":                  {1}, // two typos
		"ame\u0301lie":               {2},
		"d'aubigne":                  {2},
		"an":                         {3, 4},
		"marlowe river":              {3}, // name and description
		"marlowe wine":               nil, // every word must match
		"the river":                  {3},
		"war":                        {1}, // a short word of a description
		"sal":                        {2}, // the beginning of a word
		"philosophers":               nil, // a category
		"doubt":                      nil, // a tag
		"rivre":                      nil, // no typos in descriptions
		"مريم":                       {5},
		"!!":                         nil,
		"\x00":                       nil,
		strings.Repeat("x", 500):     nil,
		strings.Repeat("ann ", 5000): {3},
	} {
		if got := x.Filter(search).matchingIDs(6); !slices.Equal(got, want) {
			t.Errorf("%.40q selects %v, want %v", search, got, want)
		}
	}
}

func TestFilterReturnsNameAndPrice(t *testing.T) {
	x := newFilterIndex()
	for id, want := range map[int]FilterMatch{1: {"soren kierkegaard", false}, 3: {"ann marlowe", true}} {
		if got, found := x.Filter("").Find(id); !found || got != want {
			t.Errorf("%d is %+v, %v", id, got, found)
		}
	}
	for _, id := range []int{0, -1, 6, 1 << 40} {
		if got, found := x.Filter("").Find(id); found {
			t.Errorf("%d is %+v", id, got)
		}
	}
	if _, found := NewBuilder(nil).Build(nil).Filter("a").Find(1); found {
		t.Error("an empty index has a character")
	}
}

// Every character is found by its ID, whatever the order of IDs and names.
func TestFilterFindsEveryID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(rapid.IntRange(1, 1000), rapid.ID[int]).Draw(t, "ids")
		b := NewBuilder([]int{7, 3})
		for _, id := range ids {
			b.Add(Character{ID: id, SearchKey: SearchKey(rapid.StringMatching(`[a-c]{1,4}`).Draw(t, "name")), IsFree: id%2 == 0})
		}
		f := b.Build(nil).Filter("")
		for _, id := range ids {
			if e, found := f.Find(id); !found || e.IsFree != (id%2 == 0) {
				t.Fatalf("%d is %+v, %v", id, e, found)
			}
		}
		if got := f.matchingIDs(1001); len(got) != len(ids) {
			t.Fatalf("%d of %d are found", len(got), len(ids))
		}
	})
}
