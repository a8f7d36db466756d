package accounts

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"colloquy/internal/core"
	"colloquy/internal/storage/dbtest"
)

const invalidEmailText = "Please enter a valid email address"

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
		"no at":                  {"ada.post.example", invalidEmailText},
		"two ats":                {"ada@b@post.example", invalidEmailText},
		"no dot after the at":    {"ada@post", invalidEmailText},
		"dot at the end":         {"ada@post.", invalidEmailText},
		"two dots in the host":   {"ada@post..example", invalidEmailText},
		"two dots in the name":   {"a..da@post.example", invalidEmailText},
		"nothing before the at":  {"@post.example", invalidEmailText},
		"space inside":           {"a da@post.example", invalidEmailText},
		"no-break space inside":  {"a\u00a0da@post.example", invalidEmailText},
		"ideographic space":      {"a\u3000da@post.example", invalidEmailText},
		"line separator":         {"a\u2028da@post.example", invalidEmailText},
		"line break":             {"ada@post.example\r\nBcc: x@y.example", invalidEmailText},
		"zero width space":       {"a\u200bda@post.example", invalidEmailText},
		"zero width joiner":      {"a\u200dda@post.example", invalidEmailText},
		"right-to-left override": {"a\u202eda@post.example", invalidEmailText},
		"soft hyphen":            {"a\u00adda@post.example", invalidEmailText},
		"hangul filler":          {"a\u3164da@post.example", invalidEmailText},
		"control character":      {"a\x07da@post.example", invalidEmailText},
		"100 characters":         {strings.Repeat("a", 100-len(host)) + host, ""},
		"100 code points":        {strings.Repeat("ä", 100-len(host)) + host, ""},
		"101 characters":         {strings.Repeat("a", 101-len(host)) + host, "Email can have at most 100 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := emailFieldFault(c.in); got != c.want {
				t.Errorf("%q gave %q, want %q", c.in, got, c.want)
			}
		})
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

// rule accounts-email-one-account
func TestDomainSpellingsAreOneAccount(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register("admin@xn--e1afmkfd.xn--p1ai")
		for _, same := range []string{"admin@пример.рф", "ADMIN@ПРИМЕР.РФ", "admin@XN--E1AFMKFD.xn--p1ai", "admin@пример.xn--p1ai"} {
			_, err := b.Register(t.Context(), homeNetwork, Registration{"Eve", same, goodPassword})
			wantError(t, err, core.Conflict, "email", "Email already exists")
			if _, err := b.loginFrom(Caller{Network: homeNetwork}, same); err != nil {
				t.Errorf("signing in as %s: %v", same, err)
			}
		}
		b.register("admin@primer.example")
	})
}

// TestAddressesOfOldAccountsAreNormalizedAgain: New replaces the keys of older versions,
// except if two accounts have the same mailbox.
func TestAddressesOfOldAccountsAreNormalizedAgain(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		registerWithLegacyEmailKey := func(email, id string) {
			t.Helper()
			u := b.register(email)
			b.execSQL(`DELETE FROM mail_links WHERE user_id = $1`, u.ID)
			b.execSQL(`UPDATE users SET email_key = $1, id = $2 WHERE id = $3`, legacyEmailKey(email), id, u.ID)
		}
		registerWithLegacyEmailKey("ada@bücher.example", "lone")
		registerWithLegacyEmailKey("bob@пример.рф", "unicode")
		registerWithLegacyEmailKey("bob@xn--e1afmkfd.xn--p1ai", "ascii")
		registerWithLegacyEmailKey("jörg@post.example", "local")
		newService(t, b.deps.DB, b.clock, recordedJobs{})
		for email, id := range map[string]string{
			"ada@bücher.example": "lone", "ada@xn--bcher-kva.example": "lone", "bob@пример.рф": "unicode", "bob@xn--e1afmkfd.xn--p1ai": "ascii",
			"jörg@post.example": "local",
		} {
			if s, err := b.loginFrom(Caller{Network: homeNetwork}, email); err != nil || s.User.ID != id {
				t.Errorf("%s signs in as %s, %v, want %s", email, s.User.ID, err, id)
			}
		}
		_, err := b.Register(t.Context(), homeNetwork, Registration{"Eve", "ada@xn--bcher-kva.example", goodPassword})
		wantError(t, err, core.Conflict, "email", "Email already exists")
	})
}

// execSQL runs a statement on the database of the harness.
func (b *harness) execSQL(query string, args ...any) {
	b.t.Helper()
	dbtest.Exec(b.t, b.deps.DB, query, args...)
}
