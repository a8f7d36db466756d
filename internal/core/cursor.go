package core

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
)

// checksumBytes is the length of the checksum before a cursor's content. The checksum detects
// cursors that were altered or truncated by accident. It does not protect against forgery.
const checksumBytes = 8

var cursorEncoding = base64.RawURLEncoding.Strict()

var errAlteredCursor = errors.New("core: the cursor was altered")

func checksum(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:checksumBytes]
}

// FormatCursor encodes the sort key of the last item of a page as opaque text. The key
// must encode as JSON.
func FormatCursor(key any) string {
	b, err := json.Marshal(key)
	if err != nil {
		panic(err) // keys are numbers and strings, which always encode
	}
	return cursorEncoding.EncodeToString(append(checksum(b), b...))
}

// ParseCursor decodes a cursor into key, a pointer. A wrong checksum is an error. The checksum
// needs no key, so a client can forge a cursor. ParseCursor therefore also refuses NUL characters,
// which PostgreSQL does not accept. Rule api-cursors.
func ParseCursor(text string, key any) error {
	b, err := cursorEncoding.DecodeString(text)
	if err != nil {
		return err
	}
	if len(b) < checksumBytes || !bytes.Equal(b[:checksumBytes], checksum(b[checksumBytes:])) {
		return errAlteredCursor
	}
	if hasNUL(b[checksumBytes:]) {
		return errAlteredCursor
	}
	return json.Unmarshal(b[checksumBytes:], key)
}

func hasNUL(key []byte) bool {
	d := json.NewDecoder(bytes.NewReader(key))
	for {
		t, err := d.Token()
		if err != nil {
			return false
		}
		if text, ok := t.(string); ok && strings.IndexByte(text, 0) >= 0 {
			return true
		}
	}
}
