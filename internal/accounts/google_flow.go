package accounts

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/accounts/oidc"
	"colloquy/internal/core"
)

// googleFlowLifetime is how long a sign-in at the provider may take. Rule accounts-google-state.
const googleFlowLifetime = 10 * time.Minute

// googleFlow is an unfinished sign-in at the provider. Its secret is only in a cookie of the
// browser, and the server stores nothing. All values for the provider derive from the secret, so
// only the browser that began the sign-in can finish it. Rules accounts-google-start,
// accounts-google-state.
type googleFlow struct {
	secret  string
	expires time.Time
}

func newGoogleFlow(now time.Time) googleFlow {
	return googleFlow{core.NewSecret(), now.Add(googleFlowLifetime).Truncate(time.Second)}
}

// params returns the parameters of the flow that are sent to the provider.
func (f googleFlow) params() oidc.FlowParams {
	return oidc.FlowParams{State: f.deriveValueFor("state"), Nonce: f.deriveValueFor("nonce"), Verifier: f.deriveValueFor("verifier")}
}

// deriveValueFor returns a value of 256 bits for a purpose, in base64. The value does not reveal the
// secret.
func (f googleFlow) deriveValueFor(purpose string) string { return signText([]byte(f.secret), purpose) }

func (f googleFlow) hasState(state string) bool {
	return hmac.Equal([]byte(state), []byte(f.deriveValueFor("state")))
}

// cookie returns the value of the cookie: "secret.expires.signature", signed with key.
func (f googleFlow) cookie(key []byte) string {
	text := f.secret + "." + strconv.FormatInt(f.expires.Unix(), 36)
	return text + "." + signText(key, text)
}

// parseGoogleFlow returns the sign-in of a cookie. It returns false if the cookie was not
// signed with key, or has expired.
func parseGoogleFlow(key []byte, cookie string, now time.Time) (googleFlow, bool) {
	parts := strings.Split(cookie, ".")
	if len(cookie) > 200 || len(parts) != 3 || !hmac.Equal([]byte(parts[2]), []byte(signText(key, parts[0]+"."+parts[1]))) {
		return googleFlow{}, false
	}
	seconds, err := strconv.ParseInt(parts[1], 36, 64)
	f := googleFlow{parts[0], time.Unix(seconds, 0)}
	return f, err == nil && f.expires.After(now)
}

// signText returns the HMAC-SHA-256 of a text, in base64.
func signText(key []byte, text string) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
