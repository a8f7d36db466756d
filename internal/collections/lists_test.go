package collections

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"colloquy/internal/core"
)

// rule collections-name
func TestCollectionTextsAreCheckedAndTrimmed(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		for _, c := range []struct {
			name, description         string
			wantName, wantDescription string
			field, text               string // of the expected error
		}{
			{" Late \n talks ", "  With tea.\r\nSlowly. ", "Late talks", "With tea.\nSlowly.", "", ""},
			{strings.Repeat("é", 60), strings.Repeat("🎭", 300), strings.Repeat("é", 60), strings.Repeat("🎭", 300), "", ""},
			{"<b>Bold</b>", "\u200b", "<b>Bold</b>", "", "", ""},
			{" \n", "", "", "", "name", "Name is required"},
			{"\u200b\ufe0f", "", "", "", "name", "Name is required"},
			{strings.Repeat("a", 61), "", "", "", "name", "Name is too long (at most 60 characters)"},
			{"a\x07", "", "", "", "name", "Name contains characters that cannot be shown"},
			{"a", strings.Repeat("a", 301), "", "", "description", "Description is too long (at most 300 characters)"},
			{"a", "b\x1b", "", "", "description", "Description contains characters that cannot be shown"},
		} {
			l, err := b.Create(ctx, ada, c.name, c.description)
			if c.field == "" {
				if err != nil || l.Name != c.wantName || l.Description != c.wantDescription {
					t.Errorf("%q, %q: %+v, %v", c.name, c.description, l, err)
				}
				continue
			}
			fault, _ := err.(*core.Error)
			if fault == nil || fault.Kind != core.Invalid || fault.TextByField[c.field] != c.text {
				t.Errorf("%.10q, %.10q: %v, want %q", c.name, c.description, err, c.text)
			}
			if _, err := b.Edit(ctx, ada, "any", c.name, c.description); core.KindOf(err) != core.Invalid {
				t.Errorf("edited to %.10q, %.10q: %v", c.name, c.description, err)
			}
		}
	})
}

// rule collections-name
func TestEditKeepsTheCharacters(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		listBefore := b.newList(3, 1)
		editedList, err := b.Edit(t.Context(), ada, listBefore.ID, "Mornings", "Coffee")
		if err != nil || editedList.Name != "Mornings" || editedList.Description != "Coffee" || editedList.ShownCount != 2 || !editedList.UpdatedAt.After(listBefore.UpdatedAt) || !editedList.CreatedAt.Equal(listBefore.CreatedAt) {
			t.Errorf("%+v, %v", editedList, err)
		}
		if same, err := b.Create(t.Context(), ada, "Mornings", ""); err != nil || same.ID == editedList.ID {
			t.Errorf("a second collection with the name: %+v, %v", same, err)
		}
	})
}

// 200 parallel calls make no more than 100 collections, and a deletion makes room for
// another. Rule collections-limits.
func TestAUserHasAtMostAHundredCollections(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		var created atomic.Int64
		callFromParallelClients(func(int) {
			_, err := b.Create(ctx, ada, "Evenings", "")
			if err == nil {
				created.Add(1)
			} else if core.KindOf(err) != core.Conflict {
				t.Error(err)
			}
		})
		if n := b.selectNumber(`SELECT count(*) FROM collection_lists WHERE user_id = 'ada'`); n != 100 || created.Load() != 100 {
			t.Errorf("%d collections after %d successes", n, created.Load())
		}
		_, err := b.Create(ctx, ada, "One more", "")
		wantError(t, "one more", err, errTooManyCollections)
		if _, err := b.Create(ctx, bo, "Mine", ""); err != nil {
			t.Errorf("another user: %v", err)
		}
		lists, err := b.Collections(ctx, ada, "")
		if err != nil || len(lists) != 100 {
			t.Fatalf("%d collections, %v", len(lists), err)
		}
		callFromParallelClients(func(i int) { // 200 calls delete ten collections, twenty calls for each collection
			if err := b.Delete(ctx, ada, lists[i%10].ID); err != nil && core.KindOf(err) != core.NotFound {
				t.Error(err)
			}
		})
		if n := b.selectNumber(`SELECT lists FROM collection_counts WHERE user_id = 'ada'`); n != 90 || b.selectNumber(`SELECT count(*) FROM collection_lists WHERE user_id = 'ada'`) != 90 {
			t.Errorf("the number is %d after ten deletions", n)
		}
	})
}

// rule collections-overview
func TestListsShowTheFirstCharactersAndTheNamedOne(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		olderList, newer := b.newList(7, 6, 5, 4, 3, 2), b.newList(2)
		if _, err := b.Create(ctx, bo, "Not ada's", ""); err != nil {
			t.Fatal(err)
		}
		b.hideCharacter(6)
		for ref, has := range map[string][2]bool{"": {}, "2": {true, true}, "3": {false, true}, "6": {false, true}, "nobody": {}, "9999": {}} {
			lists, err := b.Collections(ctx, ada, ref)
			if err != nil || len(lists) != 2 || lists[0].ID != newer.ID || lists[1].ID != olderList.ID {
				t.Fatalf("%q: %+v, %v", ref, lists, err)
			}
			if got := [2]bool{lists[0].HasNamedCharacter, lists[1].HasNamedCharacter}; got != has {
				t.Errorf("%q is in %v, want %v", ref, got, has)
			}
			if l := lists[1]; l.ShownCount != 5 || !equalIDs(shownIDs(l), 7, 5, 4, 3) {
				t.Errorf("the preview of %d is %v", l.ShownCount, shownIDs(l))
			}
		}
	})
}

func equalIDs(got []int, want ...int) bool { return slices.Equal(got, want) }

// rule collections-own
func TestCollectionsOfOthersAreNotFound(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		l := b.newList(1, 2)
		for what, call := range map[string]func(id string) error{
			"read":     func(id string) error { _, err := b.Collection(ctx, bo, id); return err },
			"edit":     func(id string) error { _, err := b.Edit(ctx, bo, id, "Mine", ""); return err },
			"delete":   func(id string) error { return b.Delete(ctx, bo, id) },
			"add":      func(id string) error { _, err := b.AddCharacter(ctx, bo, id, "3"); return err },
			"take out": func(id string) error { _, err := b.RemoveCharacter(ctx, bo, id, "1"); return err },
			"reorder":  func(id string) error { _, err := b.Reorder(ctx, bo, id, []int{2, 1}); return err },
			"share":    func(id string) error { _, err := b.Share(ctx, bo, id); return err },
			"unshare":  func(id string) error { return b.Unshare(ctx, bo, id) },
		} {
			wantError(t, what, call(l.ID), errNoCollection)
			wantError(t, what+" nothing", call("nothing"), errNoCollection)
		}
		b.wantCharacters(l.ID, 1, 2)
		if n := b.selectNumber(`SELECT count(*) FROM collection_counts WHERE user_id = 'bo'`); n != 0 {
			t.Error("a refused deletion has changed the number of collections")
		}
	})
}

// rule collections-own
func TestABrokenRowHidesOnlyItself(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		brokenList, whole := b.newList(1), b.newList(2)
		b.execSQL(`UPDATE collection_lists SET characters = '{' WHERE id = $1`, brokenList.ID)
		lists, err := b.Collections(ctx, ada, "")
		if err != nil || len(lists) != 1 || lists[0].ID != whole.ID {
			t.Errorf("%+v, %v", lists, err)
		}
		_, err = b.AddCharacter(ctx, ada, brokenList.ID, "2")
		wantError(t, "an addition", err, errNoCollection)
		if err := b.Delete(ctx, ada, brokenList.ID); err != nil {
			t.Error(err)
		}
	})
}
