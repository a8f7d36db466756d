package catalogue

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

type nobody struct{}

func (nobody) Authenticate(context.Context, string, string) (core.Actor, error) {
	return core.Actor{}, nil
}

// handler serves the room's calls alone.
func (b *bed) handler() http.Handler {
	rate := httpx.Rate{N: 1000, Per: time.Minute}
	api := httpx.New(httpx.Options{
		Auth: nobody{}, Clock: b.time, Log: slog.New(slog.DiscardHandler),
		Table: httpx.Table{
			{Method: "GET", Path: "/characters", Who: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/characters/groups", Who: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/tags", Who: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/profile/{id}/similar", Who: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/characters/id/{id}", Who: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/categories", Who: httpx.Anyone, Rate: rate},
			{Method: "GET", Path: "/profile/{id}", Who: httpx.Anyone, Rate: rate},
		},
	})
	b.Routes(api)
	return api.Handler(http.NotFoundHandler())
}

func (b *bed) get(h http.Handler, path string) (int, string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(b.t.Context(), http.MethodGet, "/api"+path, nil))
	return w.Code, w.Body.String()
}

func TestHiddenCharactersAreNotFound(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.load(crowd(3)...)
		b.exec(`UPDATE characters SET is_active = FALSE WHERE character_id = 1`)
		b.exec(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 2`)
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
		if _, body := b.get(h, "/characters"); strings.Contains(body, "slug-1") || strings.Contains(body, "slug-2") || !strings.Contains(body, "slug-3") {
			t.Errorf("the list is %s", body)
		}
	})
}

func TestProfileCountsChats(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		b.load(crowd(3)...)
		for _, user := range []string{"u1", "u2"} {
			b.exec(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $2, 3, 1, 1)`, user+"_3", user)
		}
		var got struct {
			Stats struct{ Chats, Likes, Followers int }
		}
		status, body := b.get(b.handler(), "/profile/3")
		if err := json.Unmarshal([]byte(body), &got); err != nil || status != 200 || got.Stats.Chats != 2 || got.Stats.Likes != 0 {
			t.Errorf("%d %s, %v", status, body, err)
		}
	})
}

// TestProfilesShowNoPrompt: what a reply is made from stays on the server.
func TestProfilesShowNoPrompt(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		p := person(1, "Ada", "Scientists", "bees")
		p.Scene = "canary-scene"
		p.Topics = []core.Topic{{Key: "canary-topic", Ask: "canary-ask", Texts: []string{"canary-text"}}}
		p.Voice = core.Voice{Style: "canary-style", Openers: []string{"canary-opener"}}
		p.Sayings = []core.Saying{{Text: "canary-saying"}}
		b.load(p)
		h := b.handler()
		for _, path := range []string{"/characters", "/characters/id/1", "/profile/1"} {
			if _, body := b.get(h, path); strings.Contains(body, "canary") {
				t.Errorf("%s shows %s", path, body)
			}
		}
	})
}
