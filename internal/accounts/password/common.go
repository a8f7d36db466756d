package password

import (
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// commonPasswordsGzip is a gzip file of passwords in lower case. The lines are sorted, and each has one
// password. common.md names the sources.
//
//go:embed common.txt.gz
var commonPasswordsGzip string

// commonPasswords returns the passwords of commonPasswordsGzip.
var commonPasswords = sync.OnceValue(func() []string {
	r, err := gzip.NewReader(strings.NewReader(commonPasswordsGzip))
	if err != nil {
		panic(err) // the file is part of the program
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return strings.Fields(string(text))
})

// isCommon reports whether a password is in commonPasswords, ignoring case. Rule
// accounts-password-common.
func isCommon(password string) bool {
	_, found := slices.BinarySearch(commonPasswords(), strings.ToLower(password))
	return found
}

// isOwnNameOrAddress reports whether a password is the account's name, a word of the name, or the
// account's address. The local part or the domain of the address also counts. It compares the
// results of lettersAndInnerDigits, not the texts themselves. Rule accounts-password-own-name.
func isOwnNameOrAddress(password, name, address string) bool {
	at := max(0, strings.LastIndex(address, "@"))
	localPart, domain := address[:at], strings.TrimPrefix(address[at:], "@")
	letters := lettersAndInnerDigits(password)
	if letters == "" {
		return false
	}
	for _, own := range []string{name, address, localPart, domain, localPart + domain} {
		if lettersAndInnerDigits(own) == letters {
			return true
		}
	}
	return slices.ContainsFunc(strings.Fields(name), func(part string) bool { return lettersAndInnerDigits(part) == letters })
}

// lettersAndInnerDigits returns the letters and digits of a text in lower case, without digits at its
// ends.
func lettersAndInnerDigits(text string) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, strings.ToLower(text))
	return strings.Trim(letters, "0123456789")
}
