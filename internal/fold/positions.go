package fold

import "unicode/utf8"

// TextWithPositions returns Text(s). positions[i] is the index of the code point of s from which
// code point i of the text was made. Rule chat-search-excerpt.
func TextWithPositions(s string) (text string, positions []int) {
	var out []byte
	foldedByRune := map[rune]string{} // a cache: most texts have few different code points
	pendingSpace := false
	i := -1
	for _, r := range s {
		i++
		foldedText, known := foldedByRune[r]
		if !known {
			foldedText = foldRune(r)
			foldedByRune[r] = foldedText
		}
		for _, p := range foldedText {
			if p == ' ' {
				pendingSpace = true
				continue
			}
			if pendingSpace && len(out) > 0 {
				out, positions = append(out, ' '), append(positions, i)
			}
			pendingSpace = false
			out, positions = utf8.AppendRune(out, p), append(positions, i)
		}
	}
	return string(out), positions
}

// foldRune folds one code point like the function Text, but does not trim spaces. For a comma,
// foldRune returns a space and Text returns "".
func foldRune(r rune) string {
	const letter = "x"
	// Text keeps a space between two letters, but not at the ends of a text.
	paddedText := Text(letter + string(r) + letter)
	return paddedText[len(letter) : len(paddedText)-len(letter)]
}
