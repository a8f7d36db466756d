package accounts

import (
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// rule accounts-email-one-account
func TestDomainSpellingsAreOneAccount(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register("admin@xn--e1afmkfd.xn--p1ai")
		for _, same := range []string{"admin@пример.рф", "ADMIN@ПРИМЕР.РФ", "admin@XN--E1AFMKFD.xn--p1ai", "admin@пример.xn--p1ai"} {
			_, err := b.Register(t.Context(), homeNetwork, Registration{"Eve", same, goodPassword})
			wantError(t, err, core.Conflict, "email", "Email already exists")
			if _, err := b.loginFrom(Caller{Network: homeNetwork}, same); err != nil {
				t.Errorf("signing in as %s: %v", same, err)
			}
		}
		b.register("admin@primer.example")
	})
}

// TestAddressesOfOldAccountsAreNormalizedAgain: New replaces the keys of older versions, but not if
// two accounts have the same mailbox.
func TestAddressesOfOldAccountsAreNormalizedAgain(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		registerWithOldKey := func(email, id string) {
			t.Helper()
			u := b.register(email)
			b.execSQL(`DELETE FROM mail_links WHERE user_id = $1`, u.ID)
			b.execSQL(`UPDATE users SET email_key = $1, id = $2 WHERE id = $3`, exactKey(email), id, u.ID)
		}
		registerWithOldKey("ada@bücher.example", "lone")
		registerWithOldKey("bob@пример.рф", "unicode")
		registerWithOldKey("bob@xn--e1afmkfd.xn--p1ai", "ascii")
		registerWithOldKey("jörg@post.example", "local")
		newService(t, b.deps.DB, b.time, recordedJobs{})
		for email, id := range map[string]string{
			"ada@bücher.example": "lone", "ada@xn--bcher-kva.example": "lone", "bob@пример.рф": "unicode", "bob@xn--e1afmkfd.xn--p1ai": "ascii",
			"jörg@post.example": "local",
		} {
			if s, err := b.loginFrom(Caller{Network: homeNetwork}, email); err != nil || s.User.ID != id {
				t.Errorf("%s signs in as %s, %v, want %s", email, s.User.ID, err, id)
			}
		}
		_, err := b.Register(t.Context(), homeNetwork, Registration{"Eve", "ada@xn--bcher-kva.example", goodPassword})
		wantError(t, err, core.Conflict, "email", "Email already exists")
	})
}

func (b *harness) execSQL(query string, args ...any) {
	b.t.Helper()
	err := b.deps.DB.Write(b.t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(b.t.Context(), query, args...)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}
