package catalogue

import (
	"context"
	"fmt"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// harness is a Service on an empty database.
type harness struct {
	*Service
	t      testing.TB
	clock  *clocktest.Clock
	social fakeSocial
}

func eachEngine(t *testing.T, fn func(t *testing.T, b *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) { fn(t, newHarness(t, db)) })
}

func newHarness(t testing.TB, db *storage.DB) *harness {
	clock := clocktest.Ticking(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	social := fakeSocial{}
	return &harness{New(Deps{DB: db, Access: onlyFreeUnlocked{}, Social: social, Clock: clock}), t, clock, social}
}

type onlyFreeUnlocked struct{}

func (onlyFreeUnlocked) Grants(_ context.Context, _ string, list []Character) (map[int]Grant, error) {
	out := map[int]Grant{}
	for _, c := range list {
		out[c.CharacterID] = Grant{IsLocked: !c.IsFree}
	}
	return out, nil
}

// fakeSocial has the social counts of characters. The user "fan" likes each character that has
// likes, and follows each one that has followers.
type fakeSocial map[int]SocialCounts

func (c fakeSocial) Counts(_ context.Context, userID string, ids []int) (map[int]SocialCounts, error) {
	out := map[int]SocialCounts{}
	for _, id := range ids {
		if n, some := c[id]; some {
			n.IsLiked, n.IsFollowing = userID == "fan" && n.Likes > 0, userID == "fan" && n.Followers > 0
			out[id] = n
		}
	}
	return out, nil
}

func (b *harness) loadPersonas(list ...core.Persona) LoadCounts {
	b.t.Helper()
	counts, err := b.LoadPersonas(b.t.Context(), list)
	if err != nil {
		b.t.Fatal(err)
	}
	return counts
}

func (b *harness) execSQL(query string, args ...any) {
	b.t.Helper()
	dbtest.Exec(b.t, b.deps.DB, query, args...)
}

func (b *harness) getList(q Query) List {
	b.t.Helper()
	list, err := b.List(b.t.Context(), "", q)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

// namesOf returns the names of the characters in a list, in its order.
func namesOf(list List) []string {
	out := make([]string, len(list.Characters))
	for i, c := range list.Characters {
		out[i] = c.Name
	}
	return out
}

// newPersona returns a persona with only the fields that the catalogue uses.
func newPersona(number int, name, category string, tags ...string) core.Persona {
	return core.Persona{
		ID: fmt.Sprintf("code%06d", number), CharacterID: number, Slug: fmt.Sprintf("slug-%d", number), Name: name,
		Category: category, Initial: string([]rune(name)[:1]), Tags: tags, Designation: "Keeper of Bees", Description: "I keep bees.",
		Bio: "I have kept bees all my life.", Greeting: "Good day. Do you like honey?", IsFree: number%3 != 0,
	}
}

// manyPersonas returns n personas, many of whose names have a common prefix.
func manyPersonas(n int) []core.Persona {
	firstNames := []string{"Maria", "Mario", "Ana", "Annelise", "Bertil", "Chidi", "Søren"}
	lastNames := []string{"Olsen", "Okafor", "Ortega", "Mariano", "Brandt"}
	out := make([]core.Persona, n)
	for i := range out {
		name := fmt.Sprintf("%s %s %c%c", firstNames[i%len(firstNames)], lastNames[i%len(lastNames)], 'A'+i%26, 'A'+i/26%26)
		out[i] = newPersona(i+1, name, []string{"Scientists", "Artists", "Rulers"}[i%3], "bees", []string{"old", "new"}[i%2])
	}
	return out
}
