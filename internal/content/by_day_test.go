package content

import (
	"slices"
	"testing"
	"time"
)

const sectionsToFill = `[
	{"id":1,"section_key":"banner","is_active":true,"display_order":1,"meta_data":{"characters":[20]}},
	{"id":2,"section_key":"row","is_active":true,"display_order":2,"meta_data":{"characters":[],"fill":4}},
	{"id":3,"section_key":"tiles","is_active":true,"display_order":3,"meta_data":{"items":[{"character_id":120}]}},
	{"id":4,"section_key":"explore","is_active":true,"display_order":4,"meta_data":{"characters":[7],"fill":3}},
	{"id":5,"section_key":"faces","is_active":true,"display_order":5,"meta_data":{"characters":[5],"fill":99}}]`

// TestSectionsAreFilledByDay: the characters 7 and 5 stay, because the filled sections list them.
// The characters 20 and 120 are not added, because the sections "banner" and "tiles" list them.
// rule home-by-day
func TestSectionsAreFilledByDay(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.clock.Set(time.Unix(20_000*86_400, 0)) // on even days the first candidate is character 20
		b.load(seedFiles(sectionsToFill))
		shownIDs := func(key string) (ids []int) {
			section, err := b.home.SectionByKey(t.Context(), "", key)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range section.Meta.Characters {
				ids = append(ids, c["character_id"].(int))
			}
			return ids
		}
		want := map[string][]int{
			"row": {220, 21, 121, 221}, "explore": {7, 22, 122},
			"faces": {5, 222, 24, 124, 224, 23, 123, 223, 25, 125, 225},
		}
		for key, ids := range want {
			if got := shownIDs(key); !slices.Equal(got, ids) {
				t.Errorf("%s shows %v, want %v", key, got, ids)
			}
		}
		firstDayIDs := shownIDs("row")
		b.clock.Advance(24 * time.Hour)
		if slices.Equal(shownIDs("row"), firstDayIDs) {
			t.Error("the next day shows the same")
		}
		if list, err := b.home.Sections(t.Context(), ""); err != nil || len(list[1].Meta.Characters) != 4 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
