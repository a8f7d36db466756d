package accounts

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"colloquy/internal/core"
)

const invalidEmail = "Please enter a valid email address"

// rule accounts-email
func TestInvalidEmailsHaveTheirTexts(t *testing.T) {
	host := "@post.example"
	for name, c := range map[string]struct{ in, want string }{
		"empty":                  {"", "Email is required"},
		"only spaces":            {" \t\u00a0", "Email is required"},
		"plain":                  {"ada@post.example", ""},
		"spaces around":          {"  ada@post.example\n", ""},
		"plus and dots":          {"a.d+a@mail.post.example", ""},
		"other script":           {"अदा@डाक.example", ""},
		"no at":                  {"ada.post.example", invalidEmail},
		"two ats":                {"ada@b@post.example", invalidEmail},
		"no dot after the at":    {"ada@post", invalidEmail},
		"dot at the end":         {"ada@post.", invalidEmail},
		"two dots in the host":   {"ada@post..example", invalidEmail},
		"two dots in the name":   {"a..da@post.example", invalidEmail},
		"nothing before the at":  {"@post.example", invalidEmail},
		"space inside":           {"a da@post.example", invalidEmail},
		"no-break space inside":  {"a\u00a0da@post.example", invalidEmail},
		"ideographic space":      {"a\u3000da@post.example", invalidEmail},
		"line separator":         {"a\u2028da@post.example", invalidEmail},
		"line break":             {"ada@post.example\r\nBcc: x@y.example", invalidEmail},
		"zero width space":       {"a\u200bda@post.example", invalidEmail},
		"zero width joiner":      {"a\u200dda@post.example", invalidEmail},
		"right-to-left override": {"a\u202eda@post.example", invalidEmail},
		"soft hyphen":            {"a\u00adda@post.example", invalidEmail},
		"hangul filler":          {"a\u3164da@post.example", invalidEmail},
		"control character":      {"a\x07da@post.example", invalidEmail},
		"100 characters":         {strings.Repeat("a", 100-len(host)) + host, ""},
		"100 code points":        {strings.Repeat("ä", 100-len(host)) + host, ""},
		"101 characters":         {strings.Repeat("a", 101-len(host)) + host, "Email can have at most 100 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := checkEmail(c.in); got != c.want {
				t.Errorf("%q gave %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// rule accounts-name
func TestInvalidNamesHaveTheirTexts(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"empty":                {"", "Name is required"},
		"only spaces":          {" \t\u3000", "Name is required"},
		"only invisible":       {"\u200b\u202e\ufeff", "Name is required"},
		"only joiners":         {"\u200d\u200d", "Name is required"},
		"only selectors":       {"\ufe0f\ufe0f", "Name is required"},
		"only hangul fillers":  {"\u3164\uffa0", "Name is required"},
		"only braille blanks":  {"\u2800\u2800", "Name is required"},
		"only marks":           {"\u0301\u0301", "Name is required"},
		"50 code points":       {strings.Repeat("é", 50), ""},
		"50 emoji":             {strings.Repeat("😀", 50), ""},
		"51 code points":       {strings.Repeat("é", 51), "Name can have at most 50 characters"},
		"50 after cleaning up": {"  " + strings.Repeat("e\u0301", 50) + "\u200b ", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := checkName(cleanName(c.in)); got != c.want {
				t.Errorf("%q gave %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// rule accounts-name
func TestCleanNameNormalisesSpacesAndCharacters(t *testing.T) {
	for in, want := range map[string]string{
		"  Ada \t Byron ":                   "Ada Byron",
		"Ada \u200b Byron":                  "Ada Byron",
		"Ada\u00a0Byron":                    "Ada Byron",
		"A\u200bda":                         "Ada",
		"\u202eadA":                         "adA",
		"Ame\u0301lie":                      "Amélie",
		"A\u0300\u0316\u0317\u0318\u0319da": "À\u0316\u0317\u0318da",
		"Kim 👩\u200d🚀":                      "Kim 👩\u200d🚀",
		"❤\ufe0f Ada":                       "❤\ufe0f Ada",
		"Ada\r\nByron":                      "Ada Byron",
		"<b>Ada</b>":                        "<b>Ada</b>",
		"مريم":                              "مريم",
	} {
		if got := cleanName(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

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
			if got := checkNewPassword(c.in, "Grace", "grace@post.example"); got != c.register {
				t.Errorf("register: %q, want %q", got, c.register)
			}
			if got := checkLoginPassword(c.in); got != c.login {
				t.Errorf("login: %q, want %q", got, c.login)
			}
		})
	}
}

// rule texts-first-error
func TestFieldErrorsUseTheFirstTextAsMessage(t *testing.T) {
	err := fieldErrors("name", "", "email", "b", "password", "c")
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.Kind != core.Invalid || e.Msg != "b" || len(e.Fields) != 2 || e.Fields["password"] != "c" {
		t.Errorf("got %#v", err)
	}
	if err := fieldErrors("name", "", "email", ""); err != nil {
		t.Errorf("all in order gave %v", err)
	}
}

func TestEmailKeyIgnoresSpacesAndNormalisation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		email := rapid.String().Draw(t, "email")
		key := emailKey(email)
		for what, other := range map[string]string{
			"its own key": key, "spaces around": " \t" + email + "\n", "NFD": norm.NFD.String(email),
		} {
			if got := emailKey(other); got != key {
				t.Fatalf("%s: %q has the key %q, %q has %q", what, email, key, other, got)
			}
		}
	})
}

func TestCleanNameIsIdempotent(t *testing.T) {
	parts := rapid.SampledFrom([]string{"a", "é", "e\u0301", "\u0316", "\u034f", "\u200d", "\u200b", " ", "\u00a0", "\u202e", "👩", "🚀", "\ufe0f", "ㅤ", "ᄀ", "ᅡ"})
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOf(parts).Draw(t, "parts"), "")
		clean := cleanName(name)
		if again := cleanName(clean); again != clean {
			t.Fatalf("%+q became %+q, and then %+q", name, clean, again)
		}
		if strings.Contains(clean, "  ") || strings.ContainsAny(clean, "\u200b\u202e") || !norm.NFC.IsNormalString(clean) {
			t.Fatalf("%+q became %+q", name, clean)
		}
	})
}
