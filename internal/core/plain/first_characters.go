package plain

// FirstCharacters returns the first n characters (code points) of text. It returns the whole
// text if it has fewer, and "" if n is not positive.
func FirstCharacters(text string, n int) string {
	for i := range text {
		if n <= 0 {
			return text[:i]
		}
		n--
	}
	return text
}
