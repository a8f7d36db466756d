package prompt

import "sort"

// gap stands where the middle of a message was left out.
const gap = " […] "

// minKept is how many characters of a message must fit for it to be worth
// sending a part.
const minKept = 200

// shorten leaves out the middle of a message that does not fit the room: what
// it is about stands at its beginning, what is asked often at its end. Scripts
// other than Latin take a token a character, so that 4,000 of them are more
// than a small model reads. The stored message stays whole.
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
