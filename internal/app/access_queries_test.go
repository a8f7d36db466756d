package app

import (
	"testing"
	"time"

	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestAccessCostsOneQuery: one query reads the purchases for any number of characters. A visitor
// causes no query. Without a payment provider, nobody causes a query. Rule access-one-query.
func TestAccessCostsOneQuery(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		reader := dbtest.CountQueries(db.Reader())
		clock := clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
		grantCallsByRoom := func(open bool, userID string) map[string]func(size int) (int, error) {
			passes := billing.NewPassReader(reader, clock, open)
			return map[string]func(size int) (int, error){
				"catalogue": func(size int) (int, error) {
					list := make([]catalogue.Character, size)
					for i := range list {
						list[i].CharacterID = i + 1
					}
					grants, err := catalogueAccess{passes}.Grants(t.Context(), userID, list)
					return len(grants), err
				},
				"chat": func(size int) (int, error) {
					list := make([]chat.Character, size)
					for i := range list {
						list[i].Persona = &core.Persona{CharacterID: i + 1}
					}
					grants, err := chatAccess{passes}.Grants(t.Context(), userID, list)
					return len(grants), err
				},
			}
		}
		for _, c := range []struct {
			open    bool
			userID  string
			queries int
		}{{false, "ada", 1}, {false, "", 0}, {true, "ada", 0}, {true, "", 0}} {
			for name, call := range grantCallsByRoom(c.open, c.userID) {
				for _, size := range []int{1, 300} {
					grants, err := call(size)
					if n := reader.TakeCount(); err != nil || grants != size || n != c.queries {
						t.Errorf("%s: open %v, user %q: %d queries and %d grants for %d characters, %v; want %d queries", name, c.open, c.userID, n, grants, size, err, c.queries)
					}
				}
			}
		}
		_, err := accountPurchases{billing.NewPassReader(reader, clock, false)}.Purchases(t.Context(), "ada")
		if n := reader.TakeCount(); err != nil || n != 1 {
			t.Errorf("the purchases of an account: %d queries, %v", n, err)
		}
	})
}
