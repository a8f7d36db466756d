package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	sentenceMarks = ".!?…。！？"
	closingMarks  = "\"”’)]"
)

// Sentences returns the sentences of a text, without white space around them. It does not cut
// after an abbreviation or an initial, or inside of a number.
func Sentences(text string) []string {
	var out []string
	start := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !strings.ContainsRune(sentenceMarks, r) {
			i += size
			continue
		}
		marks := text[i:]
		rest := strings.TrimLeft(strings.TrimLeft(marks, sentenceMarks), closingMarks)
		end := len(text) - len(rest)
		if endsSentence(text[start:i], text[i:end], rest) {
			out = appendSentence(out, text[start:end])
			start = end
		}
		i = end
	}
	return appendSentence(out, text[start:])
}

func appendSentence(list []string, sentence string) []string {
	if sentence = strings.TrimFunc(sentence, isSpace); sentence != "" {
		list = append(list, sentence)
	}
	return list
}

// endsSentence reports whether marks are the end of a sentence. before and after are the texts
// around them. Rule voice-parts.
func endsSentence(before, marks, after string) bool {
	if strings.ContainsAny(marks, "。！？") {
		return true
	}
	next, size := utf8.DecodeRuneInString(after)
	if size == 0 {
		return true
	}
	if !isSpace(next) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(after, isSpace))
	if unicode.IsLower(first) && strings.ContainsAny(marks, closingMarks) {
		return false // a quotation, followed by such words as "he said"
	}
	return marks != "." || !endsWithAbbreviation(before, first)
}

// maxAbbreviationBytes is larger than the size of every abbreviation.
const maxAbbreviationBytes = 12

// endsWithAbbreviation reports whether the last word of text is an abbreviation or an initial
// that does not end a sentence. next is the first character of the next word.
func endsWithAbbreviation(text string, next rune) bool {
	tail := text[max(0, len(text)-maxAbbreviationBytes):]
	word := tail[strings.LastIndexFunc(tail, func(r rune) bool { return isSpace(r) || strings.ContainsRune("(\"“", r) })+1:]
	if word == "etc" {
		return unicode.IsLower(next)
	}
	if letter, size := utf8.DecodeRuneInString(word); size == len(word) {
		return unicode.IsUpper(letter) && letter != 'I'
	}
	return titleByAbbreviation[word] != "" || nonFinalAbbreviations[word]
}

// nonFinalAbbreviations are the abbreviations, other than titles, that never end a sentence.
var nonFinalAbbreviations = map[string]bool{
	"e.g": true, "i.e": true, "vs": true, "cf": true, "viz": true, "No": true, "Nos": true, "Mt": true, "Ft": true, "approx": true, "ca": true,
}
