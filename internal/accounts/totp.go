package accounts

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
	totpPeriod      = 30 * time.Second
	totpDigits      = 6
	totpWindow      = 1 // steps by which the user's clock may differ
	totpSecretBytes = 20
	totpIssuer      = "Colloquy"
)

var totpEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// newTOTPSecret returns a random secret in base32.
func newTOTPSecret() string {
	var b [totpSecretBytes]byte
	rand.Read(b[:])
	return totpEncoding.EncodeToString(b[:])
}

// totpStep returns the number of the time step of t.
func totpStep(t time.Time) int64 { return t.Unix() / int64(totpPeriod/time.Second) }

// totpCode returns the code of a time step.
func totpCode(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	n := binary.BigEndian.Uint32(sum[at:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", totpDigits, n%1_000_000)
}

// matchTOTP returns the time step of a code: one within the window around now and after
// last, which is the last step whose code was used. It returns false if the code belongs
// to none.
func matchTOTP(secret, code string, now time.Time, last int64) (step int64, ok bool, err error) {
	key, err := totpEncoding.DecodeString(secret)
	if err != nil {
		return 0, false, fmt.Errorf("accounts: stored TOTP secret: %w", err)
	}
	for s := totpStep(now) + totpWindow; s >= totpStep(now)-totpWindow; s-- {
		if subtle.ConstantTimeCompare([]byte(totpCode(key, s)), []byte(code)) == 1 && s > last {
			step, ok = s, true
		}
	}
	return step, ok, nil
}

// otpauthURL returns the address that authenticator apps read from a QR code.
func otpauthURL(secret, account string) string {
	u := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + totpIssuer + ":" + account}
	return u.String() + "?secret=" + secret + "&issuer=" + totpIssuer +
		fmt.Sprintf("&algorithm=SHA1&digits=%d&period=%d", totpDigits, int(totpPeriod/time.Second))
}
