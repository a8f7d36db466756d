package catalogue

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/core"
)

func TestPagesJoinToTheWholeList(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(50)...)
		for _, q := range []Query{{}, {Search: "mari"}, {Category: "Artists"}, {Tag: "new"}, {Search: "ortga"}} {
			wholeList := b.getList(q)
			if wholeList.NextCursor != "" || wholeList.Total != len(wholeList.Characters) || wholeList.Total < 5 {
				t.Fatalf("%+v: %d of %d, cursor %q", q, len(wholeList.Characters), wholeList.Total, wholeList.NextCursor)
			}
			for limit := 1; limit <= 7; limit++ {
				q.Limit = limit
				if got := readPages(b, q); !slices.Equal(got, namesOf(wholeList)) {
					t.Errorf("%+v: read %v, want %v", q, got, namesOf(wholeList))
				}
			}
		}
	})
}

func readPages(b *harness, q Query) []string {
	b.t.Helper()
	var out []string
	for range 1000 {
		page := b.getList(q)
		if len(page.Characters) > q.Limit {
			b.t.Errorf("a page of %d holds %d", q.Limit, len(page.Characters))
		}
		out = append(out, namesOf(page)...)
		if q.Cursor = page.NextCursor; q.Cursor == "" {
			return out
		}
	}
	b.t.Fatal("the pages do not end")
	return nil
}

// A cursor stays valid when the character that it was made from is hidden.
func TestCursorOfAHiddenCharacterStaysValid(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(9)...)
		allNames := namesOf(b.getList(Query{}))
		firstPage := b.getList(Query{Limit: 4})
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE name = $1`, allNames[3])
		restPage := b.getList(Query{Cursor: firstPage.NextCursor})
		if !slices.Equal(namesOf(restPage), allNames[4:]) || restPage.Total != 8 {
			t.Errorf("after the change came %v, want %v", namesOf(restPage), allNames[4:])
		}
	})
}

// rule catalogue-list-limit
func TestListLimitsAreBounded(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(510)...)
		for limit, want := range map[int]int{0: 500, -1: 500, 1: 1, 500: 500, 501: 500, 1 << 40: 500} {
			if got := b.getList(Query{Limit: limit}); len(got.Characters) != want || got.Total != 510 || got.NextCursor == "" {
				t.Errorf("limit %d: %d of %d", limit, len(got.Characters), got.Total)
			}
		}
	})
}

// rule api-cursors
func TestAlteredCursorsAreRefused(t *testing.T) {
	key := index.SortKey{FeaturedIndex: 6, Name: "ada", ID: 20}
	validCursor := core.FormatCursor(key)
	if p, err := parseCursor(validCursor); err != nil || *p != key {
		t.Fatalf("%v, %v", p, err)
	}
	badCursors := []string{
		"x", "====", " ", "\x00", "🎭", strings.Repeat("A", 10_000), validCursor + validCursor, validCursor[1:], validCursor[:len(validCursor)-1], validCursor + "A", "0", "-1", "null",
		base64.RawURLEncoding.EncodeToString([]byte(`null`)),
		base64.RawURLEncoding.EncodeToString([]byte(`{"r":0,"f":0,"n":"","i":0}`)),
		core.FormatCursor([]int{}),
	}
	for i := range validCursor {
		for _, c := range "Az09-_=%" {
			if altered := validCursor[:i] + string(c) + validCursor[i+1:]; altered != validCursor {
				badCursors = append(badCursors, altered)
			}
		}
	}
	for _, text := range badCursors {
		if p, err := parseCursor(text); !errors.Is(err, errBadCursor) {
			t.Errorf("%.60q was read as %+v, %v", text, p, err)
		}
	}
}

func FuzzParseCursor(f *testing.F) {
	f.Add(core.FormatCursor(index.SortKey{Rank: 1, FeaturedIndex: 2, Name: "ada", ID: 3}))
	f.Add("bnVsbA")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parseCursor(text)
		if err == nil && p != nil && core.FormatCursor(*p) != strings.NewReplacer("\r", "", "\n", "").Replace(text) {
			t.Errorf("%q was read as %s", text, fmt.Sprint(*p))
		}
	})
}
