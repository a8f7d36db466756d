package prompt

import "sort"

// gap replaces the middle of a shortened message.
const gap = " […] "

// minKept is how many characters of a message must fit for a part of it to be sent.
const minKept = 200

// shorten removes the middle of a message that does not fit: the topic is usually at
// the beginning, and the question at the end. Non-Latin scripts need about a token
// per character, so 4,000 characters exceed the context of a small model. The stored
// message is not changed.
func shorten(text string, b Budget, room int) string {
	runes := []rune(text)
	kept := sort.Search(len(runes), func(n int) bool { return b.cost(ends(runes, n)) > room }) - 1
	if kept < minKept {
		return text
	}
	return ends(runes, kept)
}

// ends joins the first two thirds and the last third of n characters.
func ends(runes []rune, n int) string {
	tail := n / 3
	return string(runes[:n-tail]) + gap + string(runes[len(runes)-tail:])
}
