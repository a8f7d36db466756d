// Package mailaddr decides which e-mail addresses are valid, and how DNS spells their domains. It
// does no I/O.
package mailaddr

import (
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core/plain"
)

var (
	addressPattern = regexp.MustCompile(`^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$`)
	labelPattern   = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
	numberPattern  = regexp.MustCompile(`^(0x[0-9a-f]*|[0-9]+)$`)
)

// IsValid reports whether text is a bare address with a dot in the domain, as rule accounts-email
// requires. It refuses invisible characters, and IP addresses as domains (address literals of RFC
// 5321).
func IsValid(text string) bool {
	if !addressPattern.MatchString(text) || !utf8.ValidString(text) || strings.ContainsFunc(text, isInvisible) {
		return false
	}
	a, err := mail.ParseAddress(text)
	return err == nil && a.Address == text && isValidDomain(text[strings.LastIndexByte(text, '@')+1:])
}

// isValidDomain reports whether a domain consists of DNS labels and the last label
// is no number.
func isValidDomain(domain string) bool {
	labels := strings.Split(ASCIIDomain(domain), ".")
	for _, l := range labels {
		if !labelPattern.MatchString(l) {
			return false
		}
	}
	return !numberPattern.MatchString(labels[len(labels)-1])
}

func isInvisible(r rune) bool {
	return plain.Is(r, plain.Control|plain.Format|plain.PrivateUse|plain.Separator)
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}
