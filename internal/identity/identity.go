// Package identity recognises whether a user asks what they talk with: "are you
// real?", "is somebody reading this?". The demo responder answers by it, and prompts
// remind models by it (rule safety-honest-ai). It is pure.
package identity

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

// Asked returns the language (BCP 47) of a line that asks whether a person, an
// AI or the character called name answers. ok is false if it does not ask.
func Asked(line, name string) (language string, ok bool) {
	words := english.Words(line)
	flat := english.Flat(words)
	if english.HasPhrase(flat, asked) || reallyNamed(words, english.Words(name)) {
		return "en", true
	}
	for _, l := range abroad {
		if english.HasPhrase(flat, l.phrases) {
			return l.language, true
		}
	}
	for _, l := range unspaced {
		if slices.ContainsFunc(l.phrases, func(p string) bool { return strings.Contains(line, p) }) {
			return l.language, true
		}
	}
	return "", false
}

// abroad are the questions in other languages with spaces between words.
var abroad = slices.Concat(western, eastern)

// Doubts before a character's name, and words between a doubt and the name.
var (
	doubts  = english.Phrases("are you really\nare you actually\nare you truly\nare you the real\nis this really\nis this actually\nis it really\nis that really\nare you indeed\nreally talking to\nreally talking with\nreally speaking to\nreally speaking with\nactually talking to\nare you seriously\nare you honestly\nr u really")
	between = map[string]bool{"the": true, "real": true, "actual": true, "mr": true, "mrs": true, "dr": true, "sir": true, "lady": true, "king": true, "queen": true, "saint": true, "famous": true, "general": true, "president": true}
)

// reallyNamed reports whether a doubt is followed by the character's name, or by
// a mere "you" or "him".
func reallyNamed(words, name []string) bool {
	flat := english.Flat(words)
	for _, doubt := range doubts {
		at := strings.Index(flat, doubt)
		if at < 0 {
			continue
		}
		rest := strings.Fields(flat[at+len(doubt):])
		for len(rest) > 0 && between[rest[0]] && !slices.Contains(name, rest[0]) {
			rest = rest[1:]
		}
		if len(rest) > 0 && (slices.Contains(name, rest[0]) || len(rest) == 1 && (rest[0] == "you" || rest[0] == "him" || rest[0] == "her" || rest[0] == "here")) {
			return true
		}
	}
	return false
}
