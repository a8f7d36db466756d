package password

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestListOfCommonPasswordsIsSorted: the list is sorted, and isCommon finds every entry. An entry
// of invalid length or with capitals would be useless.
func TestListOfCommonPasswordsIsSorted(t *testing.T) {
	list := commonPasswords()
	if len(list) < 10_000 || !slices.IsSorted(list) {
		t.Errorf("%d entries, sorted is %v", len(list), slices.IsSorted(list))
	}
	for _, p := range list {
		if n := utf8.RuneCountInString(p); n < minLength || n > maxLength || p != strings.ToLower(p) || !isCommon(p) {
			t.Errorf("%q can never match", p)
		}
	}
}

// rule accounts-password-common
func TestCommonPasswordsAreRefused(t *testing.T) {
	const tooCommon = "This password is too common. Please choose another."
	for _, p := range []string{
		"aaaaaa", "abcabc", "football1", "monkey123", "1q2w3e4r5t6y", "123456", "Password1", "iloveyou", "colloquy1", "QWERTYUIOP",
		"dragon", "letmein", "trustno1", "superman", "zaq12wsx", "p@ssw0rd", "sunshine", "111111",
	} {
		if got := ChosenPasswordFaultText(p, "Grace", "grace@post.example"); got != tooCommon {
			t.Errorf("%q: %q", p, got)
		}
	}
	for _, p := range []string{goodPassword, "vexed-otter-91", "lamp.ring.cloud", "пароль-на-борту"} {
		if got := ChosenPasswordFaultText(p, "Grace", "grace@post.example"); got != "" {
			t.Errorf("%q: %q", p, got)
		}
	}
}

// rule accounts-password-own-name
func TestOwnNameAsPasswordIsRefused(t *testing.T) {
	const own = "This password is your name or address. Please choose another."
	for _, p := range []string{
		"Grace Hopper", "gracehopper", "hopper1906", "!!hopper!!", "grace.hopper99", "g.hopper@navy.example", "ghopper12", "navy.example", "1906hopper",
	} {
		if got := ChosenPasswordFaultText(p, "Grace Hopper", "g.hopper@navy.example"); got != own {
			t.Errorf("%q: %q", p, got)
		}
	}
	for _, p := range []string{"hopper-and-cobol", "90611992-x", "gracious-me"} {
		if got := ChosenPasswordFaultText(p, "Grace Hopper", "g.hopper@navy.example"); got != "" {
			t.Errorf("%q: %q", p, got)
		}
	}
}
