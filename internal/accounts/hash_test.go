package accounts

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/core"
)

func TestHashRoundTrip(t *testing.T) {
	h := newHasher(64)
	for _, password := range []string{"stamp-album-7", "      ", strings.Repeat("🎭", 30), "пароль-2", "ünïcödé"} {
		stored, err := h.hash(t.Context(), password)
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`^\$argon2id\$v=19\$m=64,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`).MatchString(stored) {
			t.Errorf("%q is not in PHC form", stored)
		}
		if ok, err := h.matches(t.Context(), password, stored); !ok || err != nil {
			t.Errorf("%q does not match its hash: %v", password, err)
		}
		again, err := h.hash(t.Context(), password)
		if err != nil || again == stored {
			t.Errorf("two hashes of %q are the same: the salt is not random (%v)", password, err)
		}
	}
}

func TestHashRealCost(t *testing.T) {
	if h := newHasher(0); !strings.Contains(h.dummy, "$m=19456,t=2,p=1$") {
		t.Errorf("the cost is %s, want 19 MiB in two rounds", h.dummy)
	}
}

// TestEveryCharacterCounts: changing any one of thirty emoji, the last too,
// must not match.
func TestEveryCharacterCounts(t *testing.T) {
	h := newHasher(64)
	password := []rune(strings.Repeat("🎭", maxPassword))
	stored, err := h.hash(t.Context(), string(password))
	if err != nil {
		t.Fatal(err)
	}
	for i := range password {
		other := []rune(string(password))
		other[i] = '🎩'
		if ok, err := h.matches(t.Context(), string(other), stored); ok || err != nil {
			t.Errorf("a change of character %d still matches (%v)", i, err)
		}
	}
}

func TestHashesOfOtherCostsStillMatch(t *testing.T) {
	stored, err := newHasher(128).hash(t.Context(), goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := newHasher(64).matches(t.Context(), goodPassword, stored); !ok || err != nil {
		t.Errorf("a hash made at another cost does not match: %v", err)
	}
}

func TestBrokenHashesAreErrors(t *testing.T) {
	h := newHasher(64)
	good, err := h.hash(t.Context(), goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	for name, stored := range map[string]string{
		"empty":           "",
		"bcrypt":          "$2a$10$abcdefghijklmnopqrstuv",
		"argon2i":         strings.Replace(good, "argon2id", "argon2i", 1),
		"other version":   strings.Replace(good, "v=19", "v=16", 1),
		"other rounds":    strings.Replace(good, "t=2", "t=9", 1),
		"cut":             good[:len(good)-4],
		"no sum":          good[:strings.LastIndex(good, "$")],
		"wrong character": strings.Replace(good, "$m=64,t=2,p=1$", "$m=64,t=2,p=1$!", 1),
	} {
		if ok, err := h.matches(t.Context(), goodPassword, stored); ok || !errors.Is(err, errHashForm) {
			t.Errorf("%s: %v %v, want errHashForm", name, ok, err)
		}
	}
}

func FuzzDecodeHash(f *testing.F) {
	h := newHasher(64)
	f.Add(h.dummy)
	f.Add("$argon2id$v=19$m=64,t=2,p=1$$")
	f.Fuzz(func(t *testing.T, stored string) {
		memory, salt, sum, err := decodeHash(stored)
		if err == nil && (len(salt) != saltLength || len(sum) != hashLength || memory == 0) {
			t.Errorf("%q was read as %d %x %x", stored, memory, salt, sum)
		}
	})
}

// TestHashesRunAtMostSoManyAtOnce holds every turn and counts who gets one.
func TestHashesRunAtMostSoManyAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(64)
		var inside, most atomic.Int64
		var wg sync.WaitGroup
		for range 3 * cap(h.turns) {
			wg.Go(func() {
				done, err := h.turn(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				defer done()
				most.Store(max(most.Load(), inside.Add(1)))
				time.Sleep(100 * time.Millisecond) // the bubble's clock: nobody waits for it
				inside.Add(-1)
			})
		}
		wg.Wait()
		if most.Load() != int64(cap(h.turns)) {
			t.Errorf("%d hashes ran at once, want %d", most.Load(), cap(h.turns))
		}
	})
}

func TestAHashThatMustWaitTooLongIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(64)
		for range cap(h.turns) {
			if _, err := h.turn(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		start := time.Now()
		_, err := h.hash(t.Context(), goodPassword)
		e, ok := errors.AsType[*core.Error](err)
		if !ok || e.Kind != core.Unavailable || e.RetryAfter <= 0 {
			t.Errorf("got %v, want busy with a time to wait", err)
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("refused after %v, want 2s", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.hash(ctx, goodPassword); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who left got %v", err)
		}
	})
}
