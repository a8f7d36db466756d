package obs

import "strings"

// QuotesPrivateValue reports whether an error text repeats a private value and so must not be logged or
// stored. It looks for minRunBytes successive bytes of a value, or a whole value of at least minWholeBytes
// bytes. It ignores case. Rule privacy-no-text-in-logs.
func QuotesPrivateValue(text string, values []string, minRunBytes, minWholeBytes int) bool {
	text = strings.ToLower(text)
	for _, value := range values {
		value = strings.ToLower(value)
		if len(value) >= minWholeBytes && strings.Contains(text, value) {
			return true
		}
		for i := 0; i+minRunBytes <= len(text); i++ {
			if strings.Contains(value, text[i:i+minRunBytes]) {
				return true
			}
		}
	}
	return false
}
