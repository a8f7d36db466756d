package upstream

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestJoinerCompletesSplitCharacters(t *testing.T) {
	for name, tt := range map[string]struct {
		pieces []string
		want   string
	}{
		"whole":                     {[]string{"a", "é猫"}, "aé猫"},
		"bytes of a rune":           {[]string{"x\xf0", "\x9f\x98", "\x80y"}, "x😀y"},
		"halves of a pair":          {[]string{"x\xed\xa0\xbd", "\xed\xb8\x80y"}, "x😀y"},
		"halves in one piece":       {[]string{"\xed\xa0\xbd\xed\xb8\x80"}, "😀"},
		"a first half alone":        {[]string{"\xed\xa0\xbd", "y"}, "\ufffdy"},
		"a first half at the end":   {[]string{"x\xed\xa0\xbd"}, "x\ufffd"},
		"a second half alone":       {[]string{"\xed\xb8\x80y"}, "\ufffdy"},
		"two first halves":          {[]string{"\xed\xa0\xbd", "\xed\xa0\xbd", "\xed\xb8\x80"}, "\ufffd😀"},
		"a bad byte":                {[]string{"a\xffb"}, "a\ufffdb"},
		"a cut rune that goes on":   {[]string{"a\xc3", "b"}, "a\ufffdb"},
		"a cut rune at the end":     {[]string{"a\xc3"}, "a\ufffd"},
		"a replacement that is one": {[]string{"a\ufffdb\xff"}, "a\ufffdb\ufffd"},
	} {
		t.Run(name, func(t *testing.T) {
			var j RuneJoiner
			var out strings.Builder
			for _, p := range tt.pieces {
				completeText := j.Push([]byte(p))
				if !utf8.ValidString(completeText) {
					t.Errorf("%q came out", completeText)
				}
				out.WriteString(completeText)
			}
			out.WriteString(j.Flush())
			if out.String() != tt.want {
				t.Errorf("%q, want %q", out.String(), tt.want)
			}
		})
	}
}

// FuzzJoiner checks that the output is valid UTF-8, and that valid text is unchanged
// however it is split.
func FuzzJoiner(f *testing.F) {
	f.Add("a😀é", 2, 3)
	f.Add("x\xed\xa0\xbd\xed\xb8\x80y", 4, 4)
	f.Add("\xed\xa0", 1, 1)
	f.Fuzz(func(t *testing.T, text string, a, b int) {
		a = min(max(a, 0), len(text))
		b = min(max(b, a), len(text))
		var j RuneJoiner
		got := j.Push([]byte(text[:a])) + j.Push([]byte(text[a:b])) + j.Push([]byte(text[b:])) + j.Flush()
		if !utf8.ValidString(got) {
			t.Fatalf("%q came out of %q", got, text)
		}
		if utf8.ValidString(text) && got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
