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

// Caller is where a sign-in comes from.
type Caller struct {
	Network core.Network
	Device  string // the value of the device cookie, empty for none
}

const (
	// knownFor is how long a device or network is remembered after a sign-in.
	knownFor = 365 * 24 * time.Hour
	// maxOnDevice is how many accounts one browser is remembered for.
	maxOnDevice = 4
)

// recogniser tells the devices and networks that an account signed in from before.
// A device carries the proof itself, in a signed cookie; of a network the
// database keeps a hash. Both are bound to the account by the installation's
// secret, so that neither says anything about anybody else.
type recogniser struct{ secret []byte }

// deviceEntry is the proof of one account in a device cookie, written as
// "nonce.expires.signature". The cookie joins entries with "~".
type deviceEntry struct {
	nonce   string
	expires time.Time
}

// device returns the nonce of the entry that names the account, if it is
// genuine and has not expired.
func (r recogniser) device(cookie, userID string, now time.Time) (nonce string, ok bool) {
	if userID == "" {
		return "", false
	}
	for _, text := range entries(cookie) {
		if e, ok := r.open(text, userID); ok && e.expires.After(now) {
			return e.nonce, true
		}
	}
	return "", false
}

// withDevice returns a cookie with a fresh entry of the account before those of
// other accounts.
func (r recogniser) withDevice(cookie, userID string, now time.Time) string {
	nonce := make([]byte, 12)
	rand.Read(nonce)
	e := deviceEntry{base64.RawURLEncoding.EncodeToString(nonce), now.Add(knownFor)}
	out := []string{e.text(r, userID)}
	for _, text := range entries(cookie) {
		if _, own := r.open(text, userID); !own && len(out) < maxOnDevice {
			out = append(out, text)
		}
	}
	return strings.Join(out, "~")
}

// entries are those of a cookie that could be ours.
func entries(cookie string) []string {
	const longest = 80 // characters of one entry
	if cookie == "" || len(cookie) > maxOnDevice*(longest+1) {
		return nil
	}
	return strings.Split(cookie, "~")
}

func (e deviceEntry) text(r recogniser, userID string) string {
	expires := strconv.FormatInt(e.expires.Unix(), 36)
	return e.nonce + "." + expires + "." + r.sign(userID, e.nonce, expires)
}

func (r recogniser) open(text, userID string) (deviceEntry, bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || !hmac.Equal([]byte(parts[2]), []byte(r.sign(userID, parts[0], parts[1]))) {
		return deviceEntry{}, false
	}
	expires, err := strconv.ParseInt(parts[1], 36, 64)
	return deviceEntry{parts[0], time.Unix(expires, 0)}, err == nil
}

func (r recogniser) sign(userID, nonce, expires string) string {
	return base64.RawURLEncoding.EncodeToString(r.mac("device", userID, nonce, expires))
}

// networkHash is how a network of an account is stored. An IPv6 line often
// changes its /64 and keeps its /56, so that is what counts.
func (r recogniser) networkHash(userID string, n core.Network) string {
	tiers := n.Tiers()
	return hex.EncodeToString(r.mac("network", userID, tiers[min(1, len(tiers)-1)]))
}

func (r recogniser) mac(parts ...string) []byte {
	h := hmac.New(sha256.New, r.secret)
	h.Write([]byte(strings.Join(parts, "\x00")))
	return h.Sum(nil)[:16]
}
