package accounts

import (
	"errors"
	"strings"
	"testing"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const day = 24 * time.Hour

// wantActor checks that the secrets authenticate the user with the id. If id is empty, it
// checks that they are refused.
func (b *harness) wantActor(bearer, cookie, id string) {
	b.t.Helper()
	actor, err := b.Authenticate(b.t.Context(), bearer, cookie)
	if id == "" {
		wantError(b.t, err, core.Unauthenticated, "", errBadToken.Msg)
	} else if err != nil || actor.UserID != id {
		b.t.Errorf("actor %+v, %v, want %s", actor, err, id)
	}
}

// rule accounts-two-secrets
func TestSessionHasTwoSecrets(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		firstSignIn, secondSignIn := b.login(adaEmail), b.login(adaEmail)
		seenSecrets := map[string]bool{}
		for _, secret := range []string{firstSignIn.Bearer, firstSignIn.Cookie, secondSignIn.Bearer, secondSignIn.Cookie} {
			if len(secret) < 43 || seenSecrets[secret] {
				t.Errorf("the secret %q is short or was used twice", secret)
			}
			seenSecrets[secret] = true
		}
		b.wantActor(firstSignIn.Bearer, "", u.ID)
		b.wantActor("", firstSignIn.Cookie, u.ID)
		b.wantActor(firstSignIn.Bearer, firstSignIn.Cookie, u.ID)
		b.wantActor(firstSignIn.Bearer, secondSignIn.Cookie, u.ID)
		// The secret of the cookie does not work as a bearer token, and the bearer token does
		// not work as a cookie.
		b.wantActor(firstSignIn.Cookie, "", "")
		b.wantActor("", firstSignIn.Bearer, "")
	})
}

// rule accounts-secrets-hashed
func TestOnlyHashesAreStored(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		s := b.login(adaEmail)
		tableDump := b.dumpTable("auth_sessions") + b.dumpTable("users")
		for _, secret := range []string{s.Bearer, s.Cookie, goodPassword} {
			if strings.Contains(tableDump, secret) {
				t.Errorf("a secret is stored as it is: %s", secret)
			}
		}
		for _, hash := range []string{tokenHash(s.Bearer), tokenHash(s.Cookie)} {
			if !strings.Contains(tableDump, hash) {
				t.Error("the hash of a secret is not stored")
			}
			b.wantActor(hash, "", "")
			b.wantActor("", hash, "")
		}
	})
}

func TestBadSecretsAreRefused(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		s := b.login(adaEmail)
		if actor, err := b.Authenticate(t.Context(), "", ""); err != nil || actor.SignedIn() {
			t.Errorf("no secrets: %+v, %v", actor, err)
		}
		for _, bad := range []string{"-", " ", "x", strings.Repeat("x", 1<<20), s.Bearer + "x", s.Bearer[1:], "' OR 1=1 --", "\x00\xff"} {
			b.wantActor(bad, "", "")
			b.wantActor("", bad, "")
			b.wantActor(bad, s.Cookie, "") // a bad bearer token is refused even with a good cookie
		}
		b.wantActor(s.Bearer, "an old cookie", u.ID)
	})
}

// rule accounts-credential-mismatch
func TestSecretsOfTwoUsersAreRefused(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		b.register("bob@post.example")
		adaSignIn, bobSignIn := b.login(adaEmail), b.login("bob@post.example")
		for _, pair := range [][2]string{{adaSignIn.Bearer, bobSignIn.Cookie}, {bobSignIn.Bearer, adaSignIn.Cookie}} {
			actor, err := b.Authenticate(t.Context(), pair[0], pair[1])
			if core.KindOf(err) != core.Unauthenticated || err.(*core.Error).Code != "credential_mismatch" || actor.SignedIn() {
				t.Errorf("got %+v, %v", actor, err)
			}
		}
	})
}

// rule accounts-session-idle
func TestSessionEndsAfterFourteenIdleDays(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		s := b.login(adaEmail)
		for range 5 {
			b.clock.Advance(14*day - time.Millisecond)
			b.wantActor(s.Bearer, "", u.ID)
		}
		b.clock.Advance(14 * day)
		b.wantActor(s.Bearer, "", "")
		b.wantActor("", s.Cookie, "")
	})
}

// rule accounts-session-longest
func TestSessionEndsAfterNinetyDays(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		s := b.login(adaEmail)
		if want := b.clock.Now().Add(90 * day); !s.CookieExpires.Equal(want) {
			t.Errorf("the cookie lasts until %v, want %v", s.CookieExpires, want)
		}
		for range 89 {
			b.clock.Advance(day)
			b.wantActor("", s.Cookie, u.ID)
		}
		b.clock.Advance(day - time.Millisecond)
		b.wantActor("", s.Cookie, u.ID)
		b.clock.Advance(time.Millisecond)
		b.wantActor("", s.Cookie, "")
	})
}

func TestLastSeenIsWrittenAtMostOnceAnHour(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		s := b.login(adaEmail)
		sessionsBefore := b.dumpTable("auth_sessions")
		b.clock.Advance(time.Hour - time.Millisecond)
		b.wantActor(s.Bearer, "", u.ID)
		if b.dumpTable("auth_sessions") != sessionsBefore {
			t.Error("a use within the hour was written")
		}
		b.clock.Advance(time.Millisecond)
		b.wantActor(s.Bearer, "", u.ID)
		if b.dumpTable("auth_sessions") == sessionsBefore {
			t.Error("a use after an hour was not written")
		}
	})
}

// rule accounts-logout
func TestLogoutEndsBothSecrets(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		firstSignIn, secondSignIn := b.login(adaEmail), b.login(adaEmail)
		for range 2 { // the second logout succeeds and changes nothing
			if err := b.Logout(t.Context(), homeNetwork, firstSignIn.Bearer, ""); err != nil {
				t.Fatal(err)
			}
		}
		b.wantActor(firstSignIn.Bearer, "", "")
		b.wantActor("", firstSignIn.Cookie, "")
		b.wantActor(secondSignIn.Bearer, "", u.ID)
		if err := b.Logout(t.Context(), homeNetwork, "", ""); err != nil {
			t.Errorf("a visitor's logout: %v", err)
		}
	})
}

func TestLogoutWithAnOldTokenEndsTheCookiesSession(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		signIn := b.login(adaEmail)
		if err := b.Logout(t.Context(), homeNetwork, "an expired token", signIn.Cookie); err != nil {
			t.Fatal(err)
		}
		b.wantActor("", signIn.Cookie, "")
		b.wantActor(signIn.Bearer, "", "")
	})
}

func TestUpkeepDeletesExpiredSessions(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		b.login(adaEmail)
		b.clock.Advance(14*day - time.Minute)
		freshSignIn := b.login(adaEmail)
		b.clock.Advance(time.Minute)
		deleteExpiredSignInData := b.jobs["accounts.expired-sessions"]
		if deleteExpiredSignInData == nil {
			t.Fatalf("no such upkeep: %v", b.jobs)
		}
		if err := deleteExpiredSignInData(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := b.countRows("auth_sessions"); n != 1 {
			t.Errorf("%d sessions are left, want the fresh one", n)
		}
		b.wantActor(freshSignIn.Bearer, "", u.ID)
	})
}

func TestMeRefusesADeletedAccount(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		_, err := b.Me(t.Context(), core.Actor{UserID: "gone"})
		wantError(t, err, core.Unauthenticated, "", "Please log in to continue.")
	})
}

// TestSessionsOfOneAccountAreBounded: beyond maxSessions a sign-in ends the oldest
// session, also with parallel sign-ins in two processes.
// rule limits-sessions
func TestSessionsOfOneAccountAreBounded(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		u := b.register(adaEmail)
		firstSignIn := b.login(adaEmail)
		for i := range maxSessions - 1 {
			b.clock.Advance(time.Second)
			if _, err := processes[i%2].Login(t.Context(), Caller{Network: numberedNetwork(i)}, adaEmail, goodPassword); err != nil {
				t.Fatal(err)
			}
		}
		b.wantActor(firstSignIn.Bearer, "", u.ID)
		b.clock.Advance(time.Second)
		runParallel(60, func(i int) {
			if _, err := processes[i%2].Login(t.Context(), Caller{Network: numberedNetwork(1000 + i)}, adaEmail, goodPassword); err != nil && !errors.Is(err, errTooManyAttempts) {
				t.Error(err)
			}
		})
		if n := b.countRows("auth_sessions"); n != maxSessions {
			t.Errorf("%d sessions, want %d", n, maxSessions)
		}
		b.wantActor(firstSignIn.Bearer, "", "")
	})
}

// TestStaleHashesAreReplaced: a sign-in replaces a stored hash that has another cost than
// new hashes.
func TestStaleHashesAreReplaced(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		oldHash := password.NewHasher(96).Hash(goodPassword)
		b.execSQL(`UPDATE users SET password_hash = $1 WHERE id = $2`, oldHash, u.ID)
		wantError(t, b.loginWithWrongPassword(homeNetwork, adaEmail), core.Unauthenticated, "", errWrongPassword.Msg)
		if !strings.Contains(b.dumpTable("users"), "m=96,t=2,p=1$") {
			t.Error("a wrong password replaced the hash")
		}
		for range 2 {
			b.login(adaEmail)
			if stored := b.dumpTable("users"); !strings.Contains(stored, "m=64,t=2,p=1$") || strings.Contains(stored, "m=96") {
				t.Errorf("stored is %s", stored)
			}
		}
	})
}

// TestReplacingAHashKeepsANewerPassword: replacing a stale hash does not undo a change of
// the password that happened meanwhile.
func TestReplacingAHashKeepsANewerPassword(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		userWithOldHash := b.register(adaEmail)
		b.execSQL(`UPDATE users SET password_hash = 'of a new password' WHERE id = $1`, userWithOldHash.ID)
		err := b.deps.DB.Write(t.Context(), func(tx storage.Querier) error {
			return b.store.replaceHash(t.Context(), tx, userWithOldHash, "of the old password", b.clock.Now())
		})
		if err != nil {
			t.Fatal(err)
		}
		if stored := b.dumpTable("users"); !strings.Contains(stored, "of a new password") {
			t.Errorf("stored is %s", stored)
		}
	})
}
