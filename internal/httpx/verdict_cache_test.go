package httpx

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
)

func hashedKey(i int) [sha256.Size]byte { return sha256.Sum256([]byte(fmt.Sprint(i))) }

// A cached result expires after a minute.
func TestCachedVerdictsExpire(t *testing.T) {
	now, bad := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), errors.New("bad")
	var c credentialVerdictCache
	c.put(hashedKey(1), bad, now)
	if v, ok := c.get(hashedKey(1), now.Add(verdictLifetime-time.Millisecond)); !ok || !errors.Is(v.err, bad) {
		t.Errorf("within the minute: %v, %v", v, ok)
	}
	if _, ok := c.get(hashedKey(1), now.Add(verdictLifetime)); ok {
		t.Error("a secret is remembered for longer than a minute")
	}
}

// When the cache is full, its older half is dropped.
func TestCachedVerdictsAreBounded(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	var c credentialVerdictCache
	const count = 10 * maxVerdictsPerMap
	for i := range count {
		c.put(hashedKey(i), nil, now)
	}
	if n := len(c.newerVerdicts) + len(c.olderVerdicts); n > 2*maxVerdictsPerMap {
		t.Errorf("%d secrets are remembered, want %d at most", n, 2*maxVerdictsPerMap)
	}
	if _, ok := c.get(hashedKey(count-maxVerdictsPerMap), now); !ok {
		t.Error("one of the newer half is forgotten")
	}
	if _, ok := c.get(hashedKey(0), now); ok {
		t.Error("the oldest is remembered")
	}
}

// The limit of a /56 network is full and refuses a secret. The limit of the /64 network then does
// not count the secret either.
func TestRefusedSecretCountsUnderNoTier(t *testing.T) {
	a := &API{limiter: NewLimiter(clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)))}
	for i := range 2 * badCredentialRate.N {
		if _, ok := a.countUnknownSecret(core.NetworkOf(fmt.Sprintf("2001:db8:0:%x::1", i%2))); !ok {
			t.Fatalf("secret %d is refused", i)
		}
	}
	otherNetwork := core.NetworkOf("2001:db8:0:9::1")
	if wait, ok := a.countUnknownSecret(otherNetwork); ok || wait <= 0 {
		t.Errorf("a full /56 allows one more, wait %v", wait)
	}
	if _, ok := a.limiter.Allow(credentialLimitKey(otherNetwork.String()), 1, badCredentialRate.Period); !ok {
		t.Error("the refused secret is counted under its /64")
	}
}

// An unknown message of a library may contain names of Go types, so users get a general text
// instead.
func TestUnknownLibraryMessagesAreNotShown(t *testing.T) {
	if got := requirementText("cannot unmarshal into Go value of type accounts.loginIn"); got != "is not valid" {
		t.Errorf("the text is %q", got)
	}
}
