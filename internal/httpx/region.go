package httpx

import "strings"

// maxLanguages is the most languages that countryOf reads from the header.
const maxLanguages = 8

// countryOf returns the first country code (ISO 3166) of an Accept-Language header, or
// "". Rule safety-help-line.
func countryOf(header string) string {
	for range maxLanguages {
		firstRange, rest, more := strings.Cut(header, ",")
		tag, _, _ := strings.Cut(firstRange, ";")
		_, parts, _ := strings.Cut(strings.TrimSpace(tag), "-")
		for part := range strings.SplitSeq(parts, "-") {
			if len(part) == 2 && isLetter(part[0]) && isLetter(part[1]) {
				return strings.ToUpper(part)
			}
		}
		if !more {
			break
		}
		header = rest
	}
	return ""
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
