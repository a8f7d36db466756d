package fold

import "unicode/utf8"

// Mapped returns Text(s), and for each code point of it the index of the code point of s
// that it comes from.
func Mapped(s string) (text string, from []int) {
	var out []byte
	folded := map[rune]string{} // most texts repeat few code points
	gap := false
	i := -1
	for _, r := range s {
		i++
		piece, known := folded[r]
		if !known {
			piece = foldRune(r)
			folded[r] = piece
		}
		for _, p := range piece {
			if p == ' ' {
				gap = true
				continue
			}
			if gap && len(out) > 0 {
				out, from = append(out, ' '), append(from, i)
			}
			gap = false
			out, from = utf8.AppendRune(out, p), append(from, i)
		}
	}
	return string(out), from
}

// foldRune folds a code point. It keeps a space for each part that separates words.
func foldRune(r rune) string {
	const letter = "x"
	// Between two letters a separator is kept, and a mark is not.
	between := Text(letter + string(r) + letter)
	return between[len(letter) : len(between)-len(letter)]
}
