package index

import "strings"

// soundKey spells a folded word so that words that sound alike, or are spelt
// alike in other languages, become equal: Sappho and Safo, Hannibal and Anibal.
func soundKey(word string) string {
	return soundSpelling.Replace(collapseRepeats(strings.TrimPrefix(word, "h")))
}

// soundSpelling replaces different spellings of a sound with one.
var soundSpelling = strings.NewReplacer(
	"ph", "f", "sch", "s", "ch", "k", "gh", "g", "kh", "k", "th", "t", "rh", "r", "dh", "d", "sh", "s", "lh", "l", "bh", "b",
	"qu", "k", "q", "k", "ck", "k", "c", "k", "x", "ks", "w", "v", "y", "i", "j", "i", "z", "s",
)

// collapseRepeats replaces runs of the same letter by one.
func collapseRepeats(word string) string {
	var b strings.Builder
	lastRune := rune(-1)
	for _, r := range word {
		if r != lastRune {
			b.WriteRune(r)
		}
		lastRune = r
	}
	return b.String()
}

func soundKeys(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = soundKey(word)
	}
	return out
}
