package prompt

import "sort"

// omission replaces the middle of a shortened message.
const omission = " […] "

// minKeptChars is the least number of characters that shortenMiddle keeps. If fewer fit, it
// does not shorten the message, and Build fails.
const minKeptChars = 200

// shortenMiddle removes the middle of a message that does not fit into room tokens. The topic is
// usually at the beginning and the question at the end. Non-Latin scripts need about a token per
// character, so 4,000 characters exceed the context of a small model.
func shortenMiddle(text string, b Budget, room int) string {
	runes := []rune(text)
	kept := sort.Search(len(runes), func(n int) bool { return b.tokenCost(joinEnds(runes, n)) > room }) - 1
	if kept < minKeptChars {
		return text
	}
	return joinEnds(runes, kept)
}

// joinEnds returns n characters of a text: two thirds of them from its beginning and a third
// from its end.
func joinEnds(runes []rune, n int) string {
	tail := n / 3
	return string(runes[:n-tail]) + omission + string(runes[len(runes)-tail:])
}
