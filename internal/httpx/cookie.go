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

// SessionCookie makes the cookie of a session that lasts until expires. An
// empty secret makes the cookie that ends it.
func SessionCookie(secure bool, secret string, expires time.Time) http.Cookie {
	c := http.Cookie{
		Name: CookieName(secure), Value: secret, Path: "/", Expires: expires,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
	if secret == "" {
		c.MaxAge = -1
	}
	return c
}
