package password

import (
	"strings"
	"testing"
)

const goodPassword = "stamp-album-7"

// rule accounts-password-length
func TestInvalidPasswordsHaveTheirTexts(t *testing.T) {
	const short, long = "Password must be at least 6 characters long", "Password can have at most 30 characters"
	const tooCommon = "This password is too common. Please choose another."
	for name, c := range map[string]struct{ in, register, login string }{
		"empty":          {"", "Password is required", "Password is required"},
		"5 characters":   {"abcde", short, ""},
		"5 emoji":        {"🎭🎭🎭🎭🎭", short, ""},
		"6 characters":   {"abcdeX", "", ""},
		"6 emoji":        {"🎭🎭🎭🎭🎭🎩", "", ""},
		"6 spaces":       {"      ", "", ""},
		"30 characters":  {strings.Repeat("x", 30), "", ""},
		"30 emoji":       {strings.Repeat("🎭", 30), "", ""},
		"31 characters":  {strings.Repeat("x", 31), long, long},
		"31 emoji":       {strings.Repeat("🎭", 31), long, long},
		"common":         {"password1", tooCommon, ""},
		"common in caps": {"PassWord1", tooCommon, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ChosenPasswordFaultText(c.in, "Grace", "grace@post.example"); got != c.register {
				t.Errorf("register: %q, want %q", got, c.register)
			}
			if got := EnteredPasswordFaultText(c.in); got != c.login {
				t.Errorf("login: %q, want %q", got, c.login)
			}
		})
	}
}
