package media

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"time"
)

// Parameters of a signed address.
const (
	expiresParam   = "expires"
	signatureParam = "signature"
)

// SignedAddress returns an address at which a private file is served until expires. Rule
// media-signed.
func (s *Service) SignedAddress(name string, expires time.Time) string {
	expiresText := strconv.FormatInt(expires.Unix(), 10)
	q := url.Values{expiresParam: {expiresText}, signatureParam: {s.signature(name, expiresText)}}
	return fileAddress(name) + "?" + q.Encode()
}

func (s *Service) signature(name, expires string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(name + "\n" + expires))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// hasValidSignature reports whether the parameters of an address have a valid signature that has
// not expired. It compares in constant time.
func (s *Service) hasValidSignature(name string, q url.Values) bool {
	expires := q.Get(expiresParam)
	if !hmac.Equal([]byte(q.Get(signatureParam)), []byte(s.signature(name, expires))) {
		return false
	}
	seconds, err := strconv.ParseInt(expires, 10, 64)
	return err == nil && s.deps.Clock.Now().Unix() < seconds
}
