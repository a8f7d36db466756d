package names

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// rule accounts-name
func TestInvalidNamesHaveTheirTexts(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"empty":                {"", "Name is required"},
		"only spaces":          {" \t\u3000", "Name is required"},
		"only invisible":       {"\u200b\u202e\ufeff", "Name is required"},
		"only joiners":         {"\u200d\u200d", "Name is required"},
		"only selectors":       {"\ufe0f\ufe0f", "Name is required"},
		"only hangul fillers":  {"\u3164\uffa0", "Name is required"},
		"only braille blanks":  {"\u2800\u2800", "Name is required"},
		"only marks":           {"\u0301\u0301", "Name is required"},
		"50 code points":       {strings.Repeat("é", 50), ""},
		"50 emoji":             {strings.Repeat("😀", 50), ""},
		"51 code points":       {strings.Repeat("é", 51), "Name can have at most 50 characters"},
		"50 after cleaning up": {"  " + strings.Repeat("e\u0301", 50) + "\u200b ", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := FaultText(Clean(c.in)); got != c.want {
				t.Errorf("%q gave %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// rule accounts-name
func TestCleanNameNormalisesSpacesAndCharacters(t *testing.T) {
	for in, want := range map[string]string{
		"  Ada \t Byron ":                   "Ada Byron",
		"Ada \u200b Byron":                  "Ada Byron",
		"Ada\u00a0Byron":                    "Ada Byron",
		"A\u200bda":                         "Ada",
		"\u202eadA":                         "adA",
		"Ame\u0301lie":                      "Amélie",
		"A\u0300\u0316\u0317\u0318\u0319da": "À\u0316\u0317\u0318da",
		"Kim 👩\u200d🚀":                      "Kim 👩\u200d🚀",
		"❤\ufe0f Ada":                       "❤\ufe0f Ada",
		"Ada\r\nByron":                      "Ada Byron",
		"<b>Ada</b>":                        "<b>Ada</b>",
		"مريم":                              "مريم",
	} {
		if got := Clean(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestCleanNameIsIdempotent(t *testing.T) {
	parts := rapid.SampledFrom([]string{"a", "é", "e\u0301", "\u0316", "\u034f", "\u200d", "\u200b", " ", "\u00a0", "\u202e", "👩", "🚀", "\ufe0f", "ㅤ", "ᄀ", "ᅡ"})
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOf(parts).Draw(t, "parts"), "")
		clean := Clean(name)
		if again := Clean(clean); again != clean {
			t.Fatalf("%+q became %+q, and then %+q", name, clean, again)
		}
		if strings.Contains(clean, "  ") || strings.ContainsAny(clean, "\u200b\u202e") || !norm.NFC.IsNormalString(clean) {
			t.Fatalf("%+q became %+q", name, clean)
		}
	})
}
