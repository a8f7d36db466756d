// Package password hashes passwords (argon2id), limits how many hashes are computed at
// once, and checks new passwords.
package password

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"
)

// hashCost has the argon2id parameters of a hash. A stored hash contains its own cost.
type hashCost struct {
	memoryKiB uint32 // KiB
	rounds    uint32
	threads   uint8
}

// The cost and the lengths of new hashes. A hash takes about 25 ms on one core.
const (
	hashMemoryKiB = 19 << 10 // KiB
	hashRounds    = 2
	hashBytes     = 32
	saltBytes     = 16
)

// Hasher makes and compares argon2id hashes. Callers of Hash and Matches must have acquired a slot
// with Acquire. A Hasher is safe for concurrent use.
type Hasher struct {
	*queue
	cost hashCost
	// DummyHash is compared with the password if no account has the address. So the time of a
	// sign-in does not reveal that there is no account.
	DummyHash string
}

// NewHasher returns a Hasher. The parameter memory is the memory in KiB for each hash. If it is 0,
// a hash takes 19 MiB.
func NewHasher(memory uint32) *Hasher {
	if memory == 0 {
		memory = hashMemoryKiB
	}
	h := &Hasher{queue: newQueue(hashesAtOnce()), cost: hashCost{memory, hashRounds, 1}}
	h.DummyHash = phcHash{h.cost, []byte("sixteen bytes it"), make([]byte, hashBytes)}.String()
	return h
}

// hashesAtOnce returns half the number of processors, but at least 1. With a hash on each
// processor, other calls would wait for the scheduler. Rule limits-password-queue.
func hashesAtOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// Hash returns the hash of a password as a PHC string. Rule accounts-secrets-hashed.
func (h *Hasher) Hash(password string) string {
	out := phcHash{cost: h.cost, salt: make([]byte, saltBytes)}
	rand.Read(out.salt)
	out.sum = out.argon2Sum(password, hashBytes)
	return out.String()
}

// Matches reports whether a password belongs to a stored hash, using the cost that the stored
// hash contains. It returns ErrUnknownFormat for a hash that cannot be read.
func (h *Hasher) Matches(password, storedHash string) (bool, error) {
	want, err := parsePHC(storedHash)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(want.argon2Sum(password, len(want.sum)), want.sum) == 1, nil
}

// IsStale reports whether a stored hash differs from new hashes in cost or length. It returns
// false for a hash that cannot be read.
func (h *Hasher) IsStale(storedHash string) bool {
	p, err := parsePHC(storedHash)
	return err == nil && (p.cost != h.cost || len(p.salt) != saltBytes || len(p.sum) != hashBytes)
}

// phcHash is a parsed PHC string, "$argon2id$v=19$m=19456,t=2,p=1$salt$sum".
type phcHash struct {
	cost      hashCost
	salt, sum []byte
}

// argon2Sum returns the argon2id sum of a password, with the salt and the cost of p. length is
// in bytes.
func (p phcHash) argon2Sum(password string, length int) []byte {
	return argon2.IDKey([]byte(password), p.salt, p.cost.rounds, p.cost.memoryKiB, p.cost.threads, uint32(length))
}

// String returns the PHC string.
func (p phcHash) String() string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.cost.memoryKiB, p.cost.rounds, p.cost.threads,
		b64.EncodeToString(p.salt), b64.EncodeToString(p.sum))
}

// ErrUnknownFormat reports a stored hash that cannot be read.
var ErrUnknownFormat = errors.New("password: stored hash has an unknown format")

// Bounds of a stored hash. They limit the memory and time of a comparison with a damaged hash.
const (
	maxMemoryKiB      = 256 << 10 // KiB
	maxRounds         = 16
	maxThreads        = 16
	minSaltOrSumBytes = 8
	maxSaltOrSumBytes = 64
)

// parsePHC parses a PHC string. It returns ErrUnknownFormat if the string has another form or is
// out of bounds.
func parsePHC(text string) (phcHash, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phcHash{}, ErrUnknownFormat
	}
	var p phcHash
	c := &p.cost
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memoryKiB, &c.rounds, &c.threads); n != 3 || err != nil {
		return phcHash{}, ErrUnknownFormat
	}
	if c.memoryKiB < 8*uint32(c.threads) || c.memoryKiB > maxMemoryKiB || c.rounds < 1 || c.rounds > maxRounds || c.threads < 1 || c.threads > maxThreads {
		return phcHash{}, ErrUnknownFormat
	}
	var err error
	if p.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil || len(p.salt) < minSaltOrSumBytes || len(p.salt) > maxSaltOrSumBytes {
		return phcHash{}, ErrUnknownFormat
	}
	if p.sum, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil || len(p.sum) < minSaltOrSumBytes || len(p.sum) > maxSaltOrSumBytes {
		return phcHash{}, ErrUnknownFormat
	}
	return p, nil
}
