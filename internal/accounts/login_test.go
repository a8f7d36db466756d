package accounts

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/core"
)

const adaEmail = "ada@post.example"

// rule accounts-login-refusals
func TestLoginRefusalsHaveTheirTexts(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		login := func(email, password string) error {
			_, err := b.Login(t.Context(), Caller{Network: homeNetwork}, email, password)
			return err
		}
		wantError(t, login("", ""), core.Invalid, "email", "Email is required")
		wantError(t, login("nobody", "x"), core.Invalid, "email", "Please enter a valid email address")
		wantError(t, login(adaEmail, ""), core.Invalid, "password", "Password is required")
		wantError(t, login(adaEmail, "wrong"), core.Unauthenticated, "password", "Invalid email or password")
		wantError(t, login("nobody@post.example", goodPassword), core.NotFound, "email", "User not found")
		if err := login(" ADA@Post.Example ", goodPassword); err != nil {
			t.Errorf("another spelling of the address: %v", err)
		}
	})
}

// rule limits-guesses-place
func TestFailuresOfOneNetworkAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		for range failuresPer15Minutes {
			wantError(t, b.loginWithWrongPassword(homeNetwork, adaEmail), core.Unauthenticated, "", errWrongPassword.Msg)
		}
		_, err := b.loginFrom(Caller{Network: homeNetwork}, adaEmail)
		wantError(t, err, core.Limited, "", errTooManyAttempts.Msg)
		// Another spelling of the address belongs to the same account.
		wantError(t, b.loginWithWrongPassword(homeNetwork, " ADA@post.example"), core.Limited, "", errTooManyAttempts.Msg)
		// Another network has its own limit.
		if _, err := b.loginFrom(Caller{Network: otherNetwork}, adaEmail); err != nil {
			t.Errorf("from another network: %v", err)
		}
		b.clock.Advance(retryAfter(t, err))
		b.login(adaEmail)
	})
}

// rule limits-guesses-account
func TestFailuresOfOneAccountAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		b.register("bob@post.example")
		for i := range failuresPerHour {
			wantError(t, b.loginWithWrongPassword(numberedNetwork(i), adaEmail), core.Unauthenticated, "", errWrongPassword.Msg)
		}
		_, err := b.loginFrom(Caller{Network: otherNetwork}, adaEmail)
		wantError(t, err, core.Limited, "", errTooManyAttempts.Msg)
		b.login("bob@post.example")
		b.clock.Advance(2 * time.Hour)
		b.login(adaEmail)
	})
}

func TestRightPasswordsAreNotCounted(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		for range 3 * failuresPer15Minutes {
			b.login(adaEmail)
		}
	})
}

// TestRevealingAnswersOfOneNetworkAreLimited: beyond the limit, an unknown address gets the
// error of a wrong password.
// rule limits-reveals
func TestRevealingAnswersOfOneNetworkAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		loginUnknownAddress := func(network core.Network, i int) error {
			return b.loginWithWrongPassword(network, fmt.Sprintf("nobody%d@post.example", i))
		}
		for i := range revealingAnswersPerHour {
			wantError(t, loginUnknownAddress(homeNetwork, i), core.NotFound, "email", "User not found")
		}
		for i := range 10 {
			wantError(t, loginUnknownAddress(homeNetwork, 1000+i), core.Unauthenticated, "password", "Invalid email or password")
		}
		wantError(t, loginUnknownAddress(otherNetwork, 1), core.NotFound, "email", "User not found")
		b.clock.Advance(2 * time.Hour)
		wantError(t, loginUnknownAddress(homeNetwork, 2), core.NotFound, "email", "User not found")
	})
}

// TestUnknownAddressesWaitForTheHasher: no slot of the hash queue is free. Sign-ins and registrations
// all get password.ErrBusy, for known and unknown addresses. None of them is counted.
func TestUnknownAddressesWaitForTheHasher(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		b.exhaustHasher()
		b.hasher.MaxWait = time.Millisecond
		for range 3 * revealingAnswersPerHour {
			for _, email := range []string{adaEmail, "nobody@post.example"} {
				if err := b.loginWithWrongPassword(homeNetwork, email); core.KindOf(err) != core.Unavailable {
					t.Fatalf("signing in as %s: %v, want to wait for the hasher", email, err)
				}
				if _, err := b.Register(t.Context(), homeNetwork, Registration{"Ada", email, goodPassword}); core.KindOf(err) != core.Unavailable {
					t.Fatalf("registering %s: %v, want to wait for the hasher", email, err)
				}
			}
		}
	})
}

// exhaustHasher takes the slots of the hash queue and never releases them.
func (b *harness) exhaustHasher() {
	b.hasher.MaxWait = 100 * time.Millisecond
	for {
		if _, err := b.hasher.Acquire(b.t.Context(), password.QueueKey{}); err != nil {
			return
		}
	}
}

// TestUnknownAddressIsComparedWithADummyHash: a sign-in takes as long for an
// unknown address as for a known one.
func TestUnknownAddressIsComparedWithADummyHash(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.hasher.DummyHash = "a hash that cannot be read"
		if err := b.loginWithWrongPassword(homeNetwork, "nobody@post.example"); !errors.Is(err, password.ErrUnknownFormat) {
			t.Errorf("got %v, so the dummy hash was not compared", err)
		}
	})
}

// TestServerErrorsDoNotCountAsWrongPasswords: an attempt that ends with an error of the server
// does not count as a wrong password.
func TestServerErrorsDoNotCountAsWrongPasswords(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		storedHash := u.PasswordHash
		wantInternalErrors := func(what string) {
			t.Helper()
			for range 2 * failuresPer15Minutes {
				if _, err := b.loginFrom(Caller{Network: otherNetwork}, adaEmail); core.KindOf(err) != core.Internal {
					t.Fatalf("%s: %v, want an internal error", what, err)
				}
			}
		}
		b.execSQL(`UPDATE users SET password_hash = 'broken' WHERE id = $1`, u.ID)
		wantInternalErrors("a stored hash that cannot be read")
		b.execSQL(`UPDATE users SET password_hash = $1 WHERE id = $2`, storedHash, u.ID)
		b.execSQL(`ALTER TABLE auth_sessions RENAME TO auth_sessions_away`)
		wantInternalErrors("a session that cannot be stored")
		b.execSQL(`ALTER TABLE auth_sessions_away RENAME TO auth_sessions`)
		if _, err := b.loginFrom(Caller{Network: otherNetwork}, adaEmail); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// TestRevealingAnswersOfAllNetworksAreLimited: beyond a thousand revealing answers an hour,
// unknown addresses get the error of a wrong password in every network.
func TestRevealingAnswersOfAllNetworksAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.takeFromLimit(totalRevealingAnswerLimit, totalRevealingAnswersPerHour-1)
		wantError(t, b.loginWithWrongPassword(numberedNetwork(1), "nobody1@post.example"), core.NotFound, "email", "User not found")
		wantError(t, b.loginWithWrongPassword(numberedNetwork(2), "nobody2@post.example"), core.Unauthenticated, "password", "Invalid email or password")
	})
}
