package fold

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func FuzzText(f *testing.F) {
	for _, s := range []string{
		"Søren", "ﬁn", "Ⅷ", "ẞ", "İstanbul", "हिन्दी", "a\u0301\u0300", "\xff\xfe", "", " ", "-1", "1e3", "%", "_", "\\", "'",
		"' OR 1=1 --", "🎭", "\u202eada", "<script>", "\ufffd", strings.Repeat("🎭", 10_000),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Text(s)
		if again := Text(got); again != got {
			t.Errorf("%q folds to %q and then to %q", s, got, again)
		}
		if !utf8.ValidString(got) || strings.TrimSpace(got) != got || strings.Contains(got, "  ") {
			t.Errorf("%q folds to %q", s, got)
		}
		for _, r := range got {
			if r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				t.Errorf("%q folds to %q, with %q in it", s, got, r)
			}
		}
	})
}
