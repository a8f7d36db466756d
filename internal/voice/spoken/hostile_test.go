package spoken_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"colloquy/internal/voice/spoken"
)

var pronunciations = map[string]string{"Ptolemy": "Tolemy", "XIV": "fourteen", "*": "star", "1": "one", "a": "ay"}

// If a text takes a second or more, the test also measures ten runs over its first tenth. If time is
// linear, the whole text takes as long as the ten runs. If time is quadratic, the whole text takes
// ten times as long. The test fails if it takes more than four times as long.
//
// rule voice-spoken-text
func TestHostileTextsTakeLinearTime(t *testing.T) {
	for _, part := range []string{
		"*", "`", "_", "[", "](", "[a](", "[a](b", "*a", " *a", " *a*", "*a* ", "\n", "\n>", "\n# ", "> ", "#", " ", "``", "``` ", "1", "1,", "1.", "1-", "1–", "1:", "$1", "1 ", "'1", "-", "−1", "I", "X ", "Henry ",
		"Henry I ", "A-", "Mr. ", "St.", "c. ", "e.g.", "etc. ", ".", ". ", "“", "https://", "www.", "www. ", "👍", "a", "A", "é", "\u0301", "&", "1 km ", "BC ", "1 BC", "12 May ", "May ", "1000–", "\xff", "。",
	} {
		text := strings.Repeat(part, 100_000/len(part)+1)
		took := timeToSpeak(text, 1)
		if took < time.Second {
			continue
		}
		if pieces := timeToSpeak(text[:len(text)/10], 10); took > 4*pieces {
			t.Errorf("%q repeated takes %v, in ten pieces %v", part, took, pieces)
		}
	}
}

// timeToSpeak returns how long it takes to call Text on text, then Sentences on the result and on
// text. It does so the given number of times.
func timeToSpeak(text string, times int) time.Duration {
	begin := time.Now()
	for range times {
		spoken.Sentences(spoken.Text(text, "en", pronunciations))
		spoken.Sentences(text)
	}
	return time.Since(begin)
}

// rule voice-spoken-text
func FuzzText(f *testing.F) {
	for written := range spokenByEnglishText {
		f.Add(written, "en")
	}
	f.Add("*walks* _a_ `b` [c](d) 👍 ```e", "de")
	f.Fuzz(func(t *testing.T, text, language string) {
		said := spoken.Text(text, language, pronunciations)
		if !utf8.ValidString(said) {
			t.Errorf("%q is said as invalid UTF-8: %q", text, said)
		}
		whole := strings.Join(spoken.Sentences(said), "")
		if withoutSpace(whole) != withoutSpace(said) {
			t.Errorf("the sentences of %q are %q", said, whole)
		}
	})
}

// withoutSpace removes all white space, because Sentences trims some.
func withoutSpace(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\ufeff", "")), "")
}
