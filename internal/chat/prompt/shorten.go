package prompt

import "sort"

// omission replaces the middle of a shortened message.
const omission = " […] "

// minKeptChars is the least number of characters of a message to send; if fewer fit, the
// message is not sent.
const minKeptChars = 200

// shorten removes the middle of a message that does not fit: the topic is usually at
// the beginning, and the question at the end. Non-Latin scripts need about a token per
// character, so 4,000 characters exceed the context of a small model. The stored
// message is not changed.
func shorten(text string, b Budget, room int) string {
	runes := []rune(text)
	kept := sort.Search(len(runes), func(n int) bool { return b.cost(joinEnds(runes, n)) > room }) - 1
	if kept < minKeptChars {
		return text
	}
	return joinEnds(runes, kept)
}

// joinEnds keeps n characters: the first two thirds and the last third of them.
func joinEnds(runes []rune, n int) string {
	tail := n / 3
	return string(runes[:n-tail]) + omission + string(runes[len(runes)-tail:])
}
