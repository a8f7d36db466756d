package accounts

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"colloquy/internal/core"
)

const ada = "ada@post.example"

// rule accounts-login-refusals
func TestLoginTexts(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.register(ada)
		login := func(email, password string) error {
			_, err := b.Login(t.Context(), Caller{Network: here}, email, password)
			return err
		}
		wantError(t, login("", ""), core.Invalid, "email", "Email is required")
		wantError(t, login("nobody", "x"), core.Invalid, "email", "Please enter a valid email address")
		wantError(t, login(ada, ""), core.Invalid, "password", "Password is required")
		wantError(t, login(ada, "wrong"), core.Unauthenticated, "password", "Invalid email or password")
		wantError(t, login("nobody@post.example", goodPassword), core.NotFound, "email", "User not found")
		if err := login(" ADA@Post.Example ", goodPassword); err != nil {
			t.Errorf("another spelling of the address: %v", err)
		}
	})
}

// rule limits-guesses-place
func TestFailuresOfOneNetworkAreLimited(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.register(ada)
		for range failuresPerQuarter {
			wantError(t, b.tryLogin(here, ada), core.Unauthenticated, "", errWrongPassword.Msg)
		}
		_, err := b.loginFrom(Caller{Network: here}, ada)
		wantError(t, err, core.Limited, "", errTooMany.Msg)
		// Another spelling is the same account.
		wantError(t, b.tryLogin(here, " ADA@post.example"), core.Limited, "", errTooMany.Msg)
		// Another network has its own limit.
		if _, err := b.loginFrom(Caller{Network: elsewhere}, ada); err != nil {
			t.Errorf("from another network: %v", err)
		}
		b.time.Advance(wait(t, err))
		b.login(ada)
	})
}

// rule limits-guesses-account
func TestFailuresOfOneAccountAreLimited(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.register(ada)
		b.register("bob@post.example")
		for i := range failuresPerHour {
			wantError(t, b.tryLogin(net(i), ada), core.Unauthenticated, "", errWrongPassword.Msg)
		}
		_, err := b.loginFrom(Caller{Network: elsewhere}, ada)
		wantError(t, err, core.Limited, "", errTooMany.Msg)
		b.login("bob@post.example")
		b.time.Advance(2 * time.Hour)
		b.login(ada)
	})
}

func TestRightPasswordsAreNotCounted(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.register(ada)
		for range 3 * failuresPerQuarter {
			b.login(ada)
		}
	})
}

// TestRevealsOfOneNetworkAreLimited: beyond the limit an unknown address has the
// error of a wrong password.
// rule limits-reveals
func TestRevealsOfOneNetworkAreLimited(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		unknown := func(network core.Network, i int) error {
			return b.tryLogin(network, fmt.Sprintf("nobody%d@post.example", i))
		}
		for i := range revealsPerHour {
			wantError(t, unknown(here, i), core.NotFound, "email", "User not found")
		}
		for i := range 10 {
			wantError(t, unknown(here, 1000+i), core.Unauthenticated, "password", "Invalid email or password")
		}
		wantError(t, unknown(elsewhere, 1), core.NotFound, "email", "User not found")
		b.time.Advance(2 * time.Hour)
		wantError(t, unknown(here, 2), core.NotFound, "email", "User not found")
	})
}

// TestUnknownAddressesWaitForASlot: while no slot of the hash queue is free,
// sign-ins and registrations of known and unknown addresses all get errBusy, and
// none is counted.
func TestUnknownAddressesWaitForASlot(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.register(ada)
		b.hasher.maxWait = time.Millisecond
		b.hasher.freeSlots = 0
		for range 3 * revealsPerHour {
			for _, email := range []string{ada, "nobody@post.example"} {
				if err := b.tryLogin(here, email); core.KindOf(err) != core.Unavailable {
					t.Fatalf("signing in as %s: %v, want to wait for the hasher", email, err)
				}
				if _, err := b.Register(t.Context(), here, Registration{"Ada", email, goodPassword}); core.KindOf(err) != core.Unavailable {
					t.Fatalf("registering %s: %v, want to wait for the hasher", email, err)
				}
			}
		}
	})
}

// TestUnknownAddressIsComparedWithADummyHash: a sign-in takes as long for an
// unknown address as for a known one.
func TestUnknownAddressIsComparedWithADummyHash(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.hasher.dummy = "a hash that cannot be read"
		if err := b.tryLogin(here, "nobody@post.example"); !errors.Is(err, errHashFormat) {
			t.Errorf("got %v, so the dummy hash was not compared", err)
		}
	})
}

// TestServerErrorsAreNotCounted: an attempt that ends with an error of the
// server is no failure of the caller.
func TestServerErrorsAreNotCounted(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		u := b.register(ada)
		stored := u.PasswordHash
		fail := func(what string) {
			t.Helper()
			for range 2 * failuresPerQuarter {
				if _, err := b.loginFrom(Caller{Network: elsewhere}, ada); core.KindOf(err) != core.Internal {
					t.Fatalf("%s: %v, want an internal error", what, err)
				}
			}
		}
		b.exec(`UPDATE users SET password_hash = 'broken' WHERE id = $1`, u.ID)
		fail("a stored hash that cannot be read")
		b.exec(`UPDATE users SET password_hash = $1 WHERE id = $2`, stored, u.ID)
		b.exec(`ALTER TABLE auth_sessions RENAME TO auth_sessions_away`)
		fail("a session that cannot be stored")
		b.exec(`ALTER TABLE auth_sessions_away RENAME TO auth_sessions`)
		if _, err := b.loginFrom(Caller{Network: elsewhere}, ada); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// TestRevealsOfAllNetworksTogether: beyond a thousand answers an hour no network
// learns whether an address is known.
func TestRevealsOfAllNetworksTogether(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.fill(revealLimitAll, revealsPerHourAll-1)
		wantError(t, b.tryLogin(net(1), "nobody1@post.example"), core.NotFound, "email", "User not found")
		wantError(t, b.tryLogin(net(2), "nobody2@post.example"), core.Unauthenticated, "password", "Invalid email or password")
	})
}
