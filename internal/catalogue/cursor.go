package catalogue

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// sumLength is how many bytes of a checksum stand before a cursor's place. It
// keeps no secret: it tells a cursor that was made here from one that was
// altered or cut on its way, which would continue at a wrong place.
const sumLength = 8

var cursorText = base64.RawURLEncoding.Strict()

func checksum(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:sumLength]
}

// cursor names the place as opaque text.
func (p place) cursor() string {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // numbers and a string always encode
	}
	return cursorText.EncodeToString(append(checksum(b), b...))
}

// parseCursor reads what cursor wrote; nil for none.
func parseCursor(text string) (*place, error) {
	if text == "" {
		return nil, nil
	}
	b, err := cursorText.DecodeString(text)
	if err != nil {
		return nil, errBadCursor.Because(err)
	}
	if len(b) < sumLength || !bytes.Equal(b[:sumLength], checksum(b[sumLength:])) {
		return nil, errBadCursor
	}
	var p place
	if err := json.Unmarshal(b[sumLength:], &p); err != nil {
		return nil, errBadCursor.Because(err)
	}
	return &p, nil
}
