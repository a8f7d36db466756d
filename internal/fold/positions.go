package fold

import "unicode/utf8"

// TextWithPositions returns Text(s). from has, for each code point of the result, the index
// of the code point of s from which it was made. Both indexes count code points.
func TextWithPositions(s string) (text string, from []int) {
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

// foldRune returns Text of a code point. Unlike Text, it keeps a space at the beginning or
// end where the code point separates words.
func foldRune(r rune) string {
	const letter = "x"
	// Text keeps a space between two letters, but not at the ends of a text.
	between := Text(letter + string(r) + letter)
	return between[len(letter) : len(between)-len(letter)]
}
