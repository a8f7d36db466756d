package httpx

import (
	"net/http"
	"time"
)

// SessionCookieName returns the name of the session cookie. Over https it has the prefix
// __Host-: browsers accept such cookies only with Secure, Path=/ and no Domain.
func SessionCookieName(secure bool) string {
	if secure {
		return "__Host-sid"
	}
	return "sid"
}

// signedInCookieName is the name of a cookie without a secret. Scripts of the app cannot
// read the session cookie, so they look for this one (web/src/shared/browser/credentials.ts). Rule
// accounts-user-signed-out.
const signedInCookieName = "signed_in"

// SessionCookies returns the two cookies of a session: the session cookie, which has the secret,
// and the signed-in cookie (signedInCookieName). Browsers keep the cookies until
// expiresAt. If the secret is empty, browsers delete the two cookies.
func SessionCookies(secure bool, secret string, expiresAt time.Time) []http.Cookie {
	session := http.Cookie{
		Name: SessionCookieName(secure), Value: secret, Path: "/", Expires: expiresAt,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
	signedInCookie := session
	signedInCookie.Name, signedInCookie.Value, signedInCookie.HttpOnly = signedInCookieName, "1", false
	if secret == "" {
		signedInCookie.Value = ""
		session.MaxAge, signedInCookie.MaxAge = -1, -1
	}
	return []http.Cookie{session, signedInCookie}
}
