package accounts

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const (
	recoveryCodeCount  = 10
	recoveryCodeLength = 8 // characters of 5 bits, without the hyphen
	// recoveryAlphabet is that of Crockford's base32: no i, l, o and u.
	recoveryAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"
)

// newRecoveryCodes returns random codes of 40 bits, such as "7k2m-x09q".
func newRecoveryCodes() []string {
	var out []string
	seen := map[string]bool{}
	for len(out) < recoveryCodeCount {
		var b [recoveryCodeLength]byte
		rand.Read(b[:])
		for i := range b {
			b[i] = recoveryAlphabet[int(b[i])%len(recoveryAlphabet)]
		}
		code := string(b[:recoveryCodeLength/2]) + "-" + string(b[recoveryCodeLength/2:])
		// Two equal codes would be one row.
		if !seen[code] {
			seen[code], out = true, append(out, code)
		}
	}
	return out
}

// codeKind is what a user may enter as the second factor.
type codeKind uint8

const (
	noCode       codeKind = iota // neither of the others
	totpKind                     // 6 digits of an authenticator app
	recoveryKind                 // a recovery code
)

// maxEnteredCode bounds the text that parseCode looks at, in bytes.
const maxEnteredCode = 64

// parseCode returns the kind of an entered code, and the code in its canonical form:
// spaces, hyphens and case do not matter, and letters that look like digits are read as
// those.
func parseCode(entered string) (codeKind, string) {
	if len(entered) > maxEnteredCode {
		return noCode, ""
	}
	code := strings.NewReplacer("-", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(strings.Join(strings.Fields(entered), "")))
	switch {
	case len(code) == totpDigits && consistsOf(code, "0123456789"):
		return totpKind, code
	case len(code) == recoveryCodeLength && consistsOf(code, recoveryAlphabet):
		return recoveryKind, code
	}
	return noCode, ""
}

func consistsOf(text, alphabet string) bool { return strings.Trim(text, alphabet) == "" }

// recoveryHash returns the stored form of a recovery code in its canonical form. It is
// keyed, because 40 bits are too few for a plain hash, and bound to the account.
func (s *Service) recoveryHash(userID, code string) string {
	mac := hmac.New(sha256.New, s.recoveryKey)
	mac.Write([]byte(userID + " " + code))
	return hex.EncodeToString(mac.Sum(nil))
}
