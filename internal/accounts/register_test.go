package accounts

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/core"
)

// rule accounts-secrets-hashed
func TestRegisterStoresOnlyAHashOfThePassword(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u, err := b.Register(t.Context(), homeNetwork, Registration{"  Ada\u200b  Byron ", " Ada@Post.example ", goodPassword})
		if err != nil {
			t.Fatal(err)
		}
		if u.Username != "Ada Byron" || u.Email != "Ada@Post.example" || u.IsAdmin || !u.CreatedAt.Equal(b.clock.Now()) {
			t.Errorf("registered %+v", u)
		}
		storedUser, err := b.Me(t.Context(), core.Actor{UserID: u.ID})
		if err != nil || storedUser != u {
			t.Errorf("stored %+v (%v), want %+v", storedUser, err, u)
		}
		if strings.Contains(b.dumpTable("users"), goodPassword) {
			t.Error("the password is stored as it is")
		}
	})
}

func TestRegisterChecksEveryField(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		_, err := b.Register(t.Context(), homeNetwork, Registration{})
		e, ok := errors.AsType[*core.Error](err)
		want := map[string]string{"name": "Name is required", "email": "Email is required", "password": "Password is required"}
		if !ok || e.Kind != core.Invalid || e.Msg != want["name"] || fmt.Sprint(e.TextByField) != fmt.Sprint(want) {
			t.Errorf("got %#v, want %v", err, want)
		}
		if n := b.countRows("users"); n != 0 {
			t.Errorf("%d accounts were made", n)
		}
	})
}

// rules accounts-email-one-account, accounts-email-taken
func TestSpellingsOfAnAddressAreOneAccount(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register("am\u00e9lie@post.example")
		for _, same := range []string{
			"am\u00e9lie@post.example", "AM\u00c9LIE@POST.EXAMPLE", "  am\u00e9lie@post.example\t", "ame\u0301lie@post.example",
		} {
			_, err := b.Register(t.Context(), homeNetwork, Registration{"Amy", same, goodPassword})
			wantError(t, err, core.Conflict, "email", "Email already exists")
		}
		if b.login("AME\u0301LIE@post.example").User.Email != "am\u00e9lie@post.example" {
			t.Error("signing in with another spelling found another account")
		}
	})
}

// rule accounts-email-one-account
func TestOneOfParallelRegistrationsOfAnAddressSucceeds(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		errs := make([]error, 100)
		var wg sync.WaitGroup
		for i := range errs {
			wg.Go(func() {
				email := "ada@post.example"
				if i%2 == 1 {
					email = "ADA@post.example"
				}
				_, errs[i] = b.Register(t.Context(), numberedNetwork(i), Registration{"Ada", email, goodPassword})
			})
		}
		wg.Wait()
		successCount := 0
		for _, err := range errs {
			switch {
			case err == nil:
				successCount++
			case !errors.Is(err, errEmailTaken):
				t.Error(err)
			}
		}
		if n := b.countRows("users"); successCount != 1 || n != 1 {
			t.Errorf("%d calls made an account, %d rows are there", successCount, n)
		}
	})
}

func TestRegisterIsLimitedPerNetwork(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		registerAs := func(network core.Network, email string) error {
			_, err := b.Register(t.Context(), network, Registration{"Ada", email, goodPassword})
			return err
		}
		b.register("ada@post.example")
		for range revealingAnswersPerHour - 1 {
			wantError(t, registerAs(homeNetwork, "ada@post.example"), core.Conflict, "email", "Email already exists")
		}
		err := registerAs(homeNetwork, "ada@post.example")
		wantError(t, err, core.Limited, "", errTooManyAttempts.Msg)
		if err := registerAs(otherNetwork, "bob@post.example"); err != nil {
			t.Errorf("another network: %v", err)
		}
		b.clock.Advance(retryAfter(t, err))
		if err := registerAs(homeNetwork, "eve@post.example"); err != nil {
			t.Errorf("after the wait: %v", err)
		}
	})
}

// TestInvalidRegistrationsAreNotCounted: a form with invalid fields does not count in any
// limit.
func TestInvalidRegistrationsAreNotCounted(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		for range 3 * revealingAnswersPerHour {
			if _, err := b.Register(t.Context(), homeNetwork, Registration{"Ada", "ada@post.example", "short"}); err == nil {
				t.Fatal("accepted")
			}
		}
		b.register("ada@post.example")
	})
}

func TestStaffNamesAreRefusedAtRegistration(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		_, err := b.Register(t.Context(), homeNetwork, Registration{"Colloquy Support", adaEmail, goodPassword})
		wantError(t, err, core.Invalid, "name", "This name could be taken for our staff. Please choose another.")
	})
}
