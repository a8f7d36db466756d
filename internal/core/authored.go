package core

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Authored returns the JSON of a value of the seed, which the database stores, and the
// hash of the JSON. A later load of the seed compares hashes to find changes.
func Authored(v any) (text, hash string, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", "", err
	}
	sum := sha256.Sum256(b)
	return string(b), hex.EncodeToString(sum[:]), nil
}
