// Package text holds the rules of plain text that hold wherever people write, or
// models do.
package text

// First returns the first n characters (code points) of s, all of it when it has
// no more, and nothing when n is not positive.
func First(s string, n int) string {
	for i := range s {
		if n <= 0 {
			return s[:i]
		}
		n--
	}
	return s
}
