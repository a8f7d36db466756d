package accounts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/crypto/argon2"
)

// The cost of one hash (dependencies §5): about 25 ms on one core.
const (
	hashMemory = 19 << 10 // KiB
	hashTime   = 2
	hashLength = 32
	saltLength = 16
	// hashWait is how long a sign-in waits for its turn before it is told to
	// come back: hashes are costly on purpose, and must not starve the rest.
	hashWait = 2 * time.Second
)

// hasher makes and checks argon2id hashes, a bounded number at once.
type hasher struct {
	memory uint32
	wait   time.Duration // for a turn
	turns  chan struct{}
	dummy  string // checked against for unknown addresses, so that they take as long
}

func newHasher(memory uint32) *hasher {
	if memory == 0 {
		memory = hashMemory
	}
	h := &hasher{memory: memory, wait: hashWait, turns: make(chan struct{}, max(1, runtime.NumCPU()/2))}
	h.dummy = encodeHash(memory, []byte("sixteen bytes it"), make([]byte, hashLength))
	return h
}

// turn waits for a place among the hashes that run at once.
func (h *hasher) turn(ctx context.Context) (done func(), err error) {
	timer := time.NewTimer(h.wait)
	defer timer.Stop()
	select {
	case h.turns <- struct{}{}:
		return func() { <-h.turns }, nil
	case <-timer.C:
		return nil, errBusy.After(h.wait)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// hash returns a password's hash in PHC form.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	done, err := h.turn(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	salt := make([]byte, saltLength)
	rand.Read(salt)
	return encodeHash(h.memory, salt, argon2.IDKey([]byte(password), salt, hashTime, h.memory, 1, hashLength)), nil
}

// matches tells whether a password belongs to a stored hash.
func (h *hasher) matches(ctx context.Context, password, stored string) (bool, error) {
	memory, salt, want, err := decodeHash(stored)
	if err != nil {
		return false, err
	}
	done, err := h.turn(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	got := argon2.IDKey([]byte(password), salt, hashTime, memory, 1, hashLength)
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

func encodeHash(memory uint32, salt, sum []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, memory, hashTime,
		b64.EncodeToString(salt), b64.EncodeToString(sum))
}

var errHashForm = errors.New("accounts: stored hash has an unknown form")

func decodeHash(phc string) (memory uint32, salt, sum []byte, err error) {
	var version, rounds int
	var rest string
	if _, err := fmt.Sscanf(phc, "$argon2id$v=%d$m=%d,t=%d,p=1$%s", &version, &memory, &rounds, &rest); err != nil {
		return 0, nil, nil, errHashForm
	}
	if version != argon2.Version || rounds != hashTime {
		return 0, nil, nil, errHashForm
	}
	const saltText = 22 // 16 bytes in base64 without padding
	if len(rest) < saltText+1 || rest[saltText] != '$' {
		return 0, nil, nil, errHashForm
	}
	if salt, err = base64.RawStdEncoding.DecodeString(rest[:saltText]); err != nil {
		return 0, nil, nil, errHashForm
	}
	if sum, err = base64.RawStdEncoding.DecodeString(rest[saltText+1:]); err != nil || len(sum) != hashLength {
		return 0, nil, nil, errHashForm
	}
	return memory, salt, sum, nil
}

// tokenHash is how a token is stored and looked up. A token has 256 random
// bits, so a fast hash is enough.
func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
