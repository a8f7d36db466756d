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

func key(i int) [sha256.Size]byte { return sha256.Sum256([]byte(fmt.Sprint(i))) }

// After a minute the database is asked again.
func TestRecentSecretsExpire(t *testing.T) {
	now, bad := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), errors.New("bad")
	var c recent
	c.put(key(1), bad, now)
	if v, ok := c.get(key(1), now.Add(recentFor-time.Millisecond)); !ok || !errors.Is(v.err, bad) {
		t.Errorf("within the minute: %v, %v", v, ok)
	}
	if _, ok := c.get(key(1), now.Add(recentFor)); ok {
		t.Error("a secret is remembered for longer than a minute")
	}
}

// The older half is dropped, the newer half is kept.
func TestRecentSecretsAreBounded(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	var c recent
	const count = 10 * maxRecent
	for i := range count {
		c.put(key(i), nil, now)
	}
	if n := len(c.newer) + len(c.older); n > 2*maxRecent {
		t.Errorf("%d secrets are remembered, want %d at most", n, 2*maxRecent)
	}
	if _, ok := c.get(key(count-maxRecent), now); !ok {
		t.Error("one of the newer half is forgotten")
	}
	if _, ok := c.get(key(0), now); ok {
		t.Error("the oldest is remembered")
	}
}

// A full /56 does not use up the limits of its /64 networks.
func TestRefusedSecretCountsUnderNoTier(t *testing.T) {
	a := &API{limiter: NewLimiter(clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)))}
	for i := range 2 * badCredentials.N {
		if _, ok := a.chargeUnknown(core.NetworkOf(fmt.Sprintf("2001:db8:0:%x::1", i%2))); !ok {
			t.Fatalf("secret %d is refused", i)
		}
	}
	other := core.NetworkOf("2001:db8:0:9::1")
	if wait, ok := a.chargeUnknown(other); ok || wait <= 0 {
		t.Errorf("a full /56 allows one more, wait %v", wait)
	}
	if _, ok := a.limiter.Allow(credentialKey(other.String()), 1, badCredentials.Per); !ok {
		t.Error("the refused secret is counted under its /64")
	}
}

// A message of a library may contain our type names.
func TestUnknownMessagesAreNotRepeated(t *testing.T) {
	if got := requirement("cannot unmarshal into Go value of type accounts.loginIn"); got != "is not valid" {
		t.Errorf("the text is %q", got)
	}
}
