package core

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
)

// sumLength is how many bytes of a checksum stand before a cursor's place. It
// keeps no secret: it tells a cursor that was made here from one that was
// altered or cut on its way, which would continue at a wrong place.
const sumLength = 8

var cursorText = base64.RawURLEncoding.Strict()

var errAltered = errors.New("core: the cursor was altered")

func checksum(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:sumLength]
}

// Cursor names a place in a list as opaque text. The place must encode as JSON.
func Cursor(place any) string {
	b, err := json.Marshal(place)
	if err != nil {
		panic(err) // places are numbers and strings, which always encode
	}
	return cursorText.EncodeToString(append(checksum(b), b...))
}

// ParseCursor reads what Cursor wrote. Whatever else it is given is an error,
// and so is a text with a NUL, which no database takes: the checksum can be made
// by anybody.
func ParseCursor(text string, place any) error {
	b, err := cursorText.DecodeString(text)
	if err != nil {
		return err
	}
	if len(b) < sumLength || !bytes.Equal(b[:sumLength], checksum(b[sumLength:])) {
		return errAltered
	}
	if holdsNUL(b[sumLength:]) {
		return errAltered
	}
	return json.Unmarshal(b[sumLength:], place)
}

func holdsNUL(place []byte) bool {
	d := json.NewDecoder(bytes.NewReader(place))
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
