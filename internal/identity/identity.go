// Package identity recognises questions whether the character is real: "are you real?", "is
// somebody reading this?". The demo responder answers such a question honestly, and prompts remind
// models to do so (rule safety-honest-ai). Package identity has no side effects.
package identity

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

// AsksIfReal reports whether a user's message asks who really answers: a person, an AI or the
// character. name is the name of the character. AsksIfReal returns the language of the question
// (BCP 47), or "".
func AsksIfReal(message, name string) (language string, ok bool) {
	words := english.Words(message)
	spaceSeparatedWords := english.JoinWords(words)
	if english.HasPhrase(spaceSeparatedWords, englishQuestions) || doubtsCharacter(words, english.Words(name)) {
		return "en", true
	}
	for _, l := range spacedScriptQuestions {
		if english.HasPhrase(spaceSeparatedWords, l.phrases) {
			return l.language, true
		}
	}
	for _, l := range unspacedScriptQuestions {
		if slices.ContainsFunc(l.phrases, func(p string) bool { return strings.Contains(message, p) }) {
			return l.language, true
		}
	}
	return "", false
}

// spacedScriptQuestions has the questions in every language with spaces between words, except English.
var spacedScriptQuestions = slices.Concat(westernLanguageQuestions, furtherLanguageQuestions)

// These phrases begin a question that doubts the character, such as "are you really Napoleon?", "is
// that you?" and "is this Napoleon?". doubtsCharacter says which words must follow a phrase. Any of
// wordsBeforeName may stand between the phrase and these words.
var (
	doubtBeginnings      = english.ParsePhrases("are you really\nare you actually\nare you truly\nare you the real\nis this really\nis this actually\nis it really\nis that really\nare you indeed\nreally talking to\nreally talking with\nreally speaking to\nreally speaking with\nactually talking to\nare you seriously\nare you honestly\nr u really\nis this the real\nis it the real\nis that the real\nare you the actual\nto the real\nwith the real")
	beginningsBeforeYou  = english.ParsePhrases("is that\nis it\nis this")
	beginningsBeforeName = english.ParsePhrases("is this\nare you\nam i talking to\nam i talking with\nam i speaking to\nam i speaking with\nam i chatting with\nam i texting")
	wordsBeforeName      = map[string]bool{"the": true, "real": true, "actual": true, "mr": true, "mrs": true, "dr": true, "sir": true, "lady": true, "king": true, "queen": true, "saint": true, "famous": true, "a": true, "an": true, "general": true, "president": true}
)

// doubtsCharacter reports whether words contain a question that doubts the character. The question
// is a phrase of one of three lists, followed by certain words:
//   - After doubtBeginnings comes a word of the name, or one of pronounWords and then only words of
//     the name.
//   - After beginningsBeforeYou comes "you", and then only words of the name or words such as
//     "really".
//   - After beginningsBeforeName come only words of the name.
func doubtsCharacter(words, name []string) bool {
	spaceSeparatedWords := english.JoinWords(words)
	for _, doubt := range doubtBeginnings {
		wordsAfter, said := wordsAfterPhrase(spaceSeparatedWords, doubt, name)
		if said && (slices.Contains(name, wordsAfter[0]) || pronounWords[wordsAfter[0]] && areNameWords(wordsAfter[1:], name)) {
			return true
		}
	}
	for _, pointing := range beginningsBeforeYou {
		wordsAfter, said := wordsAfterPhrase(spaceSeparatedWords, pointing, name)
		if said && wordsAfter[0] == "you" && areNameWords(wordsAfter[1:], append(name, "for", "real", "really", "actually")) {
			return true
		}
	}
	for _, asking := range beginningsBeforeName {
		if wordsAfter, said := wordsAfterPhrase(spaceSeparatedWords, asking, name); said && slices.Contains(name, wordsAfter[len(wordsAfter)-1]) && areNameWords(wordsAfter, name) {
			return true
		}
	}
	return false
}

// pronounWords may be in place of the name after doubtBeginnings ("are you really him?").
var pronounWords = map[string]bool{"you": true, "him": true, "her": true, "here": true}

// wordsAfterPhrase returns the words after a phrase, without wordsBeforeName. hasWords is false if the
// phrase does not occur or no word follows. wordsAfterPhrase also drops an explanation after the name:
// "the" and one more word, such as "the runner".
func wordsAfterPhrase(spaceSeparatedWords, phrase string, name []string) (wordsAfter []string, hasWords bool) {
	at := strings.Index(spaceSeparatedWords, phrase)
	if at < 0 {
		return nil, false
	}
	wordsAfter = strings.Fields(spaceSeparatedWords[at+len(phrase):])
	for len(wordsAfter) > 0 && wordsBeforeName[wordsAfter[0]] && !slices.Contains(name, wordsAfter[0]) {
		wordsAfter = wordsAfter[1:]
	}
	if n := len(wordsAfter); n > 2 && wordsAfter[n-2] == "the" && slices.Contains(name, wordsAfter[n-3]) {
		wordsAfter = wordsAfter[:n-2]
	}
	return wordsAfter, len(wordsAfter) > 0
}

// areNameWords reports whether all words belong to a name.
func areNameWords(words, name []string) bool {
	for _, w := range words {
		if !slices.Contains(name, w) {
			return false
		}
	}
	return true
}
