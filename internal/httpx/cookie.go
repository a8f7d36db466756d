package httpx

import (
	"net/http"
	"time"
)

// CookieName is the session cookie's name. The __Host- prefix makes browsers
// insist on Secure, Path=/ and no Domain, so it is used where https is.
func CookieName(secure bool) string {
	if secure {
		return "__Host-sid"
	}
	return "sid"
}

// signedInName is the name of the cookie that tells the app's scripts, which
// cannot see the session cookie, that there is one (web/src/shared/lib/
// credentials.ts). It opens nothing.
const signedInName = "signed_in"

// SessionCookies makes the cookies of a session that lasts until expires: its
// secret, and the mark beside it. An empty secret makes those that end both.
func SessionCookies(secure bool, secret string, expires time.Time) []http.Cookie {
	session := http.Cookie{
		Name: CookieName(secure), Value: secret, Path: "/", Expires: expires,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
	mark := session
	mark.Name, mark.Value, mark.HttpOnly = signedInName, "1", false
	if secret == "" {
		mark.Value = ""
		session.MaxAge, mark.MaxAge = -1, -1
	}
	return []http.Cookie{session, mark}
}
