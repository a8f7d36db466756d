package totp

import (
	"crypto/rand"
	"strings"
)

const (
	// RecoveryCodeCount is how many recovery codes an account gets.
	RecoveryCodeCount  = 10
	recoveryCodeLength = 8 // characters of 5 bits, without the hyphen
	// recoveryAlphabet is the alphabet of Crockford's base32, without i, l, o and u.
	recoveryAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"
)

// NewRecoveryCodes returns random codes of 40 bits, such as "7k2m-x09q". Rule
// accounts-recovery-codes.
func NewRecoveryCodes() []string {
	var out []string
	seenCodes := map[string]bool{}
	for len(out) < RecoveryCodeCount {
		var b [recoveryCodeLength]byte
		rand.Read(b[:])
		for i := range b {
			b[i] = recoveryAlphabet[int(b[i])%len(recoveryAlphabet)]
		}
		code := string(b[:recoveryCodeLength/2]) + "-" + string(b[recoveryCodeLength/2:])
		// The codes must differ, because each code can be used once.
		if !seenCodes[code] {
			seenCodes[code], out = true, append(out, code)
		}
	}
	return out
}

// CodeKind is the kind of a code that a user has entered as the second factor.
type CodeKind uint8

// The kinds of entered codes.
const (
	NoCode       CodeKind = iota // text that is no code
	AppCode                      // 6 digits of an authenticator app
	RecoveryCode                 // 8 characters of recoveryAlphabet
)

// maxEnteredCodeBytes is the largest length in bytes of a text that ParseCode accepts.
const maxEnteredCodeBytes = 64

// ParseCode returns the kind of an entered code, and the code in canonical form. Spaces, hyphens
// and case do not matter. The letter o counts as 0; i and l count as 1. Rules
// accounts-two-factor-codes, accounts-recovery-codes.
func ParseCode(entered string) (CodeKind, string) {
	if len(entered) > maxEnteredCodeBytes {
		return NoCode, ""
	}
	code := strings.NewReplacer("-", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(strings.Join(strings.Fields(entered), "")))
	switch {
	case len(code) == codeDigits && consistsOf(code, "0123456789"):
		return AppCode, code
	case len(code) == recoveryCodeLength && consistsOf(code, recoveryAlphabet):
		return RecoveryCode, code
	}
	return NoCode, ""
}

// consistsOf reports whether a text has only characters of an alphabet.
func consistsOf(text, alphabet string) bool { return strings.Trim(text, alphabet) == "" }
