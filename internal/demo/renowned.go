package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

// renownedLines are quoted by themselves, and hold no word that a topic is
// known by. Each leads to the word that tells what it is from.
var renownedLines = map[string]string{
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

var renownedPhrases = func() map[string]string {
	out := map[string]string{}
	for line, word := range renownedLines {
		out[english.Flat(english.Words(line))] = term(word)
	}
	return out
}()

// renowned returns the terms that the quoted lines stand for, in a fixed order.
func renowned(flat string) (terms []string) {
	for line, term := range renownedPhrases {
		if strings.Contains(flat, line) && !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	slices.Sort(terms)
	return terms
}
