package accounts

import (
	"fmt"
	"testing"
	"time"

	"colloquy/internal/core"
)

const ada = "ada@post.example"

// rule accounts-login-refusals
func TestLoginTexts(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
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
func TestFivefoldFailureHoldsOneNetworkBack(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.register(ada)
		for range failuresPerQuarter {
			wantError(t, b.tryLogin(here, ada), core.Unauthenticated, "", errWrongPassword.Msg)
		}
		_, err := b.loginFrom(Caller{Network: here}, ada)
		wantError(t, err, core.Limited, "", errTooMany.Msg)
		// Another spelling is the same account.
		wantError(t, b.tryLogin(here, " ADA@post.example"), core.Limited, "", errTooMany.Msg)
		// The owner elsewhere is not locked out by whoever guesses here.
		if _, err := b.loginFrom(Caller{Network: elsewhere}, ada); err != nil {
			t.Errorf("from another network: %v", err)
		}
		b.time.Advance(wait(t, err))
		b.login(ada)
	})
}

// rule limits-guesses-account
func TestFiftyFailuresHoldAnAccountBack(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
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

func TestRightPasswordsDoNotCountAsFailures(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.register(ada)
		for range 3 * failuresPerQuarter {
			b.login(ada)
		}
	})
}

// TestOracleBudget: a network learns of so many unknown addresses an hour, and
// then reads the same text for everything (decisions §2).
// rule limits-reveals
func TestOracleBudget(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
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

// TestUnknownAddressesCostTheSame: with every turn of the hasher taken, sign-ins
// and registrations of known and unknown addresses all wait for one, and none
// of them is counted when it does not come.
func TestUnknownAddressesCostTheSame(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.register(ada)
		b.hasher.wait = time.Millisecond
		b.hasher.free = 0
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
