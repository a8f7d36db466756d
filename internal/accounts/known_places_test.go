package accounts

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
)

func TestDeviceCookieRecognisesOnlyItsAccounts(t *testing.T) {
	r, now := recogniser{[]byte("a secret of this installation")}, time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	one := r.cookieWithAccount("", "ada", now)
	two := r.cookieWithAccount(one, "bob", now)
	isKnown := func(cookie, user string, at time.Time) bool { _, ok := r.knownNonce(cookie, user, at); return ok }
	for name, c := range map[string]struct{ got, want bool }{
		"its account":               {isKnown(one, "ada", now), true},
		"another account":           {isKnown(one, "bob", now), false},
		"nobody":                    {isKnown(one, "", now), false},
		"the first of two":          {isKnown(two, "ada", now), true},
		"the second of two":         {isKnown(two, "bob", now), true},
		"just before the end":       {isKnown(one, "ada", now.Add(knownPlaceLifetime-time.Second)), true},
		"at the end":                {isKnown(one, "ada", now.Add(knownPlaceLifetime)), false},
		"nothing":                   {isKnown("", "ada", now), false},
		"cut":                       {isKnown(one[:len(one)-1], "ada", now), false},
		"a later end":               {isKnown(strings.Replace(one, ".", ".z", 1), "ada", now), false},
		"without signature":         {isKnown("nonce.zzzzzz.", "ada", now), false},
		"a long text":               {isKnown(strings.Repeat(one+"~", 50)+one, "ada", now), false},
		"the secret of another":     {func() bool { _, ok := recogniser{[]byte("b")}.knownNonce(one, "ada", now); return ok }(), false},
		"broken parts":              {isKnown("~.~..~...~"+one, "ada", now), true},
		"a network is no signature": {isKnown("x.y."+r.networkHash("ada", core.NetworkOf("192.0.2.1")), "ada", now), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: known is %v", name, c.got)
		}
	}
	if again := r.cookieWithAccount(two, "ada", now); strings.Count(again, "~") != 1 || again == two || !isKnown(again, "bob", now) {
		t.Errorf("signing in again made %q of %q", again, two)
	}
	full := two
	for _, user := range []string{"c", "d", "e", "f"} {
		full = r.cookieWithAccount(full, user, now)
	}
	if n := strings.Count(full, "~") + 1; n != maxAccountsOnDevice || isKnown(full, "ada", now) || !isKnown(full, "f", now) || !isKnown(full, "c", now) {
		t.Errorf("%d accounts on one device", n)
	}
	if strings.ContainsAny(full, ` ",;\`) || len(full) > 400 {
		t.Errorf("%q is no valid cookie value", full)
	}
}

// TestKnownNetworksAreStoredAsHashes: a hash is bound to its account and expires a
// year after the last sign-in.
func TestKnownNetworksAreStoredAsHashes(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ada := b.register(adaEmail)
		b.register("bob@post.example")
		b.login(adaEmail)
		b.login(adaEmail)
		b.login("bob@post.example")
		stored := b.dumpTable("known_networks")
		if n := b.countRows("known_networks"); n != 2 || strings.Contains(stored, "192.0.2") {
			t.Errorf("stored is %s", stored)
		}
		lines := strings.Split(stored, "\n")
		if strings.Split(lines[0], "|")[1] == strings.Split(lines[1], "|")[1] {
			t.Error("one network of two accounts has one hash")
		}
		isKnown := func() bool {
			t.Helper()
			known, err := b.store.isKnownNetwork(t.Context(), ada.ID, b.recogniser.networkHash(ada.ID, homeNetwork), b.clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			return known
		}
		b.clock.Advance(knownPlaceLifetime - time.Millisecond)
		if !isKnown() {
			t.Error("a network is forgotten within the year")
		}
		b.clock.Advance(time.Millisecond)
		if isKnown() {
			t.Error("a network counts longer than a year")
		}
		if err := b.jobs["accounts.expired-sessions"](t.Context()); err != nil || b.countRows("known_networks") != 0 {
			t.Errorf("after a year: %s, %v", b.dumpTable("known_networks"), err)
		}
	})
}
