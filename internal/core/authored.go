package core

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// EncodeAuthored encodes a value of the seed. text is its JSON, which the database stores. hash is
// the SHA-256 of text in hexadecimal. The next load of the seed compares hashes to find changes.
func EncodeAuthored(v any) (text, hash string, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", "", err
	}
	sum := sha256.Sum256(b)
	return string(b), hex.EncodeToString(sum[:]), nil
}
