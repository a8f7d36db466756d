package obs

import "strings"

// Quotes reports whether an error text repeats private values, ignoring case: run
// successive bytes of a value, or a whole value of at least whole bytes. Such a text
// must not be logged or stored.
func Quotes(text string, values []string, run, whole int) bool {
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
