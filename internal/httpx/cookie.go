package httpx

import (
	"net/http"
	"time"
)

// CookieName returns the name of the session cookie. Over https it has the prefix
// __Host-: browsers accept such cookies only with Secure, Path=/ and no Domain.
func CookieName(secure bool) string {
	if secure {
		return "__Host-sid"
	}
	return "sid"
}

// signedInName is the name of a cookie without a secret. It tells scripts of the app
// that there is a session cookie, which they cannot read
// (web/src/shared/browser/credentials.ts).
const signedInName = "signed_in"

// SessionCookies returns the cookies of a session that lasts until expires: its
// secret and the signed-in cookie (signedInName). An empty secret deletes both.
func SessionCookies(secure bool, secret string, expires time.Time) []http.Cookie {
	session := http.Cookie{
		Name: CookieName(secure), Value: secret, Path: "/", Expires: expires,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
	signedIn := session
	signedIn.Name, signedIn.Value, signedIn.HttpOnly = signedInName, "1", false
	if secret == "" {
		signedIn.Value = ""
		session.MaxAge, signedIn.MaxAge = -1, -1
	}
	return []http.Cookie{session, signedIn}
}
