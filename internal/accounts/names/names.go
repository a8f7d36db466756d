// Package names cleans and checks the names of users.
package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"colloquy/internal/core/plain"
)

// MaxLength is the largest length of a name in code points. Rule accounts-name.
const MaxLength = 50

// FaultText returns the text to show at the field of a name, or "" if the name is valid. name
// must be a result of Clean.
func FaultText(name string) string {
	switch {
	case name == "":
		return "Name is required"
	case utf8.RuneCountInString(name) > MaxLength:
		return "Name can have at most 50 characters"
	}
	return ""
}

// ChosenNameFaultText is FaultText for a name that a user chooses. In addition, the name must not imitate staff
// (rule accounts-name-not-staff).
func ChosenNameFaultText(name string) string {
	fault := FaultText(name)
	if fault == "" && imitatesStaff(name) {
		return "This name could be taken for our staff. Please choose another."
	}
	return fault
}

// isInvisible reports whether a character has no visible form. With such characters two
// different names can look the same.
func isInvisible(r rune) bool {
	return plain.Is(r, plain.Control|plain.Format|plain.PrivateUse)
}

const (
	zeroWidthJoiner   = '\u200d' // not removed: it joins the parts of an emoji
	maxCombiningMarks = 3        // combining marks on one letter
)

// Clean normalises a name: NFC, single spaces, no invisible characters, at
// most maxCombiningMarks combining marks on a letter. A name without a visible character
// becomes "". Rule accounts-name.
func Clean(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case isInvisible(r) && r != zeroWidthJoiner:
			return -1
		}
		return r
	}, name)
	var b strings.Builder
	combiningMarkCount, hasVisibleRune := 0, false
	for _, r := range norm.NFC.String(strings.Join(strings.Fields(name), " ")) {
		if isCombiningMark(r) {
			if combiningMarkCount++; combiningMarkCount > maxCombiningMarks {
				continue
			}
		} else {
			combiningMarkCount = 0
			hasVisibleRune = hasVisibleRune || plain.HasVisibleRune(string(r))
		}
		b.WriteRune(r)
	}
	if !hasVisibleRune {
		return ""
	}
	return b.String()
}

// isCombiningMark reports whether a character is a combining mark.
func isCombiningMark(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me) }
