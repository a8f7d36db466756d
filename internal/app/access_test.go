package app_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// paidSlugs has the slugs of two characters that are not free.
var paidSlugs = []string{"isaac-newton", "socrates"}

// countLocks makes all public calls that show locks, and counts the locked and the open
// characters in the responses.
func countLocks(e *apptest.Env) (locked, open int) {
	visitor := e.NewVisitor()
	for _, path := range []string{
		"/characters", "/characters?search=newton", "/characters/groups", "/characters/id/socrates", "/profile/socrates",
		"/profile/socrates/similar?limit=24", "/admin/web-settings",
	} {
		a := visitor.Do("GET", path, nil).Want(200)
		locked += strings.Count(a.Body, `"is_locked":true`)
		open += strings.Count(a.Body, `"is_locked":false`)
	}
	return locked, open
}

// rule access-open-without-payment
func TestWithoutPaymentEveryCharacterIsOpen(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		if locked, open := countLocks(e); locked != 0 || open < 287 {
			t.Errorf("%d locked, %d open", locked, open)
		}
		reader := e.NewUser("Mirela")
		for _, slug := range paidSlugs {
			var s struct {
				ID       string
				IsLocked bool `json:"is_locked"`
			}
			reader.Do("POST", "/session", map[string]any{"characterId": slug}).Want(200).Into(&s)
			if s.IsLocked {
				t.Errorf("the session with %s is locked", slug)
			}
			reader.Do("POST", "/messages/"+slug+"/stream", map[string]any{"content": "Good day"}).Want(200)
			plan := reader.Do("GET", "/admin/plans/2?characterId="+slug, nil).Want(200)
			if !strings.Contains(plan.Body, `"is_free":true`) {
				t.Errorf("the plan closes %s: %s", slug, plan.Body)
			}
		}
		if sessions := reader.Do("GET", "/sessions", nil).Want(200); strings.Contains(sessions.Body, `"is_locked":true`) {
			t.Errorf("a session is locked: %s", sessions.Body)
		}
	})
}

// rule access-who-may-chat
func TestWithPaymentOnlyFreeCharactersAreOpen(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		if locked, open := countLocks(e); locked < 96 || open < 191 {
			t.Errorf("%d locked, %d open", locked, open)
		}
		reader := e.NewUser("Mirela")
		for _, slug := range paidSlugs {
			reader.Do("POST", "/session", map[string]any{"characterId": slug}).Want(200)
			if a := reader.Do("POST", "/messages/"+slug+"/stream", map[string]any{"content": "Good day"}); a.ErrorCode() != "character_locked" {
				t.Errorf("%s answers %d %s", slug, a.Status, a.Body)
			}
			plan := reader.Do("GET", "/admin/plans/2?characterId="+slug, nil).Want(200)
			if !strings.Contains(plan.Body, `"is_free":false`) {
				t.Errorf("the plan opens %s: %s", slug, plan.Body)
			}
		}
	})
}

// TestAccessChangesAtOnceInEveryProcess: each process sees the change of a purchase with
// its next call. Rule access-at-once.
func TestAccessChangesAtOnceInEveryProcess(t *testing.T) {
	p := newProcessPair(t, apptest.Postgres(t), 1, apptest.WithPayment)
	reader := p.people[0]
	purchaseID := p.envs[0].AddPurchase(reader.UserID, apptest.Purchase{PlanID: 1, CharacterID: 64, ExpiryAt: p.envs[0].Clock.Now().Add(time.Hour)})
	p.client(1, 0).Do("POST", "/session", map[string]any{"characterId": 64}).Want(200)
	for i, status := range []string{"active", "refunded", "active", "disputed", "active"} {
		p.envs[i%2].SetPurchaseStatus(purchaseID, status)
		isLocked := status != "active"
		for process := range 2 {
			c := p.client(process, 0)
			if list := c.Do("GET", "/characters/id/64", nil).Want(200); strings.Contains(list.Body, `"is_locked":true`) != isLocked {
				t.Errorf("%s, process %d: %s", status, process, list.Body)
			}
			if me := c.Do("GET", "/auth/me", nil).Want(200); strings.Contains(me.Body, `"is_paid":false`) != isLocked {
				t.Errorf("%s, process %d: %s", status, process, me.Body)
			}
			if a := c.Do("POST", "/messages/64", map[string]any{"content": "Good day"}); (a.ErrorCode() == "character_locked") != isLocked {
				t.Errorf("%s, process %d: %d %s", status, process, a.Status, a.Body)
			}
		}
	}
}

// TestAccessEndsWithItsTime: access ends when the purchase expires, without a job. Rule
// access-at-once.
func TestAccessEndsWithItsTime(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		reader := e.NewUser("Mirela")
		e.AddPurchase(reader.UserID, apptest.Purchase{PlanID: 2, ExpiryAt: e.Clock.Now().Add(time.Hour)})
		reader.Do("POST", "/session", map[string]any{"characterId": 64}).Want(200)
		for _, want := range []int{201, 403} {
			reader.Do("POST", "/messages/64", map[string]any{"content": "Good day"}).Want(want)
			e.Clock.Advance(time.Hour)
		}
	})
}

// rule payment-price-of-character
func TestPlanAnswersThePriceOfTheCharacter(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		for _, currency := range []string{"USD", "EUR"} {
			executeSQL(t, e, documentedSQL(t, "Set the price of one character", "USD", currency))
		}
		for path, want := range map[string]string{
			"/admin/plans/1": `"amount":"1.00","currency":"USD"`, "/admin/plans/1?characterId=cleopatra": `"amount":"3.50","currency":"EUR"`,
			"/admin/plans/1?characterId=socrates": `"amount":"1.00","currency":"USD"`, "/admin/plans/2?characterId=64": `"amount":"24.00","currency":"USD"`,
		} {
			if a := e.NewVisitor().Do("GET", path, nil).Want(200); !strings.Contains(a.Body, want) {
				t.Errorf("%s answers %s, want %s", path, a.Body, want)
			}
		}
	})
}
