package accounts

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
)

func TestDeviceCookieRecognisesOnlyItsAccounts(t *testing.T) {
	r, now := placeRecogniser{[]byte("a secret of this installation")}, time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	adaCookie := r.cookieWithAccount("", "ada", now)
	twoAccountCookie := r.cookieWithAccount(adaCookie, "bob", now)
	isKnown := func(cookie, user string, at time.Time) bool { _, ok := r.nonceOfAccount(cookie, user, at); return ok }
	for name, c := range map[string]struct{ got, want bool }{
		"its account":               {isKnown(adaCookie, "ada", now), true},
		"another account":           {isKnown(adaCookie, "bob", now), false},
		"nobody":                    {isKnown(adaCookie, "", now), false},
		"the first of two":          {isKnown(twoAccountCookie, "ada", now), true},
		"the second of two":         {isKnown(twoAccountCookie, "bob", now), true},
		"just before the end":       {isKnown(adaCookie, "ada", now.Add(knownPlaceLifetime-time.Second)), true},
		"at the end":                {isKnown(adaCookie, "ada", now.Add(knownPlaceLifetime)), false},
		"nothing":                   {isKnown("", "ada", now), false},
		"cut":                       {isKnown(adaCookie[:len(adaCookie)-1], "ada", now), false},
		"a later end":               {isKnown(strings.Replace(adaCookie, ".", ".z", 1), "ada", now), false},
		"without signature":         {isKnown("nonce.zzzzzz.", "ada", now), false},
		"a long text":               {isKnown(strings.Repeat(adaCookie+"~", 50)+adaCookie, "ada", now), false},
		"the secret of another":     {func() bool { _, ok := placeRecogniser{[]byte("b")}.nonceOfAccount(adaCookie, "ada", now); return ok }(), false},
		"broken parts":              {isKnown("~.~..~...~"+adaCookie, "ada", now), true},
		"a network is no signature": {isKnown("x.y."+r.networkHash("ada", core.NetworkOf("192.0.2.1")), "ada", now), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: known is %v", name, c.got)
		}
	}
	if again := r.cookieWithAccount(twoAccountCookie, "ada", now); strings.Count(again, "~") != 1 || again == twoAccountCookie || !isKnown(again, "bob", now) {
		t.Errorf("signing in again made %q of %q", again, twoAccountCookie)
	}
	cookieWithMaxAccounts := twoAccountCookie
	for _, user := range []string{"c", "d", "e", "f"} {
		cookieWithMaxAccounts = r.cookieWithAccount(cookieWithMaxAccounts, user, now)
	}
	if n := strings.Count(cookieWithMaxAccounts, "~") + 1; n != maxAccountsOnDevice || isKnown(cookieWithMaxAccounts, "ada", now) || !isKnown(cookieWithMaxAccounts, "f", now) || !isKnown(cookieWithMaxAccounts, "c", now) {
		t.Errorf("%d accounts on one device", n)
	}
	if strings.ContainsAny(cookieWithMaxAccounts, ` ",;\`) || len(cookieWithMaxAccounts) > 400 {
		t.Errorf("%q is no valid cookie value", cookieWithMaxAccounts)
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
		tableDump := b.dumpTable("known_networks")
		if n := b.countRows("known_networks"); n != 2 || strings.Contains(tableDump, "192.0.2") {
			t.Errorf("stored is %s", tableDump)
		}
		lines := strings.Split(tableDump, "\n")
		if strings.Split(lines[0], "|")[1] == strings.Split(lines[1], "|")[1] {
			t.Error("one network of two accounts has one hash")
		}
		isKnown := func() bool {
			t.Helper()
			isNetworkKnown, err := b.store.isKnownNetwork(t.Context(), ada.ID, b.placeRecogniser.networkHash(ada.ID, homeNetwork), b.clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			return isNetworkKnown
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
