package plain

// First returns the first n characters (code points) of text, all of it when it
// has no more, and nothing when n is not positive.
func First(text string, n int) string {
	for i := range text {
		if n <= 0 {
			return text[:i]
		}
		n--
	}
	return text
}
