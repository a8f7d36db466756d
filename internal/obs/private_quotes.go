package obs

import "strings"

// QuotesPrivate reports whether an error text repeats a private value and so must not be logged or
// stored. It looks for minRun successive bytes of a value, or a whole value of at least minWhole
// bytes. It ignores case.
func QuotesPrivate(text string, values []string, minRun, minWhole int) bool {
	text = strings.ToLower(text)
	for _, value := range values {
		value = strings.ToLower(value)
		if len(value) >= minWhole && strings.Contains(text, value) {
			return true
		}
		for i := 0; i+minRun <= len(text); i++ {
			if strings.Contains(value, text[i:i+minRun]) {
				return true
			}
		}
	}
	return false
}
