package accounts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// Limits in code points. Rules accounts-name, accounts-email and
// accounts-password-length.
const (
	maxName     = 50
	maxEmail    = 100
	minPassword = 6
	maxPassword = 30
)

func checkName(name string) string {
	switch {
	case name == "":
		return "Name is required"
	case utf8.RuneCountInString(name) > maxName:
		return "Name can have at most 50 characters"
	}
	return ""
}

// checkNewName is checkName for a registration: in addition, the name must not
// imitate staff.
func checkNewName(name string) string {
	fault := checkName(name)
	if fault == "" && imitatesStaff(name) {
		return "This name could be taken for our staff. Please choose another."
	}
	return fault
}

func checkNewPassword(password, name, address string) string {
	switch n := utf8.RuneCountInString(password); {
	case n == 0:
		return "Password is required"
	case n < minPassword:
		return "Password must be at least 6 characters long"
	case n > maxPassword:
		return tooLongPassword
	case isCommonPassword(password):
		return "This password is too common. Please choose another."
	case isOwnNameOrAddress(password, name, address):
		return "This password is your name or address. Please choose another."
	}
	return ""
}

func checkLoginPassword(password string) string {
	switch n := utf8.RuneCountInString(password); {
	case n == 0:
		return "Password is required"
	case n > maxPassword:
		return tooLongPassword
	}
	return ""
}

const tooLongPassword = "Password can have at most 30 characters"

// isInvisible reports whether a character has no visible form. Such characters
// make different names look alike.
func isInvisible(r rune) bool {
	return plain.Is(r, plain.Control|plain.Format|plain.Private)
}

const (
	zeroWidthJoiner = '\u200d' // joins the parts of one emoji
	maxMarks        = 3        // combining marks on one letter
)

// cleanName normalises a name: NFC, single spaces, no invisible characters, at
// most maxMarks combining marks on a letter. A name without a visible character
// becomes "". Rule accounts-name.
func cleanName(name string) string {
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
	marks, visible := 0, false
	for _, r := range norm.NFC.String(strings.Join(strings.Fields(name), " ")) {
		if isMark(r) {
			if marks++; marks > maxMarks {
				continue
			}
		} else {
			marks = 0
			visible = visible || plain.HasInk(string(r))
		}
		b.WriteRune(r)
	}
	if !visible {
		return ""
	}
	return b.String()
}

func isMark(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me) }

// fieldErrors returns an error with the texts of invalid fields, or nil if all
// texts are empty. pairs alternates field names and texts.
func fieldErrors(pairs ...string) error {
	var bad []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			bad = append(bad, pairs[i], pairs[i+1])
		}
	}
	if len(bad) == 0 {
		return nil
	}
	return core.Fields(bad...)
}
