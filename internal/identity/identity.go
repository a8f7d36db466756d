// Package identity recognises whether a user asks if the character is real: "are you
// real?", "is somebody reading this?". The demo responder then gives an honest answer,
// and prompts remind models to give one (rule safety-honest-ai). It is pure.
package identity

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

// Asked reports whether a user's message asks if a person, an AI or the character
// called name answers. It returns the language of the question (BCP 47).
func Asked(message, name string) (language string, ok bool) {
	words := english.Words(message)
	flat := english.Flat(words)
	if english.HasPhrase(flat, englishQuestions) || doubtsName(words, english.Words(name)) {
		return "en", true
	}
	for _, l := range spacedLanguages {
		if english.HasPhrase(flat, l.phrases) {
			return l.language, true
		}
	}
	for _, l := range unspaced {
		if slices.ContainsFunc(l.phrases, func(p string) bool { return strings.Contains(message, p) }) {
			return l.language, true
		}
	}
	return "", false
}

// spacedLanguages has the questions in other languages that put spaces between words.
var spacedLanguages = slices.Concat(western, eastern)

// doubts are beginnings of a question before a character's name ("are you really
// Napoleon?"). between are words that may be between a doubt and the name.
var (
	doubts  = english.Phrases("are you really\nare you actually\nare you truly\nare you the real\nis this really\nis this actually\nis it really\nis that really\nare you indeed\nreally talking to\nreally talking with\nreally speaking to\nreally speaking with\nactually talking to\nare you seriously\nare you honestly\nr u really")
	between = map[string]bool{"the": true, "real": true, "actual": true, "mr": true, "mrs": true, "dr": true, "sir": true, "lady": true, "king": true, "queen": true, "saint": true, "famous": true, "general": true, "president": true}
)

// doubtsName reports whether one of doubts is followed by a word of the character's
// name, or by "you", "him", "her" or "here" at the end of the text.
func doubtsName(words, name []string) bool {
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
