package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

// topicWordByQuote maps a quotation to a word of the topic to which the quotation belongs. The
// quotation itself contains no word of the topic.
var topicWordByQuote = map[string]string{
	"to be or not to be":       "hamlet",
	"that is the question":     "hamlet",
	"all the world's a stage":  "players",
	"e=mc2":                    "energy",
	"e = mc2":                  "energy",
	"emc2":                     "energy",
	"i think therefore i am":   "doubt",
	"cogito ergo sum":          "doubt",
	"i have a dream":           "dream",
	"let them eat cake":        "bread",
	"veni vidi vici":           "gaul",
	"et tu brute":              "brutus",
	"it was the best of times": "tale",
	"down the rabbit hole":     "rabbit",
}

// topicTermByQuote is topicWordByQuote with each quotation in the form of english.JoinWords, and
// each word in the form of termOfWord.
var topicTermByQuote = func() map[string]string {
	out := map[string]string{}
	for line, word := range topicWordByQuote {
		out[english.JoinWords(english.Words(line))] = termOfWord(word)
	}
	return out
}()

// famousQuoteTerms returns the terms of the famous quotes in a user's message, sorted.
func famousQuoteTerms(flat string) (terms []string) {
	for line, term := range topicTermByQuote {
		if strings.Contains(flat, line) && !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	slices.Sort(terms)
	return terms
}
