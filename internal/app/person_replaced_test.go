package app_test

import (
	"fmt"
	"sync"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/catalogue"
	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/seed"
)

// personaOfSeed returns a persona of the seed.
func personaOfSeed(t *testing.T, slug string) core.Persona {
	t.Helper()
	list, err := seed.Personas()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if p.Slug == slug {
			return p
		}
	}
	t.Fatalf("there is no %s", slug)
	return core.Persona{}
}

// TestConversationsBeginWhileAPersonIsReplaced: users open conversations while a newer
// binary loads a seed with another person. Each conversation is with the person who
// greeted in it.
// rule seed-person-replaced
func TestConversationsBeginWhileAPersonIsReplaced(t *testing.T) {
	const users = 12
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		clients := make([]*apptest.Client, users)
		for i := range clients {
			clients[i] = e.NewUser(fmt.Sprint("user", i))
		}
		for round, slug := range []string{"ada-lovelace", "marcus-aurelius", "jane-austen"} {
			successor := personaOfSeed(t, slug)
			successor.ID, successor.Slug, successor.Name = fmt.Sprintf("another%03d", round), "another-"+slug, "Another "+successor.Name
			successor.Greeting, successor.Present, successor.Moments, successor.FormerSlugs = "I am another. Who are you?", 0, nil, []string{slug}
			newerCatalogue := catalogue.New(catalogue.Deps{DB: e.App.DB(), Clock: e.Clock, SeedVersion: seed.Version() + 1})
			var done catalogue.LoadCounts
			var err error
			var wg sync.WaitGroup
			for i, c := range clients {
				if i == users/2 {
					wg.Go(func() { done, err = newerCatalogue.LoadPersonas(t.Context(), []core.Persona{successor}) })
				}
				wg.Go(func() { c.Do("POST", "/session", map[string]any{"characterId": fmt.Sprint(successor.CharacterID)}) })
			}
			wg.Wait()
			if err != nil || done.UpdatedCount+done.KeptCount != 1 {
				t.Fatalf("%s: loaded %+v, %v", slug, done, err)
			}
			newGreetingCount := selectCount(t, e.App.DB(), `SELECT count(*) FROM messages WHERE conversation_id IN (SELECT id FROM conversations WHERE character_id = $1) AND content = $2`, successor.CharacterID, successor.Greeting)
			conversationCount := selectCount(t, e.App.DB(), `SELECT count(*) FROM conversations WHERE character_id = $1`, successor.CharacterID)
			t.Logf("%s: %+v, %d of %d conversations are with the new person", slug, done, newGreetingCount, conversationCount)
			if done.KeptCount == 1 && newGreetingCount > 0 || done.UpdatedCount == 1 && newGreetingCount != conversationCount {
				t.Errorf("%s: %+v, %d of %d conversations are with the new person", slug, done, newGreetingCount, conversationCount)
			}
		}
	})
}

func selectCount(t *testing.T, db *storage.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.Reader().QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
