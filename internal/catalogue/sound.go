package catalogue

import "strings"

// sound spells a folded word so that what sounds alike, or is spelt alike in
// other languages, looks alike: Sappho and Safo, Hannibal and Anibal.
func sound(word string) string {
	return alike.Replace(single(strings.TrimPrefix(word, "h")))
}

// alike writes one spelling for several.
var alike = strings.NewReplacer(
	"ph", "f", "sch", "s", "ch", "k", "gh", "g", "kh", "k", "th", "t", "rh", "r", "dh", "d", "sh", "s", "lh", "l", "bh", "b",
	"qu", "k", "q", "k", "ck", "k", "c", "k", "x", "ks", "w", "v", "y", "i", "j", "i", "z", "s",
)

// single leaves one of several same letters in a row.
func single(word string) string {
	var b strings.Builder
	last := rune(-1)
	for _, r := range word {
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// sounds are how words sound.
func sounds(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = sound(word)
	}
	return out
}
