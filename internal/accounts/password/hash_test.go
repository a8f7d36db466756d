package password

import (
	"errors"
	"regexp"
	"strings"
	"testing"
)

func TestOnlyTheSamePasswordMatchesItsHash(t *testing.T) {
	h := NewHasher(64)
	for _, password := range []string{"stamp-album-7", "      ", strings.Repeat("🎭", 30), "пароль-2", "ünïcödé"} {
		storedHash := h.Hash(password)
		if !regexp.MustCompile(`^\$argon2id\$v=19\$m=64,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`).MatchString(storedHash) {
			t.Errorf("%q is no PHC string", storedHash)
		}
		if ok, err := h.Matches(password, storedHash); !ok || err != nil {
			t.Errorf("%q does not match its hash: %v", password, err)
		}
		if h.Hash(password) == storedHash {
			t.Errorf("two hashes of %q are the same: the salt is not random", password)
		}
	}
}

func TestNewHashesUse19MiBInTwoRounds(t *testing.T) {
	if h := NewHasher(0); !strings.Contains(h.DummyHash, "$m=19456,t=2,p=1$") {
		t.Errorf("the cost is %s, want 19 MiB in two rounds", h.DummyHash)
	}
}

// TestHashCoversEveryCharacter: if one of thirty emoji differs, the password must
// not match.
func TestHashCoversEveryCharacter(t *testing.T) {
	h := NewHasher(64)
	password := []rune(strings.Repeat("🎭", maxLength))
	storedHash := h.Hash(string(password))
	for i := range password {
		otherPassword := []rune(string(password))
		otherPassword[i] = '🎩'
		if ok, err := h.Matches(string(otherPassword), storedHash); ok || err != nil {
			t.Errorf("a change of character %d still matches (%v)", i, err)
		}
	}
}

// TestHashesOfOtherCostsMatch: Matches uses the cost that the stored hash contains. The hash is
// stale if its cost or length differs from those of new hashes.
func TestHashesOfOtherCostsMatch(t *testing.T) {
	h := NewHasher(64)
	for _, c := range []hashCost{{128, 2, 1}, {64, 3, 1}, {64, 1, 1}, {64, 2, 4}, {64, 2, 1}} {
		for _, length := range []int{16, hashBytes} {
			oldHash := phcHash{cost: c, salt: []byte("sixteen bytes it")}
			oldHash.sum = oldHash.argon2Sum(goodPassword, length)
			if ok, err := h.Matches(goodPassword, oldHash.String()); !ok || err != nil {
				t.Errorf("%s does not match: %v", oldHash, err)
			}
			if ok, err := h.Matches(goodPassword+"x", oldHash.String()); ok || err != nil {
				t.Errorf("%s matches another password: %v", oldHash, err)
			}
			if stale := c != h.cost || length != hashBytes; h.IsStale(oldHash.String()) != stale {
				t.Errorf("%s: stale is %v", oldHash, !stale)
			}
		}
	}
}

func TestBrokenHashesAreErrors(t *testing.T) {
	h := NewHasher(64)
	goodHash := h.Hash(goodPassword)
	for name, storedHash := range map[string]string{
		"empty":           "",
		"bcrypt":          "$2a$10$abcdefghijklmnopqrstuv",
		"argon2i":         strings.Replace(goodHash, "argon2id", "argon2i", 1),
		"other version":   strings.Replace(goodHash, "v=19", "v=16", 1),
		"no rounds":       strings.Replace(goodHash, "t=2", "t=0", 1),
		"too many rounds": strings.Replace(goodHash, "t=2", "t=99", 1),
		"too much memory": strings.Replace(goodHash, "m=64", "m=99999999", 1),
		"no threads":      strings.Replace(goodHash, "p=1", "p=0", 1),
		"short salt":      strings.Replace(goodHash, "p=1$", "p=1$AAAA$", 1),
		"cut":             goodHash[:len(goodHash)-36],
		"no sum":          goodHash[:strings.LastIndex(goodHash, "$")],
		"wrong character": strings.Replace(goodHash, "$m=64,t=2,p=1$", "$m=64,t=2,p=1$!", 1),
	} {
		if ok, err := h.Matches(goodPassword, storedHash); ok || !errors.Is(err, ErrUnknownFormat) {
			t.Errorf("%s: %v %v, want ErrFormat", name, ok, err)
		}
	}
}

func FuzzParsePHC(f *testing.F) {
	f.Add(NewHasher(64).DummyHash)
	f.Add("$argon2id$v=19$m=64,t=2,p=1$$")
	f.Add("$argon2id$v=19$m=4294967295,t=4294967295,p=255$AAAAAAAAAAA$AAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, storedHash string) {
		p, err := parsePHC(storedHash)
		if err != nil {
			return
		}
		if c := p.cost; c.memoryKiB > maxMemoryKiB || c.rounds < 1 || c.rounds > maxRounds || c.threads < 1 || c.threads > maxThreads {
			t.Errorf("%q was read as %+v", storedHash, c)
		}
		if again, err := parsePHC(p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%q was read as %s", storedHash, p)
		}
	})
}
