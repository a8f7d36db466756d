package accounts

import (
	"fmt"
	"strings"
	"testing"
)

func TestPeopleOmitsEmailAddresses(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ada, bo := b.register(adaEmail), b.register("bo@post.example")
		people, err := b.People(t.Context(), []string{bo.ID, ada.ID, "nobody", ada.ID})
		if err != nil || len(people) != 2 {
			t.Fatalf("%v, %v", people, err)
		}
		if p := people[ada.ID]; p.Name != "Ada" || !p.JoinedAt.Equal(ada.CreatedAt) {
			t.Errorf("got %+v, want %+v", p, ada)
		}
		if text := fmt.Sprint(people); strings.Contains(text, "@") {
			t.Errorf("an address is shown: %s", text)
		}
		if none, err := b.People(t.Context(), nil); err != nil || len(none) != 0 {
			t.Errorf("without ids: %v, %v", none, err)
		}
	})
}
