package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/core"
)

func (b *harness) getGroups(q GroupQuery) Groups {
	b.t.Helper()
	out, err := b.Groups(b.t.Context(), "", q)
	if err != nil {
		b.t.Fatal(err)
	}
	return out
}

// formatGroups formats each group as "key total: names".
func formatGroups(g Groups) []string {
	var out []string
	for _, group := range g.Groups {
		out = append(out, fmt.Sprintf("%s %d: %v", group.Key, group.CharacterCount, namesOf(List{Characters: group.Characters})))
	}
	return out
}

func (b *harness) loadGroups() {
	b.t.Helper()
	b.loadCategories(twoCategories...)
	b.loadPersonas(
		newPersona(1, "Ann", "Rulers", "bees"), newPersona(2, "Bea", "Singers"), newPersona(3, "Ada", "Singers"), newPersona(64, "Zoë", "Singers"),
		newPersona(4, "Annika", "Singers"), newPersona(5, "Émile", "Unlisted"), newPersona(6, "Bo", "Another"),
	)
}

func TestGroupsAreInTheOrderOfTheCategories(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadGroups()
		got := b.getGroups(GroupQuery{By: ByCategory, Limit: 2})
		want := []string{"Singers 4: [Zoë Ada]", "Rulers 1: [Ann]", "Another 1: [Bo]", "Unlisted 1: [Émile]"}
		if !slices.Equal(formatGroups(got), want) || got.CharacterCount != 7 || got.NextCursor != "" {
			t.Errorf("the groups are %q, total %d", formatGroups(got), got.CharacterCount)
		}
		if got.Groups[0].Title != "Singers" || got.Groups[0].NextCursor == "" || got.Groups[1].NextCursor != "" || !got.Grants[3].IsLocked {
			t.Errorf("the groups are %+v, %v", got.Groups, got.Grants)
		}
	})
}

func TestGroupsByNameHaveOneLetterEach(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadGroups()
		got := b.getGroups(GroupQuery{By: ByName, Search: "ann"})
		if !slices.Equal(formatGroups(got), []string{"A 2: [Ann Annika]"}) || got.Groups[0].Title != `Letter in "A"` || got.CharacterCount != 2 {
			t.Errorf("the groups are %+v", got)
		}
		allGroups := b.getGroups(GroupQuery{By: ByName})
		if want := []string{"A 3: [Ada Ann Annika]", "B 2: [Bea Bo]", "Z 1: [Zoë]", "É 1: [Émile]"}; !slices.Equal(formatGroups(allGroups), want) {
			t.Errorf("the groups are %q", formatGroups(allGroups))
		}
	})
}

func TestOpeningReturnsTheFirstPicturesOfTheGroups(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		if got, err := b.PreloadedPictureURLs(t.Context()); err != nil || len(got) != 0 {
			t.Errorf("nobody's pictures are %q, %v", got, err)
		}
		b.loadGroups()
		var want []string
		for _, c := range b.getGroups(GroupQuery{By: ByCategory, Limit: 2}).Groups[0].Characters {
			want = append(want, c.CardURL())
		}
		if got, err := b.PreloadedPictureURLs(t.Context()); err != nil || len(got) != 2 || !slices.Equal(got, want) {
			t.Errorf("the pictures are %q, %v, want %q", got, err, want)
		}
	})
}

// A list with a group's cursor and the same search returns the rest of the group.
func TestListContinuesAGroup(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(120)...)
		for _, search := range []string{"", "mari", "ortega", "ortgea", "bees"} {
			for _, by := range []string{ByCategory, ByName} {
				for _, g := range b.getGroups(GroupQuery{By: by, Search: search}).Groups {
					if (g.CharacterCount > defaultGroupSize) != (g.NextCursor != "") || len(g.Characters) != min(g.CharacterCount, defaultGroupSize) {
						t.Errorf("%q by %s: %s has %d of %d, cursor %q", search, by, g.Key, len(g.Characters), g.CharacterCount, g.NextCursor)
					}
					q := Query{Search: search, Limit: 4}
					if by == ByName {
						q.FirstLetter = g.Key
					} else {
						q.Category = g.Key
					}
					wholeList := readPages(b, q)
					got := namesOf(List{Characters: g.Characters})
					if q.Cursor = g.NextCursor; q.Cursor != "" {
						got = append(got, readPages(b, q)...)
					}
					if !slices.Equal(got, wholeList) || len(wholeList) != g.CharacterCount {
						t.Errorf("%q by %s: %s goes on as %v, want %v", search, by, g.Key, got, wholeList)
					}
				}
			}
		}
	})
}

func TestManyGroupsArePaged(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		var people []core.Persona
		for i := range 130 {
			people = append(people, newPersona(i+100, fmt.Sprintf("%c name", rune('一'+i)), "Somewhere"))
		}
		b.loadPersonas(people...)
		firstPage := b.getGroups(GroupQuery{By: ByName})
		if len(firstPage.Groups) != MaxListItems/defaultGroupSize || firstPage.NextCursor == "" || firstPage.CharacterCount != 130 {
			t.Fatalf("%d groups of %d, cursor %q", len(firstPage.Groups), firstPage.CharacterCount, firstPage.NextCursor)
		}
		restPage := b.getGroups(GroupQuery{By: ByName, Cursor: firstPage.NextCursor})
		if len(restPage.Groups) != 30 || restPage.NextCursor != "" || restPage.Groups[0].Key <= firstPage.Groups[99].Key {
			t.Errorf("then %d groups, cursor %q", len(restPage.Groups), restPage.NextCursor)
		}
		if end := b.getGroups(GroupQuery{By: ByName, Cursor: core.FormatCursor(index.GroupKey{Name: "龘"})}); len(end.Groups) != 0 {
			t.Errorf("behind the last group comes %q", formatGroups(end))
		}
	})
}

// rule catalogue-group-size
func TestGroupLimitsAreBounded(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(90)...)
		for limit, want := range map[int]int{-1: 5, 0: 5, 1: 1, 20: 20, 21: 20, 1 << 40: 20} {
			if got := b.getGroups(GroupQuery{By: ByCategory, Limit: limit}); len(got.Groups) != 3 || len(got.Groups[0].Characters) != want {
				t.Errorf("limit %d: %q", limit, formatGroups(got))
			}
		}
		for _, cursor := range []string{"x", core.FormatCursor([]int{}), core.FormatCursor(nil), core.FormatCursor(index.SortKey{FeaturedIndex: 6, Name: "ada", ID: 1}) + "A"} {
			if _, err := b.Groups(t.Context(), "", GroupQuery{By: ByName, Cursor: cursor}); !errors.Is(err, errBadCursor) {
				t.Errorf("the cursor %q answers %v", cursor, err)
			}
		}
	})
}

func TestLetterFilterIsExact(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadGroups()
		for letter, want := range map[string][]string{"A": {"Ada", "Ann", "Annika"}, "É": {"Émile"}, "a": nil, "AA": nil, "%": nil, "'": nil} {
			if got := namesOf(b.getList(Query{FirstLetter: letter})); !slices.Equal(got, want) {
				t.Errorf("letter %q: %v, want %v", letter, got, want)
			}
		}
		if got := namesOf(b.getList(Query{FirstLetter: "A", Category: "Singers", Search: "annika"})); !slices.Equal(got, []string{"Annika"}) {
			t.Errorf("letter, category and search: %v", got)
		}
	})
}

func TestSearchOfGroupsReturnsTheBestMatches(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.loadPersonas(
			newPersona(1, "Georg Lincoln", "Rulers", "bees"), newPersona(2, "Bea Lincon", "Singers", "bees"), newPersona(3, "Ada", "Singers", "bees"),
			newPersona(4, "Cy", "Rulers", "old"),
		)
		for _, by := range []string{ByCategory, ByName} {
			bestMatches := func(search, cursor string) []string {
				return namesOf(List{Characters: b.getGroups(GroupQuery{By: by, Search: search, Limit: 2, Cursor: cursor}).BestMatches})
			}
			if got := bestMatches("lincon", ""); !slices.Equal(got, []string{"Bea Lincon", "Georg Lincoln"}) {
				t.Errorf("the best are %q", got)
			}
			if got := bestMatches("lincoln", ""); !slices.Equal(got, []string{"Georg Lincoln", "Bea Lincon"}) {
				t.Errorf("the best are %q", got)
			}
			if got := bestMatches("ada bees", ""); !slices.Equal(got, []string{"Ada", "Bea Lincon"}) {
				t.Errorf("the best two of three are %q", got)
			}
			if got := slices.Concat(bestMatches("", ""), bestMatches("bees", ""), bestMatches("old", "")); len(got) > 0 {
				t.Errorf("where all fit alike the best are %q", got)
			}
			startCursor := core.FormatCursor(index.GroupKey{})
			if got := bestMatches("ada bees", startCursor); len(got) > 0 {
				t.Errorf("behind a cursor the best are %q", got)
			}
		}
	})
}
