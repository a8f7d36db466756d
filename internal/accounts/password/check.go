package password

import "unicode/utf8"

// Lengths of a password in code points. Rule accounts-password-length.
const (
	minLength = 6
	maxLength = 30
)

// ChosenPasswordFaultText returns the text to show at the field of a new password, or "" for a valid password. name
// and address are those of the account. Rules accounts-password-length, accounts-password-common
// and accounts-password-own-name.
func ChosenPasswordFaultText(password, name, address string) string {
	switch n := utf8.RuneCountInString(password); {
	case n == 0:
		return "Password is required"
	case n < minLength:
		return "Password must be at least 6 characters long"
	case n > maxLength:
		return tooLongText
	case isCommon(password):
		return "This password is too common. Please choose another."
	case isOwnNameOrAddress(password, name, address):
		return "This password is your name or address. Please choose another."
	}
	return ""
}

// EnteredPasswordFaultText is ChosenPasswordFaultText for the password of an existing account. It accepts a password that is too
// short, too common or the user's name, because the password is only compared.
func EnteredPasswordFaultText(password string) string {
	switch n := utf8.RuneCountInString(password); {
	case n == 0:
		return "Password is required"
	case n > maxLength:
		return tooLongText
	}
	return ""
}

const tooLongText = "Password can have at most 30 characters"
