package accounts

import (
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func TestContactIsReadInATransaction(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ada := b.register(adaEmail)
		r := NewContactReader(b.deps.DB)
		want := Contact{ada.ID, "Ada", adaEmail}
		err := b.deps.DB.Write(t.Context(), func(tx storage.Querier) error {
			if c, err := r.Contact(t.Context(), tx, ada.ID); err != nil || c != want {
				t.Errorf("%+v, %v", c, err)
			}
			_, err := r.Contact(t.Context(), tx, "nobody")
			return err
		})
		if core.KindOf(err) != core.NotFound {
			t.Errorf("an unknown id: %v", err)
		}
		if c, err := r.ByEmail(t.Context(), strings.ToUpper(adaEmail)); err != nil || c != want {
			t.Errorf("%+v, %v", c, err)
		}
		if _, err := r.ByEmail(t.Context(), "bo@post.example"); core.KindOf(err) != core.NotFound {
			t.Errorf("an unknown address: %v", err)
		}
	})
}
