package collections

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"colloquy/internal/core"
)

// rule collections-add
func TestAddPutsACharacterAtTheEndOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		l := b.newList(5, 3)
		unchangedList, err := b.AddCharacter(ctx, ada, l.ID, "5")
		if err != nil || !equalIDs(shownIDs(unchangedList), 5, 3) || !unchangedList.UpdatedAt.Equal(l.UpdatedAt) {
			t.Errorf("added again: %+v, %v", unchangedList, err)
		}
		extendedList, err := b.AddCharacter(ctx, ada, l.ID, "4")
		if err != nil || !equalIDs(shownIDs(extendedList), 5, 3, 4) || extendedList.ShownCount != 3 || !extendedList.UpdatedAt.After(l.UpdatedAt) {
			t.Errorf("added: %+v, %v", extendedList, err)
		}
		b.hideCharacter(9)
		for _, ref := range []string{"9", "nobody", "0", "-1", "999999"} {
			_, err := b.AddCharacter(ctx, ada, l.ID, ref)
			wantError(t, ref, err, errNoCharacter)
		}
		b.wantCharacters(l.ID, 5, 3, 4)
	})
}

// rule collections-limits
func TestACollectionHasAtMostAHundredCharacters(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		l := b.newList()
		var added atomic.Int64
		callFromParallelClients(func(i int) {
			if i >= catalogueSize {
				return
			}
			_, err := b.AddCharacter(ctx, ada, l.ID, strconv.Itoa(i+1))
			if err == nil {
				added.Add(1)
			} else if core.KindOf(err) != core.Conflict {
				t.Error(err)
			}
		})
		storedIDs := b.storedCharacters(l.ID)
		if len(storedIDs) != 100 || added.Load() != 100 {
			t.Errorf("%d characters after %d successes", len(storedIDs), added.Load())
		}
		if _, err := b.AddCharacter(ctx, ada, l.ID, strconv.Itoa(storedIDs[0])); err != nil {
			t.Errorf("one that is there already: %v", err)
		}
	})
}

// rule collections-take-out
func TestTakeOutCanBeRepeated(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		l := b.newList(5, 3, 4)
		b.hideCharacter(4)
		for _, c := range []struct {
			ref  string
			want []int
		}{{"3", []int{5, 4}}, {"3", []int{5, 4}}, {"77", []int{5, 4}}, {"4", []int{5}}, {"5", []int{}}, {"5", []int{}}} {
			if _, err := b.RemoveCharacter(ctx, ada, l.ID, c.ref); err != nil {
				t.Errorf("%s: %v", c.ref, err)
			}
			b.wantCharacters(l.ID, c.want...)
		}
		listBefore, _ := b.Collection(ctx, ada, l.ID)
		if after, err := b.RemoveCharacter(ctx, ada, l.ID, "5"); err != nil || !after.UpdatedAt.Equal(listBefore.UpdatedAt) {
			t.Errorf("taken out again: %v, %v", after.UpdatedAt, err)
		}
		_, err := b.RemoveCharacter(ctx, ada, l.ID, "nobody")
		wantError(t, "nobody", err, errNoCharacter)
	})
}

// rule collections-order
func TestReorderNamesEveryCharacter(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		l := b.newList(1, 2, 3, 4)
		l, err := b.Reorder(ctx, ada, l.ID, []int{4, 2, 1, 3})
		if err != nil || !equalIDs(shownIDs(l), 4, 2, 1, 3) {
			t.Fatalf("%v, %v", shownIDs(l), err)
		}
		for _, wrong := range [][]int{nil, {4, 2, 1}, {4, 2, 1, 3, 5}, {4, 2, 1, 5}, {4, 2, 1, 1}, {4, 4, 2, 1, 3}} {
			_, err := b.Reorder(ctx, ada, l.ID, wrong)
			wantError(t, "another set", err, errCollectionChanged)
		}
		sameList, err := b.Reorder(ctx, ada, l.ID, []int{4, 2, 1, 3})
		if err != nil || !sameList.UpdatedAt.Equal(l.UpdatedAt) {
			t.Errorf("the same order again: %v, %v", sameList.UpdatedAt, err)
		}
		b.wantCharacters(l.ID, 4, 2, 1, 3)
	})
}

// A character that leaves the catalogue keeps its place in case it comes back.
// rules collections-hidden, collections-order
func TestHiddenCharactersKeepTheirPlace(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		l := b.newList(1, 2, 3, 4)
		b.hideCharacter(2)
		l, err := b.Collection(ctx, ada, l.ID)
		if err != nil || !equalIDs(shownIDs(l), 1, 3, 4) || l.ShownCount != 3 {
			t.Fatalf("%+v, %v", l, err)
		}
		if _, err := b.Reorder(ctx, ada, l.ID, []int{4, 1, 3}); err != nil {
			t.Fatal(err)
		}
		b.wantCharacters(l.ID, 4, 2, 1, 3)
		if _, err := b.Reorder(ctx, ada, l.ID, []int{3, 2, 1, 4}); err != nil { // a client may still list the hidden character
			t.Fatal(err)
		}
		b.rooms.hiddenCharacterIDs = nil
		b.execSQL(`UPDATE characters SET is_active = TRUE`)
		if l, err = b.Collection(ctx, ada, l.ID); err != nil || !equalIDs(shownIDs(l), 3, 2, 1, 4) {
			t.Errorf("%v, %v", shownIDs(l), err)
		}
		_, err = b.Reorder(ctx, ada, l.ID, []int{4, 1, 3}) // this order lacks character 2, which is shown again, so the call must fail
		wantError(t, "an old list", err, errCollectionChanged)
	})
}

// reorderCharacters returns all of currentIDs, for any order of wantedIDs. A character that is not in
// wantedIDs keeps its place. The other characters have the order of wantedIDs.
func TestReorderedIsAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		currentIDs := rapid.SliceOfNDistinct(rapid.IntRange(1, 30), 0, 12, rapid.ID[int]).Draw(t, "members")
		keptFlags := rapid.SliceOfN(rapid.Bool(), len(currentIDs), len(currentIDs)).Draw(t, "kept")
		var wantedIDs []int
		for i, id := range currentIDs {
			if !keptFlags[i] {
				wantedIDs = append(wantedIDs, id)
			}
		}
		wantedIDs = rapid.Permutation(wantedIDs).Draw(t, "wanted")
		orderedIDs, leftOutIDs, isValidOrder := reorderCharacters(currentIDs, wantedIDs)
		if !isValidOrder || !slices.Equal(slices.Sorted(slices.Values(orderedIDs)), slices.Sorted(slices.Values(currentIDs))) {
			t.Fatalf("%v in the order %v is %v, %v", currentIDs, wantedIDs, orderedIDs, isValidOrder)
		}
		var movedIDs, stayedIDs []int
		for i, id := range orderedIDs {
			if keptFlags[i] {
				stayedIDs = append(stayedIDs, id)
				if id != currentIDs[i] {
					t.Errorf("%d has moved to %d", id, i)
				}
			} else {
				movedIDs = append(movedIDs, id)
			}
		}
		if !slices.Equal(movedIDs, wantedIDs) || !slices.Equal(stayedIDs, leftOutIDs) {
			t.Errorf("moved %v, want %v; left out %v, want %v", movedIDs, wantedIDs, leftOutIDs, stayedIDs)
		}
		wantedAndAbsentIDs := append(slices.Clone(wantedIDs), 31)
		if _, _, isValidOrder := reorderCharacters(currentIDs, wantedAndAbsentIDs); isValidOrder {
			t.Error("a stranger fits")
		}
	})
}

// Additions, removals, changes of the order and a deletion run in parallel. No character is
// lost or doubled.
// rules collections-order, collections-add
func TestConcurrentChangesLoseNoCharacter(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		firstIDs := make([]int, 40)
		for i := range firstIDs {
			firstIDs[i] = i + 1
		}
		l, deletedList := b.newList(firstIDs...), b.newList(firstIDs[:5]...)
		callFromParallelClients(func(i int) {
			allowErrors := func(err error, kinds ...core.ErrorKind) {
				if err != nil && !slices.Contains(kinds, core.KindOf(err)) {
					t.Errorf("call %d: %v", i, err)
				}
			}
			switch i % 5 {
			case 0: // add the characters 41 to 80
				_, err := b.AddCharacter(ctx, ada, l.ID, strconv.Itoa(41+i/5))
				allowErrors(err)
			case 1: // remove the characters 1 to 20
				_, err := b.RemoveCharacter(ctx, ada, l.ID, strconv.Itoa(1+i/5%20))
				allowErrors(err)
			case 2, 3:
				allowErrors(b.reorderRandomly(ctx, l.ID), core.Conflict)
			case 4:
				_, err := b.AddCharacter(ctx, ada, deletedList.ID, strconv.Itoa(100+i/5))
				allowErrors(err, core.NotFound)
				if i > parallelClientCount/2 {
					allowErrors(b.Delete(ctx, ada, deletedList.ID), core.NotFound)
				}
			}
		})
		storedIDs := b.storedCharacters(l.ID)
		want := make([]int, 60)
		for i := range want {
			want[i] = 21 + i
		}
		if slices.Sort(storedIDs); !slices.Equal(storedIDs, want) {
			t.Errorf("the characters are %v", storedIDs)
		}
		_, err := b.Collection(ctx, ada, deletedList.ID)
		wantError(t, "the deleted collection", err, errNoCollection)
		if n := b.selectNumber(`SELECT lists FROM collection_counts WHERE user_id = 'ada'`); n != 1 {
			t.Errorf("the number of collections is %d", n)
		}
	})
}

// reorderRandomly reads a collection of ada and reorders its characters at random.
func (b *harness) reorderRandomly(ctx context.Context, id string) error {
	l, err := b.Collection(ctx, ada, id)
	if err != nil {
		return err
	}
	ids := shownIDs(l)
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	_, err = b.Reorder(ctx, ada, id, ids)
	return err
}
