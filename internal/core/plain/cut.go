package plain

import "strings"

// CutLast is like strings.Cut, but cuts at the last sep.
func CutLast(text, sep string) (before, after string, found bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}
