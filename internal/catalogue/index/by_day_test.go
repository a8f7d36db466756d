package index

import (
	"fmt"
	"reflect"
	"testing"
)

// TestByDayIsChosenByTheDay uses one category with more characters than are asked for, one
// with fewer and one with none.
func TestByDayIsChosenByTheDay(t *testing.T) {
	b := NewBuilder(nil)
	for id := range 103 {
		c := Character{ID: id, SearchKey: fmt.Sprint("name ", id), Category: "Many", Letter: "N", IsFree: id%3 > 0}
		if id >= 100 {
			c.Category = "Few"
		}
		b.Add(c)
	}
	x := b.Build([]string{"Many", "Few", "None"})
	first := x.PickByDay(20_000, 6)
	if !reflect.DeepEqual(first, x.PickByDay(20_000, 6)) {
		t.Error("the same day has two answers")
	}
	days := map[string]bool{}
	for day := range int64(40) {
		seen := map[int]bool{}
		sizes := map[int]int{}
		for _, members := range x.PickByDay(20_000+day, 6) {
			sizes[len(members)]++
			for _, m := range members {
				if seen[m.ID] || m.IsFree != (m.ID%3 > 0) {
					t.Errorf("day %d: %+v is wrong or twice", day, m)
				}
				seen[m.ID] = true
			}
		}
		if !reflect.DeepEqual(sizes, map[int]int{6: 1, 3: 1}) {
			t.Errorf("day %d: sizes %v", day, sizes)
		}
		days[fmt.Sprint(x.PickByDay(20_000+day, 6))] = true
	}
	if len(days) < 40 {
		t.Errorf("40 days have %d answers", len(days))
	}
}
