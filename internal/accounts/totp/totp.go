// Package totp has the codes of two-factor sign-in: those of authenticator apps and
// recovery codes.
package totp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

// The codes of authenticator apps (TOTP, RFC 6238): HMAC-SHA-1, 6 digits, a new code
// every 30 seconds. Apps support no other values reliably.
const (
	// Period is how long a code is shown.
	Period        = 30 * time.Second
	digits        = 6
	maxClockSteps = 1 // steps by which the user's clock may differ
	secretBytes   = 20
	issuer        = "Colloquy"
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns a random secret in base32.
func NewSecret() string {
	var b [secretBytes]byte
	rand.Read(b[:])
	return encoding.EncodeToString(b[:])
}

// stepOf returns the number of the time step of t.
func stepOf(t time.Time) int64 { return t.Unix() / int64(Period/time.Second) }

// codeOf returns the code of a time step.
func codeOf(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	n := binary.BigEndian.Uint32(sum[at:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", digits, n%1_000_000)
}

// Code returns the code of a secret at a time.
func Code(secret string, at time.Time) (string, error) {
	key, err := keyOf(secret)
	if err != nil {
		return "", err
	}
	return codeOf(key, stepOf(at)), nil
}

func keyOf(secret string) ([]byte, error) {
	key, err := encoding.DecodeString(secret)
	if err != nil {
		return nil, fmt.Errorf("totp: stored secret: %w", err)
	}
	return key, nil
}

// Match returns the time step of a code: one within the window around now and after
// last, which is the last step whose code was used. It returns false if the code belongs
// to none.
func Match(secret, code string, now time.Time, last int64) (step int64, ok bool, err error) {
	key, err := keyOf(secret)
	if err != nil {
		return 0, false, err
	}
	for s := stepOf(now) + maxClockSteps; s >= stepOf(now)-maxClockSteps; s-- {
		if subtle.ConstantTimeCompare([]byte(codeOf(key, s)), []byte(code)) == 1 && s > last {
			step, ok = s, true
		}
	}
	return step, ok, nil
}

// URL returns the address that authenticator apps read from a QR code.
func URL(secret, account string) string {
	u := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + account}
	return u.String() + "?secret=" + secret + "&issuer=" + issuer +
		fmt.Sprintf("&algorithm=SHA1&digits=%d&period=%d", digits, int(Period/time.Second))
}
