package backup

import (
	"errors"
	"fmt"
	"strings"

	"filippo.io/age"
)

// errInvalidKey does not contain the key, because errors are logged.
var errInvalidKey = errors.New("COLLOQUY_BACKUP_KEY is no key: make one with colloquy backup key")

// Key encrypts and decrypts backups. The zero value does neither. A Key without identity only
// encrypts, so a thief of this key cannot read the backups. Rule operations-backup-encrypted.
type Key struct {
	recipient age.Recipient
	identity  age.Identity // nil: the key cannot decrypt
}

// ParseKey parses a key of age: AGE-SECRET-KEY-1... encrypts and decrypts, age1... only
// encrypts. The text may also be a key file of age, in which lines that begin with # are
// comments. An empty text gives the zero Key. Errors do not contain the text.
func ParseKey(text string) (Key, error) {
	if text == "" {
		return Key{}, nil
	}
	if list, err := age.ParseRecipients(strings.NewReader(text)); err == nil && len(list) == 1 {
		return Key{recipient: list[0]}, nil
	}
	list, err := age.ParseIdentities(strings.NewReader(text))
	if err != nil || len(list) != 1 {
		return Key{}, errInvalidKey
	}
	identity, is := list[0].(*age.X25519Identity)
	if !is {
		return Key{}, errInvalidKey
	}
	return Key{identity.Recipient(), identity}, nil
}

// Encrypts reports whether backups made with the key are encrypted.
func (k Key) Encrypts() bool { return k.recipient != nil }

// NewKey returns the text of a new key that encrypts and decrypts, and the text of its
// recipient, which only encrypts.
func NewKey() (secret, recipient string, err error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return "", "", fmt.Errorf("backup: key: %w", err)
	}
	return identity.String(), identity.Recipient().String(), nil
}

// Decrypts reports whether backups made with the key can be read with it.
func (k Key) Decrypts() bool { return !k.Encrypts() || k.identity != nil }
