package prompt

import "sort"

// omissionMark replaces the middle of a shortened message.
const omissionMark = " […] "

// minKeptChars is the least number of characters that shortenMiddle keeps. If fewer fit, it
// does not shorten the message, and Build fails.
const minKeptChars = 200

// shortenMiddle removes the middle of a message that does not fit into availableTokens tokens. The
// topic is usually at the beginning and the question at the end. Non-Latin scripts need about a
// token per character, so 4,000 characters exceed the context of a small model.
func shortenMiddle(text string, b Budget, availableTokens int) string {
	runes := []rune(text)
	keptChars := sort.Search(len(runes), func(n int) bool { return b.tokenCost(withoutMiddle(runes, n)) > availableTokens }) - 1
	if keptChars < minKeptChars {
		return text
	}
	return withoutMiddle(runes, keptChars)
}

// withoutMiddle returns n characters of a text: two thirds of them from its beginning and a third
// from its end.
func withoutMiddle(runes []rune, n int) string {
	tailLength := n / 3
	return string(runes[:n-tailLength]) + omissionMark + string(runes[len(runes)-tailLength:])
}
