package catalogue

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

type visitorAuth struct{}

func (visitorAuth) Authenticate(context.Context, string, string) (core.Actor, error) {
	return core.Actor{}, nil
}

// handler returns a handler of the calls of this package.
func (b *harness) handler() http.Handler {
	rate := httpx.Rate{N: 1000, Period: time.Minute}
	api := httpx.New(httpx.Options{
		Auth: visitorAuth{}, Clock: b.clock, Log: slog.New(slog.DiscardHandler),
		Table: httpx.RouteTable{
			{Method: "GET", Path: "/characters", Caller: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/characters/groups", Caller: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/tags", Caller: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/profile/{id}/similar", Caller: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/characters/id/{id}", Caller: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/categories", Caller: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/profile/{id}", Caller: httpx.Anyone, Rate: rate},
		},
	})
	b.Routes(api)
	return api.Handler(http.NotFoundHandler())
}

func (b *harness) get(h http.Handler, path string) (int, string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(b.t.Context(), http.MethodGet, "/api"+path, nil))
	return w.Code, w.Body.String()
}

// rule access-hidden-characters
func TestHiddenCharactersAreNotFound(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(3)...)
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 1`)
		b.execSQL(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 2`)
		h := b.handler()
		for _, path := range []string{"/characters/id/", "/profile/"} {
			for ref, want := range map[string]int{
				"1": 404, "slug-1": 404, "code000001": 404, "2": 404, "slug-2": 404, "code000002": 404, "4": 404,
				"3": 200, "slug-3": 200, "code000003": 200,
			} {
				status, body := b.get(h, path+ref)
				if status != want || want == 404 && !strings.Contains(body, `"message":"Character not found","code":"character_not_found"`) {
					t.Errorf("%s%s answers %d %s, want %d", path, ref, status, body, want)
				}
			}
		}
	})
}

// Hidden characters are neither returned nor counted, even if the caches have them.
func TestHiddenCharactersAreInNoAnswer(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		list := []core.Persona{
			newPersona(1, "Inactive One", "Singers", "sea", "inactive-tag"), newPersona(2, "Deleted Two", "Singers", "sea", "deleted-tag"),
			newPersona(3, "Seen Three", "Singers", "sea"), newPersona(4, "Seen Four", "Singers", "sea"), newPersona(5, "Inactive Five", "Rulers", "sea"),
		}
		b.loadPersonas(list...)
		h := b.handler()
		paths := []string{
			"/characters", "/characters?search=one", "/characters?search=inactiv", "/characters?search=deleetd", "/characters?category=Singers",
			"/characters?letter=I", "/characters?letter=D", "/characters?tag=sea", "/characters?tag=inactive-tag", "/characters?limit=1", "/characters/groups",
			"/characters/groups?by=name", "/characters/groups?search=sea", "/categories", "/tags", "/profile/3/similar", "/profile/4/similar?limit=24",
		}
		for _, path := range paths {
			b.get(h, path) // fills the caches
		}
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id IN (1, 5)`)
		b.execSQL(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 2`)
		allBodies := ""
		for _, path := range paths {
			status, body := b.get(h, path)
			allBodies += body
			for _, hidden := range []string{"slug-1", "slug-2", "slug-5", "Inactive", "Deleted", "inactive-tag", "deleted-tag", `"character_ids":[1`, `"letter":"D"`} {
				if status != 200 || strings.Contains(body, hidden) {
					t.Errorf("%s answers %d with %s: %s", path, status, hidden, body)
				}
			}
		}
		for _, want := range []string{`"total":2`, `"count":2`, `"count":0`, `"name":"sea","count":2`, `"character_ids":[3,4]`, "slug-3", "slug-4"} {
			if !strings.Contains(allBodies, want) {
				t.Errorf("%s is in no answer", want)
			}
		}
	})
}

// SQL wildcards, quotes and very long texts are searched literally. They find nothing and cause
// no server error.
func TestStrangeQueriesAreHarmless(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(40)...)
		h := b.handler()
		for _, text := range strangeTexts[2:] {
			for _, path := range []string{
				"/characters?search=", "/characters?letter=", "/characters?tag=", "/characters?category=", "/characters/groups?search=", "/characters/groups?by=name&search=",
			} {
				if status, body := b.get(h, path+url.QueryEscape(text)); status != 200 || !strings.Contains(body, `"data":[]`) {
					t.Errorf("%s%.40q answers %d %.200s", path, text, status, body)
				}
			}
			for _, path := range []string{"/characters?cursor=", "/characters/groups?cursor="} {
				if status, body := b.get(h, path+url.QueryEscape(text)); status != 400 {
					t.Errorf("%s%.40q answers %d %.200s", path, text, status, body)
				}
			}
		}
	})
}

func TestProfileContainsCounts(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(3)...)
		for _, user := range []string{"u1", "u2"} {
			b.execSQL(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $2, 3, 1, 1)`, user+"_3", user)
		}
		b.social[3] = SocialCounts{Likes: 4, Followers: 3}
		var got struct {
			Stats   struct{ Chats, Likes, Followers int }
			IsLiked bool `json:"is_liked"`
		}
		status, body := b.get(b.handler(), "/profile/3")
		if err := json.Unmarshal([]byte(body), &got); err != nil || status != 200 || got.Stats.Chats != 2 || got.Stats.Likes != 4 || got.Stats.Followers != 3 || got.IsLiked {
			t.Errorf("%d %s, %v", status, body, err)
		}
	})
}

// rule chat-first-question
func TestProfileHasFirstQuestions(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		personaWithTopics, personaWithoutTopics := newPersona(1, "Ada", "Scientists"), newPersona(2, "Bea", "Scientists")
		personaWithTopics.Topics = []core.Topic{{Question: "A?"}, {Question: "B?"}, {Question: "C?"}, {Question: "D?"}}
		personaWithoutTopics.Topics = nil
		b.loadPersonas(personaWithTopics, personaWithoutTopics)
		for path, want := range map[string]string{"/profile/1": `"questions":["A?","B?","C?"]`, "/profile/2": `"questions":[]`} {
			if _, body := b.get(b.handler(), path); !strings.Contains(body, want) {
				t.Errorf("%s has no %s: %s", path, want, body)
			}
		}
	})
}

// The profile does not contain those texts of a persona that are only for prompts.
// rule privacy-prompt-not-public
func TestProfileHasNoPromptTexts(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		p := newPersona(1, "Ada", "Scientists", "bees")
		p.Scene = "canary-scene"
		p.Topics = []core.Topic{{Key: "canary-topic", Question: "What?", Texts: []string{"canary-text"}}}
		p.Voice = core.Voice{Style: "canary-style", Openers: []string{"canary-opener"}}
		p.Sayings = []core.Saying{{Text: "canary-saying"}}
		b.loadPersonas(p)
		h := b.handler()
		for _, path := range []string{"/characters", "/characters/groups", "/tags", "/characters/id/1", "/profile/1", "/profile/1/similar"} {
			if _, body := b.get(h, path); strings.Contains(body, "canary") {
				t.Errorf("%s shows %s", path, body)
			}
		}
	})
}
