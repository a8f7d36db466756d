// Package intent detects the questions that everybody asks a character (core.Intent). No
// other package has the phrases of these questions. It has no side effects.
package intent

import (
	_ "embed"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

//go:embed phrases.txt
var phrasesText string

// wording is a phrase in the form that english.JoinWords returns.
type wording struct {
	text             string
	matchesOnlyAtEnd bool // the phrase counts only at the end of a message
}

// isIn reports whether a message has the phrase. flat is the result of english.JoinWords for
// the message.
func (w wording) isIn(flat string) bool {
	if w.matchesOnlyAtEnd {
		return strings.HasSuffix(flat, w.text)
	}
	return strings.Contains(flat, w.text)
}

// phrasesByIntent has the phrases of phrases.txt.
var phrasesByIntent = parsePhrases(phrasesText)

// parsePhrases parses a file in the form of phrases.txt.
func parsePhrases(file string) map[core.Intent][]wording {
	out := map[core.Intent][]wording{}
	var intent core.Intent
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			intent = core.Intent(strings.TrimSuffix(name, "]"))
		} else if line != "" && !strings.HasPrefix(line, "#") {
			phraseTexts, matchesOnlyAtEnd := strings.CutSuffix(line, "$")
			for _, text := range english.ParsePhrases(phraseTexts) {
				out[intent] = append(out[intent], wording{text, matchesOnlyAtEnd})
			}
		}
	}
	return out
}

// Detect returns the intent of a message and the phrase that shows the intent, or two empty
// strings. flat is the result of english.JoinWords for the message. The longest phrase in the
// message decides, but every other intent wins over core.AsksWho. If no phrase is found, Detect
// searches again without optionalWords: "what are you actually afraid of".
// Rules demo-core, prompt-own-words.
func Detect(flat string) (intent core.Intent, phrase string) {
	if intent, phrase = findIntent(flat); intent != "" {
		return intent, phrase
	}
	unstressedWords := slices.DeleteFunc(strings.Fields(flat), func(w string) bool { return optionalWords[w] })
	return findIntent(english.JoinWords(unstressedWords))
}

// optionalWords are words that may be between the words of a phrase without changing its
// intent.
var optionalWords = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq("actually really honestly truly even just still ever also personally biggest greatest best worst main real true old own very much most dear secretly kinda") {
		out[w] = true
	}
	return out
}()

// findIntent does what Detect does, but never ignores optionalWords.
func findIntent(flat string) (intent core.Intent, phrase string) {
	for _, asked := range core.Intents() {
		for _, p := range phrasesByIntent[asked] {
			if p.isIn(flat) && (intent == core.AsksWho || len(p.text) > len(phrase)) {
				intent, phrase = asked, p.text
			}
		}
	}
	return intent, phrase
}
