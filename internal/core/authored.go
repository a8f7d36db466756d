package core

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Authored writes what the seed holds as the JSON that is stored, with the hash
// by which loading the seed again tells whether it has changed.
func Authored(v any) (text, hash string, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", "", err
	}
	sum := sha256.Sum256(b)
	return string(b), hex.EncodeToString(sum[:]), nil
}
