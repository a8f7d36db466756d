package app_test

import (
	"net/http"
	"testing"

	"colloquy/internal/app/apptest"
)

// TestPages: an address without a page is 404, with the app's own page for it.
func TestPages(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		for path, want := range map[string]int{
			"/": 200, "/characters": 200, "/characters?categories=Royalty": 200, "/tags/?isActive=0&tagName=poetry": 200, "/blog/": 200,
			"/blog/how-to-argue-with-a-queen": 200, "/blog/how-to-argue-with-a-queen/": 200, "/blog/a": 404, "/blog/%00": 404, "/blog/%ff": 404,
			"/blog/how-to-argue-with-a-queen/x": 404,
			"/chats/ada-lovelace":               200, "/user?section=profile": 200, "/knowledge-base": 200, "/copyright": 200,
			"/character/profile/ada-lovelace": 200, "/character/profile/ada-lovelace/": 200, "/character/profile/20": 200,
			"/nowhere": 404, "/chats/": 404, "/character/profile/": 404, "/character/profile/nobody": 404, "/character/profile/ada-lovelace/x": 404,
			"/character/profile/%00": 404, "/character/profile/%ff": 404, "/character": 404,
		} {
			r, err := http.NewRequestWithContext(t.Context(), "GET", e.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != want || resp.Header.Get("Content-Type") != "text/html; charset=utf-8" {
				t.Errorf("%s answers %d %s, want %d", path, resp.StatusCode, resp.Header.Get("Content-Type"), want)
			}
		}
	})
}
