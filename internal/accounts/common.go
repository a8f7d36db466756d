package accounts

import (
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
)

// commonList are the passwords that every guesser tries first, in lower case,
// sorted, one a line. Where they come from stands in common.md.
//
//go:embed common.txt.gz
var commonList string

var common = sync.OnceValue(func() []string {
	r, err := gzip.NewReader(strings.NewReader(commonList))
	if err != nil {
		panic(err) // the file is part of the program
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return strings.Fields(string(text))
})

// isCommon tells whether a password is among the most common ones, whatever the
// case of its letters.
func isCommon(password string) bool {
	_, found := slices.BinarySearch(common(), strings.ToLower(password))
	return found
}

// isOwn tells whether a password is the account's own name or address, or a
// part of either with a few digits or signs around it.
func isOwn(password, name, address string) bool {
	local, domain, _ := cutLast(address, "@")
	core := bare(password)
	if core == "" {
		return false
	}
	for _, own := range []string{name, address, local, domain, local + domain} {
		if bare(own) == core {
			return true
		}
	}
	return slices.ContainsFunc(strings.Fields(name), func(part string) bool { return bare(part) == core })
}

// bare is a text without case, signs and spaces, and without digits at its ends.
func bare(text string) string {
	letters := strings.Map(func(r rune) rune {
		if isLetterOrDigit(r) {
			return r
		}
		return -1
	}, strings.ToLower(text))
	return strings.Trim(letters, "0123456789")
}
