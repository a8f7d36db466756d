// Package totp makes and reads the codes of two-factor sign-in: the codes of authenticator apps,
// and recovery codes.
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
// every 30 seconds. Apps support no other values reliably. Rule accounts-two-factor-codes.
const (
	// Period is how long an authenticator app shows a code.
	Period        = 30 * time.Second
	codeDigits    = 6
	maxClockSteps = 1 // how many time steps the user's clock may be off
	secretBytes   = 20
	issuer        = "Colloquy"
)

// secretEncoding is the base32 encoding of secrets.
var secretEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns a random secret in base32.
func NewSecret() string {
	var b [secretBytes]byte
	rand.Read(b[:])
	return secretEncoding.EncodeToString(b[:])
}

// timeStepOf returns the number of the time step of t.
func timeStepOf(t time.Time) int64 { return t.Unix() / int64(Period/time.Second) }

// codeOfStep returns the code of a time step.
func codeOfStep(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	n := binary.BigEndian.Uint32(sum[at:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", codeDigits, n%1_000_000)
}

// CodeAt returns the code that an authenticator app with the secret shows at a time.
func CodeAt(secret string, at time.Time) (string, error) {
	key, err := decodeSecret(secret)
	if err != nil {
		return "", err
	}
	return codeOfStep(key, timeStepOf(at)), nil
}

// decodeSecret returns the bytes of a secret in base32.
func decodeSecret(secret string) ([]byte, error) {
	key, err := secretEncoding.DecodeString(secret)
	if err != nil {
		return nil, fmt.Errorf("totp: stored secret: %w", err)
	}
	return key, nil
}

// MatchCode returns the time step whose code was entered. The step must be within maxClockSteps of
// now and later than lastStep, the step of the last used code. If no step matches, ok is false. If
// the secret cannot be decoded, err is set.
func MatchCode(secret, code string, now time.Time, lastStep int64) (step int64, ok bool, err error) {
	key, err := decodeSecret(secret)
	if err != nil {
		return 0, false, err
	}
	for s := timeStepOf(now) + maxClockSteps; s >= timeStepOf(now)-maxClockSteps; s-- {
		if subtle.ConstantTimeCompare([]byte(codeOfStep(key, s)), []byte(code)) == 1 && s > lastStep {
			step, ok = s, true
		}
	}
	return step, ok, nil
}

// OTPAuthURL returns the otpauth URL that authenticator apps read from a QR code. account is
// the address that they show. Rule accounts-two-factor-setup.
func OTPAuthURL(secret, account string) string {
	u := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + account}
	return u.String() + "?secret=" + secret + "&issuer=" + issuer +
		fmt.Sprintf("&algorithm=SHA1&digits=%d&period=%d", codeDigits, int(Period/time.Second))
}
