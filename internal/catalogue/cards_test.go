package catalogue

import (
	"testing"
)

func TestKeptRowsAreAsTheyAre(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.load(crowd(5)...)
		b.list(Query{})
		b.exec(`UPDATE characters SET designation = 'Edited' WHERE character_id = 2`)
		for _, c := range b.list(Query{}).Characters {
			if (c.Designation == "Edited") != (c.CharacterID == 2) {
				t.Errorf("%d is %q", c.CharacterID, c.Designation)
			}
		}
	})
}

func TestKeptRowsAreBounded(t *testing.T) {
	c := &cards{byID: map[int]Character{}}
	for id := range 3 * maxCards {
		c.keep([]Character{{CharacterID: id}})
		if len(c.byID) > maxCards {
			t.Fatalf("%d rows are kept", len(c.byID))
		}
	}
	found := map[int]Character{}
	last := 3*maxCards - 1
	if missing := c.known([]int{last, -1}, found); len(missing) != 1 || missing[0] != -1 || found[last].CharacterID != last {
		t.Errorf("missing are %v, found %v", missing, found)
	}
}

func TestParsedPersonasAreBounded(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.load(crowd(maxParsed + 100)...)
		ids := make([]int, maxParsed+100)
		for i := range ids {
			ids[i] = i + 1
		}
		if got, err := b.Many(t.Context(), ids); err != nil || len(got) != len(ids) || len(b.parsed) > maxParsed {
			t.Errorf("%d answered, %d kept, %v", len(got), len(b.parsed), err)
		}
	})
}
