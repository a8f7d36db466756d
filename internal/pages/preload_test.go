package pages_test

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
)

var (
	firstCallsPattern   = regexp.MustCompile(`<meta name="first-calls" content="([^"]*)" />`)
	firstPicturePattern = regexp.MustCompile(`<link rel="preload" as="image" fetchpriority="high"[^>]* href="([^"]*)" />`)
)

// preloadsOf returns the calls and the pictures that a page preloads.
func preloadsOf(page string) (calls, pictures []string) {
	if found := firstCallsPattern.FindStringSubmatch(page); found != nil {
		calls = strings.Fields(html.UnescapeString(found[1]))
	}
	for _, found := range firstPicturePattern.FindAllStringSubmatch(page, -1) {
		pictures = append(pictures, html.UnescapeString(found[1]))
	}
	return calls, pictures
}

// TestHomePreloadsTheConversationsOfUsers: the home page names a call that only signed-in
// users make.
func TestHomePreloadsTheConversationsOfUsers(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	const named = `<meta name="user-calls" content="/api/sessions/characterProfile?limit=3" />`
	if _, page := e.Get("/"); !strings.Contains(page, named) {
		t.Errorf("home does not name the call of users: %q", page)
	}
	if _, page := e.Get("/characters"); strings.Contains(page, "user-calls") {
		t.Error("the catalogue names calls of users")
	}
	e.NewUser("Ada").Do("GET", "/sessions/characterProfile?limit=3", nil).Want(http.StatusOK)
}

// TestPagesPreloadTheirFirstView: each page preloads the API calls and the pictures of its first view. All of
// them exist.
func TestPagesPreloadTheirFirstView(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	groupsCall := "/api/characters/groups?by=category&cursor=&limit=5&search="
	for path, want := range map[string]struct{ calls, pictures []string }{
		"/":                              {[]string{"/api/admin/web-settings"}, []string{"/portraits/hero.webp", "/portraits/hero-m.webp"}},
		"/characters":                    {[]string{groupsCall}, []string{"/portraits/ada-lovelace-card.webp", "/portraits/albert-einstein-card.webp"}},
		"/characters?categories=A+%26+B": {[]string{groupsCall + "A+%26+B"}, nil},
		"/tags/?tagName=mathematics":     {[]string{"/api/characters?cursor=&limit=60&tag=mathematics", "/api/tags"}, nil},
		"/blog":                          {[]string{"/api/feeds"}, nil},
		"/blog/how-to-argue-with-a-queen": {
			[]string{"/api/feeds/how-to-argue-with-a-queen"}, []string{"/portraits/scene-how-to-argue-with-a-queen.webp"},
		},
		"/about": {[]string{"/api/pages/about"}, nil},
		"/character/profile/ada-lovelace": {
			[]string{"/api/profile/ada-lovelace", "/api/profile/ada-lovelace/comments?limit=10", "/api/profile/ada-lovelace/similar?limit=6"},
			[]string{"/portraits/ada-lovelace-plate.webp"},
		},
		"/tags/?tagName=nobodys": {nil, nil},
		"/nowhere":               {nil, nil},
		"/user":                  {nil, nil},
	} {
		_, page := e.Get(path)
		calls, pictures := preloadsOf(page)
		if !slices.Equal(calls, want.calls) || !slices.Equal(pictures, want.pictures) {
			t.Errorf("%s names %q and %q", path, calls, pictures)
		}
		for _, one := range slices.Concat(calls, pictures) {
			if resp, _ := e.Get(one); resp.StatusCode != http.StatusOK {
				t.Errorf("%s names %s, which answers %d", path, one, resp.StatusCode)
			}
		}
	}
}
