package app_test

import (
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// paidCharacters has the slugs of two characters that are not free.
var paidCharacters = []string{"isaac-newton", "socrates"}

// countLocks makes all public calls that show locks, and counts the locked and the open
// characters in the responses.
func countLocks(e *apptest.Env) (locked, open int) {
	visitor := e.Visitor()
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
		reader := e.User("Mirela")
		for _, slug := range paidCharacters {
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
		reader := e.User("Mirela")
		for _, slug := range paidCharacters {
			reader.Do("POST", "/session", map[string]any{"characterId": slug}).Want(200)
			if a := reader.Do("POST", "/messages/"+slug+"/stream", map[string]any{"content": "Good day"}); a.Code() != "character_locked" {
				t.Errorf("%s answers %d %s", slug, a.Status, a.Body)
			}
			plan := reader.Do("GET", "/admin/plans/2?characterId="+slug, nil).Want(200)
			if !strings.Contains(plan.Body, `"is_free":false`) {
				t.Errorf("the plan opens %s: %s", slug, plan.Body)
			}
		}
	})
}
