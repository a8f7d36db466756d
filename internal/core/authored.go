package core

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Authored encodes a value of the seed as the JSON that is stored, and its hash. A
// later load of the seed compares hashes to find what has changed.
func Authored(v any) (text, hash string, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", "", err
	}
	sum := sha256.Sum256(b)
	return string(b), hex.EncodeToString(sum[:]), nil
}
