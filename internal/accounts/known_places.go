package accounts

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/core"
)

// Caller has the network and the device of a call, by which a sign-in recognises known ones.
type Caller struct {
	Network      core.Network
	DeviceCookie string // value of the device cookie, "" for none
	UserAgent    string // User-Agent header of a sign-in
}

const (
	// knownPlaceLifetime is how long a device or network stays known after a sign-in. Rules
	// accounts-two-factor-tries, limits-owner-signs-in.
	knownPlaceLifetime = 365 * 24 * time.Hour
	// maxAccountsOnDevice is how many accounts a device cookie can contain. Rule
	// limits-owner-signs-in.
	maxAccountsOnDevice = 4
)

// placeRecogniser recognises the devices and networks from which a user has signed in before. A device
// has a signed cookie. The database stores a hash for a network. Signature and hash depend on the
// installation's secret and on the account. So nobody can forge them or use them for another
// account.
type placeRecogniser struct{ secret []byte }

// deviceEntry is the entry of one account in a device cookie. In the cookie its text is
// "nonce.expires.signature", and "~" separates the entries.
type deviceEntry struct {
	nonce   string
	expires time.Time
}

// nonceOfAccount returns the nonce of the account's entry in a device cookie. ok is false if the cookie
// has no unexpired entry of the account with a valid signature.
func (r placeRecogniser) nonceOfAccount(cookie, userID string, now time.Time) (nonce string, ok bool) {
	if userID == "" {
		return "", false
	}
	for _, text := range splitDeviceCookie(cookie) {
		if e, ok := r.verifyDeviceEntry(text, userID); ok && e.expires.After(now) {
			return e.nonce, true
		}
	}
	return "", false
}

// cookieWithAccount returns a device cookie that begins with a new entry of the account. The other
// accounts' entries of the given cookie follow, up to maxAccountsOnDevice in all.
func (r placeRecogniser) cookieWithAccount(cookie, userID string, now time.Time) string {
	nonce := make([]byte, 12)
	rand.Read(nonce)
	e := deviceEntry{base64.RawURLEncoding.EncodeToString(nonce), now.Add(knownPlaceLifetime)}
	out := []string{e.signedText(r, userID)}
	for _, text := range splitDeviceCookie(cookie) {
		if _, own := r.verifyDeviceEntry(text, userID); !own && len(out) < maxAccountsOnDevice {
			out = append(out, text)
		}
	}
	return strings.Join(out, "~")
}

// splitDeviceCookie returns the entries of a device cookie. It returns nil if the cookie is
// longer than any cookie that cookieWithAccount can make.
func splitDeviceCookie(cookie string) []string {
	const longest = 80 // characters of one entry
	if cookie == "" || len(cookie) > maxAccountsOnDevice*(longest+1) {
		return nil
	}
	return strings.Split(cookie, "~")
}

// signedText returns the entry as text, signed for an account.
func (e deviceEntry) signedText(r placeRecogniser, userID string) string {
	expires := strconv.FormatInt(e.expires.Unix(), 36)
	return e.nonce + "." + expires + "." + r.deviceEntrySignature(userID, e.nonce, expires)
}

// verifyDeviceEntry parses the text of an entry. It returns false unless the text is signed for
// the account.
func (r placeRecogniser) verifyDeviceEntry(text, userID string) (deviceEntry, bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || !hmac.Equal([]byte(parts[2]), []byte(r.deviceEntrySignature(userID, parts[0], parts[1]))) {
		return deviceEntry{}, false
	}
	expires, err := strconv.ParseInt(parts[1], 36, 64)
	return deviceEntry{parts[0], time.Unix(expires, 0)}, err == nil
}

func (r placeRecogniser) deviceEntrySignature(userID, nonce, expires string) string {
	return base64.RawURLEncoding.EncodeToString(r.shortMAC("device", userID, nonce, expires))
}

// networkHash returns the hash that the database stores for a network of an account. All networks
// in one IPv6 /56 have the same hash. Providers often change a customer's /64.
func (r placeRecogniser) networkHash(userID string, n core.Network) string {
	tiers := n.Tiers()
	return hex.EncodeToString(r.shortMAC("network", userID, tiers[min(1, len(tiers)-1)]))
}

// shortMAC returns the first 128 bits of the HMAC-SHA-256 of the parts.
func (r placeRecogniser) shortMAC(parts ...string) []byte {
	h := hmac.New(sha256.New, r.secret)
	h.Write([]byte(strings.Join(parts, "\x00")))
	return h.Sum(nil)[:16]
}
