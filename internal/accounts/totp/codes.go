package totp

import (
	"crypto/rand"
	"strings"
)

const (
	// RecoveryCodes is how many recovery codes an account gets.
	RecoveryCodes  = 10
	recoveryLength = 8 // characters of 5 bits, without the hyphen
	// recoveryAlphabet is that of Crockford's base32: no i, l, o and u.
	recoveryAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"
)

// NewRecoveryCodes returns random codes of 40 bits, such as "7k2m-x09q".
func NewRecoveryCodes() []string {
	var out []string
	seen := map[string]bool{}
	for len(out) < RecoveryCodes {
		var b [recoveryLength]byte
		rand.Read(b[:])
		for i := range b {
			b[i] = recoveryAlphabet[int(b[i])%len(recoveryAlphabet)]
		}
		code := string(b[:recoveryLength/2]) + "-" + string(b[recoveryLength/2:])
		// Two equal codes would be one row.
		if !seen[code] {
			seen[code], out = true, append(out, code)
		}
	}
	return out
}

// CodeKind is what a user may enter as the second factor.
type CodeKind uint8

// The kinds of entered codes.
const (
	NoCode       CodeKind = iota // neither of the others
	AppCode                      // 6 digits of an authenticator app
	RecoveryCode                 // a recovery code
)

// maxEnteredCode bounds the text that Parse looks at, in bytes.
const maxEnteredCode = 64

// Parse returns the kind of an entered code, and the code in its canonical form:
// spaces, hyphens and case do not matter, and letters that look like digits are read as
// those.
func Parse(entered string) (CodeKind, string) {
	if len(entered) > maxEnteredCode {
		return NoCode, ""
	}
	code := strings.NewReplacer("-", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(strings.Join(strings.Fields(entered), "")))
	switch {
	case len(code) == digits && consistsOf(code, "0123456789"):
		return AppCode, code
	case len(code) == recoveryLength && consistsOf(code, recoveryAlphabet):
		return RecoveryCode, code
	}
	return NoCode, ""
}

func consistsOf(text, alphabet string) bool { return strings.Trim(text, alphabet) == "" }
