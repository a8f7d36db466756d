package obs

import "strings"

// QuotesPrivate reports whether an error text contains a part of a private value: run
// successive bytes of it, or the whole value if it has at least whole bytes. It ignores
// case. Such a text must not be logged or stored.
func QuotesPrivate(text string, values []string, run, whole int) bool {
	text = strings.ToLower(text)
	for _, value := range values {
		value = strings.ToLower(value)
		if len(value) >= whole && strings.Contains(text, value) {
			return true
		}
		for i := 0; i+run <= len(text); i++ {
			if strings.Contains(value, text[i:i+run]) {
				return true
			}
		}
	}
	return false
}
