package catalogue

import (
	"slices"
	"strings"
	"testing"

	"colloquy/internal/storage/dbtest"
)

// strangeTexts are texts that must cause no error. All but the first two, which are empty,
// must find nothing.
var strangeTexts = []string{
	"", " ", "-1", "0", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e3", "0x14", "NaN", "%", "_", "%%%", "\\",
	"'", `"`, "' OR 1=1 --", "; DROP TABLE characters", "🎭", "\u202eada", "../../etc/passwd", "<script>", "\ufffd",
	strings.Repeat("x", 10_000), strings.Repeat("🎭", 10_000), strings.Repeat("%", 10_000),
}

// rule catalogue-search-forgives
func TestSearchFindsTheExpectedCharacters(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(
			newPersona(1, "Søren Kierkegaard", "Philosophers", "doubt"),
			newPersona(2, "Amélie d’Aubigné", "Artists", "salon"),
			newPersona(3, "Ann Marlowe", "Writers", "river"),
			newPersona(4, "Marlene Ann Orth", "Singers", "stage"),
			newPersona(5, "Joanna Reed", "Rulers", "marl pits"),
			newPersona(6, "Łucja Groß", "Scientists", "radium"),
			newPersona(7, "مريم الأسطرلابي", "Scientists", "stars"),
			newPersona(8, "Ana", "Athletes", "track and field"),
			newPersona(9, "Zoë", "Athletes", "50% faster", "snake_case"),
		)
		for query, want := range map[string][]string{
			"søren":                    {"Søren Kierkegaard"},
			"SOREN":                    {"Søren Kierkegaard"},
			"soren kierkegaard":        {"Søren Kierkegaard"},
			"kierkegaard soren":        {"Søren Kierkegaard"},
			"  kierk  ":                {"Søren Kierkegaard"},
			"kirkegaard":               {"Søren Kierkegaard"}, // missing letter
			"kierrkegaard":             {"Søren Kierkegaard"}, // extra letter
			"kierkegoard":              {"Søren Kierkegaard"}, // wrong letter
			"kierkegaadr":              {"Søren Kierkegaard"}, // swapped letters at the end
			"ikerkegaard":              {"Søren Kierkegaard"}, // swapped letters at the beginning
			"kierkegaards":             {"Søren Kierkegaard"}, // extra letter at the end
			"keirkeg":                  {"Søren Kierkegaard"}, // a typo in a beginning
			"kirkegard":                {"Søren Kierkegaard"}, // two typos
			"kirkgrd":                  nil,                   // three typos
			"amelie":                   {"Amélie d’Aubigné"},
			"AME\u0301LIE":             {"Amélie d’Aubigné"},
			"d'aubigne":                {"Amélie d’Aubigné"},
			"daubigne":                 {"Amélie d’Aubigné"},
			"ann":                      {"Ann Marlowe", "Marlene Ann Orth", "Joanna Reed"},
			"marl":                     {"Marlene Ann Orth", "Ann Marlowe", "Joanna Reed"},
			"ann mar":                  {"Ann Marlowe", "Marlene Ann Orth", "Joanna Reed"},
			"ann reed":                 {"Joanna Reed", "Ann Marlowe", "Marlene Ann Orth"}, // a character that matches only one word comes later
			"amn":                      nil,                                                // too short for a typo
			"philosophers":             {"Søren Kierkegaard"},
			"philosphers":              nil, // a typo, but not in a name
			"kierkegaard doubt":        {"Søren Kierkegaard"},
			"kierkegaard stage":        {"Søren Kierkegaard", "Marlene Ann Orth"},
			"the doubt of kierkegaard": {"Søren Kierkegaard"},
			"the":                      nil,
			"rulers of athletes":       {"Ana", "Joanna Reed", "Zoë"},
			"lucja":                    {"Łucja Groß"},
			"gross":                    {"Łucja Groß"},
			"GROSS radium":             {"Łucja Groß"},
			"grosz radium":             {"Łucja Groß"},
			"مريم":                     {"مريم الأسطرلابي"},
			"\u202bمريم\u202c":         {"مريم الأسطرلابي"},
			"50%":                      {"Zoë"},
			"snake_case":               {"Zoë"},
			"zoe 🎭":                    {"Zoë"},
			"nothing of the sort":      nil,
			strings.Repeat("an", 5000): nil,
		} {
			if got := namesOf(b.getList(Query{Search: query})); !slices.Equal(got, want) {
				t.Errorf("%.40q found %q, want %q", query, got, want)
			}
		}
	})
}

func TestStrangeSearchesFindNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(9)...)
		for _, query := range strangeTexts[2:] {
			if got := namesOf(b.getList(Query{Search: query})); len(got) > 0 && query != "\u202eada" {
				t.Errorf("%.40q found %v", query, got)
			}
		}
		for _, query := range []string{"", "  ", "\t\n"} {
			if got := b.getList(Query{Search: query}); got.Total != 9 {
				t.Errorf("%q found %d, want all", query, got.Total)
			}
		}
	})
}

func TestCategoryNameSelectsTheCategory(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(newPersona(1, "Ada", "Science & Maths", "bees"), newPersona(2, "Bo", "Science & Fiction", "maths"), newPersona(3, "Cy", "Science & Maths"))
		for query, want := range map[string][]string{
			"Science & Maths": {"Ada", "Cy"}, "science  MATHS": {"Ada", "Cy"}, "maths": {"Ada", "Bo", "Cy"}, "bees science maths": {"Ada", "Bo", "Cy"},
		} {
			if got := namesOf(b.getList(Query{Search: query})); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
				t.Errorf("%q finds %q, want %q", query, got, want)
			}
		}
	})
}

func TestCategoryAndTagAreExact(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(newPersona(1, "Ada", "Scientists", "bees", "old"), newPersona(2, "Bo", "Artists", "bees"), newPersona(3, "Cy", "Scientists", "old"))
		for _, c := range []struct {
			q    Query
			want []string
		}{
			{Query{Category: "Scientists"}, []string{"Ada", "Cy"}},
			{Query{Category: "scientists"}, nil},
			{Query{Tag: "bees"}, []string{"Ada", "Bo"}},
			{Query{Tag: "bee"}, nil},
			{Query{Category: "Scientists", Tag: "bees"}, []string{"Ada"}},
			{Query{Category: "Scientists", Search: "bo"}, nil},
			{Query{Category: "%"}, nil},
			{Query{Tag: "' OR 1=1 --"}, nil},
		} {
			if got := namesOf(b.getList(c.q)); !slices.Equal(got, c.want) {
				t.Errorf("%+v found %v, want %v", c.q, got, c.want)
			}
		}
	})
}

// rule catalogue-featured
func TestFeaturedComeFirst(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(newPersona(1, "Ada", "Artists"), newPersona(64, "Zeno", "Artists"), newPersona(20, "Yves", "Artists"), newPersona(183, "Xia", "Artists"))
		if got := namesOf(b.getList(Query{})); !slices.Equal(got, []string{"Yves", "Xia", "Zeno", "Ada"}) {
			t.Errorf("the list is %v", got)
		}
		if got := b.getList(Query{}); !got.Grants[183].IsLocked || got.Grants[1].IsLocked {
			t.Errorf("the locks are %v", got.Grants)
		}
	})
}

// rule access-hidden-characters
func TestHiddenCharactersAreInNoList(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(4)...)
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 1`)
		b.execSQL(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 2`)
		for _, q := range []Query{{}, {Search: "bees"}, {Tag: "bees"}, {Search: "maria"}, {Limit: 1}} {
			for _, name := range readPages(b, Query{Search: q.Search, Tag: q.Tag, Limit: max(q.Limit, 2)}) {
				if name == "Maria Olsen AA" || name == "Mario Okafor BA" {
					t.Errorf("%+v shows %s", q, name)
				}
			}
		}
		if got := b.getList(Query{}); got.Total != 2 {
			t.Errorf("the total counts hidden ones: %d", got.Total)
		}
	})
}

// BenchmarkList measures a list of 287 characters for a visitor. The target is 3 ms.
func BenchmarkList(b *testing.B) {
	h := newHarness(b, dbtest.Open(b, dbtest.SQLite(b)))
	h.loadPersonas(manyPersonas(287)...)
	for name, q := range map[string]Query{"all": {}, "search": {Search: "ortega"}, "typo": {Search: "ortgea"}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				h.getList(q)
			}
		})
	}
}
