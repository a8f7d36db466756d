package accounts

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"
)

// cost is what one hash takes. A stored hash names its own.
type cost struct {
	memory  uint32 // KiB
	rounds  uint32
	threads uint8
}

// The cost of new hashes: about 25 ms on one core.
const (
	hashMemory = 19 << 10 // KiB
	hashRounds = 2
	hashLength = 32
	saltLength = 16
)

// hasher makes and checks argon2id hashes. Whoever does so waits for a turn of
// its queue first.
type hasher struct {
	*queue
	cost  cost
	dummy string // checked against for unknown addresses, so that they take as long
}

func newHasher(memory uint32) *hasher {
	if memory == 0 {
		memory = hashMemory
	}
	h := &hasher{queue: newQueue(hashesAtOnce()), cost: cost{memory, hashRounds, 1}}
	h.dummy = phc{h.cost, []byte("sixteen bytes it"), make([]byte, hashLength)}.String()
	return h
}

// hashesAtOnce leaves half of the processors to everything else: with a hash on
// each of them other calls wait for the scheduler.
func hashesAtOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// hash returns a password's hash in PHC form. The caller has a turn.
func (h *hasher) hash(password string) string {
	out := phc{cost: h.cost, salt: make([]byte, saltLength)}
	rand.Read(out.salt)
	out.sum = out.sumOf(password, hashLength)
	return out.String()
}

// matches tells whether a password belongs to a stored hash, at the cost that
// the hash names. The caller has a turn.
func (h *hasher) matches(password, stored string) (bool, error) {
	want, err := parsePHC(stored)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(want.sumOf(password, len(want.sum)), want.sum) == 1, nil
}

// isStale tells whether a stored hash was made at another cost than new ones.
func (h *hasher) isStale(stored string) bool {
	p, err := parsePHC(stored)
	return err == nil && (p.cost != h.cost || len(p.salt) != saltLength || len(p.sum) != hashLength)
}

// phc is a stored hash: its cost, salt and sum.
type phc struct {
	cost      cost
	salt, sum []byte
}

func (p phc) sumOf(password string, length int) []byte {
	return argon2.IDKey([]byte(password), p.salt, p.cost.rounds, p.cost.memory, p.cost.threads, uint32(length))
}

// String writes the hash down in the PHC string format.
func (p phc) String() string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.cost.memory, p.cost.rounds, p.cost.threads,
		b64.EncodeToString(p.salt), b64.EncodeToString(p.sum))
}

var errHashForm = errors.New("accounts: stored hash has an unknown form")

// Bounds of what a stored hash may ask for, so that a broken row costs no more
// than a slow sign-in.
const (
	maxMemory  = 256 << 10 // KiB
	maxRounds  = 16
	maxThreads = 16
	minBytes   = 8
	maxBytes   = 64
)

func parsePHC(text string) (phc, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phc{}, errHashForm
	}
	var p phc
	c := &p.cost
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.rounds, &c.threads); n != 3 || err != nil {
		return phc{}, errHashForm
	}
	if c.memory < 8*uint32(c.threads) || c.memory > maxMemory || c.rounds < 1 || c.rounds > maxRounds || c.threads < 1 || c.threads > maxThreads {
		return phc{}, errHashForm
	}
	var err error
	if p.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil || len(p.salt) < minBytes || len(p.salt) > maxBytes {
		return phc{}, errHashForm
	}
	if p.sum, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil || len(p.sum) < minBytes || len(p.sum) > maxBytes {
		return phc{}, errHashForm
	}
	return p, nil
}

// tokenHash is how a token is stored and looked up. A token has 256 random
// bits, so a fast hash is enough.
func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
