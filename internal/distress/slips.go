package distress

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Shorter words are not read as slips of others: too many are one letter apart.
const (
	oneMissing = 4 // letters of a word of which one may be missing
	oneMore    = 5 // letters of a word that may have one too many
	oneWrong   = 6 // letters of a word of which one may be another
	maxLetters = 24
)

// nearest adds to w the words that a text is one slip away from. The first
// letter is seldom wrong, and two letters that changed places are always found.
func (p *patterns) nearest(w *word, text string) {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	size, mask := utf8.RuneCountInString(text), maskOf(text)
	if size < 3 || size > maxLetters {
		return
	}
	for _, near := range [...][]known{p.near[start{first, size - 1}], p.near[start{first, size}], p.near[start{first, size + 1}]} {
		among(near, w, text, last, size, mask)
	}
}

// among adds the words of a list that a text is one slip away from.
func among(near []known, w *word, text string, last rune, size int, mask uint64) {
	for _, k := range near {
		if bits.OnesCount64(mask^k.mask) > 2 {
			continue
		}
		if (k.last == 0 || k.last == last) && slip(text, size, k) {
			w.add(k.id)
		}
	}
}

// slip tells whether a text is a word with one slip.
func slip(text string, size int, k known) bool {
	a, b := text, k.text
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb {
			break
		}
		a, b = a[na:], b[nb:]
	}
	_, na := utf8.DecodeRuneInString(a)
	_, nb := utf8.DecodeRuneInString(b)
	switch {
	case size < k.size:
		return k.size >= oneMissing && a == b[nb:]
	case size > k.size:
		return k.size >= oneMore && a[na:] == b
	case a[na:] == b[nb:]:
		return k.size >= oneWrong
	}
	ra, _ := utf8.DecodeRuneInString(a[na:])
	rb, _ := utf8.DecodeRuneInString(b[nb:])
	changed := strings.HasPrefix(a, string(rb)) && strings.HasPrefix(b, string(ra))
	return changed && a[na+utf8.RuneLen(ra):] == b[nb+utf8.RuneLen(rb):]
}

// ordinary words are one slip away from a word of the patterns and mean
// something of their own.
var ordinary = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`loving liking lining hunting drying dyeing bride season seasons poison prison
		burned pulls pilots fiend fried brother bother mother moth farther lather living life live lives love loves like liked
		hating heating handing ranging laughing laying willing billing filling eating being seeing going
		done one won own now no not on son soon diet dies died die did dig dip pie tie lie bored board
		hand hands hard heart hears hears host hosts hit hot hat beat beast best boat bear bread break
		some same sane time tired tried tires try trial untied united`) {
		out[w] = true
	}
	return out
}()
