package index

import (
	"fmt"
	"reflect"
	"testing"
)

// TestDailyPicksDependOnTheDay uses one category with more characters than are asked for, one
// with fewer and one with none.
func TestDailyPicksDependOnTheDay(t *testing.T) {
	b := NewBuilder(nil)
	for id := range 103 {
		c := Character{ID: id, SearchKey: fmt.Sprint("name ", id), Category: "Many", FirstLetter: "N", IsFree: id%3 > 0}
		if id >= 100 {
			c.Category = "Few"
		}
		b.Add(c)
	}
	x := b.Build([]string{"Many", "Few", "None"})
	firstPicks := x.PickByDay(20_000, 6)
	if !reflect.DeepEqual(firstPicks, x.PickByDay(20_000, 6)) {
		t.Error("the same day has two answers")
	}
	differentPicks := map[string]bool{}
	for day := range int64(40) {
		pickedIDs := map[int]bool{}
		countBySize := map[int]int{}
		for _, picks := range x.PickByDay(20_000+day, 6) {
			countBySize[len(picks)]++
			for _, m := range picks {
				if pickedIDs[m.ID] || m.IsFree != (m.ID%3 > 0) {
					t.Errorf("day %d: %+v is wrong or twice", day, m)
				}
				pickedIDs[m.ID] = true
			}
		}
		if !reflect.DeepEqual(countBySize, map[int]int{6: 1, 3: 1}) {
			t.Errorf("day %d: sizes %v", day, countBySize)
		}
		differentPicks[fmt.Sprint(x.PickByDay(20_000+day, 6))] = true
	}
	if len(differentPicks) < 40 {
		t.Errorf("40 days have %d answers", len(differentPicks))
	}
}
