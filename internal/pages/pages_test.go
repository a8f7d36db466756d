package pages_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
)

// TestEachAddressAnswersItsPage: each address answers with its page. An address without a page answers
// with 404 and the page "Page not found".
// rules profile-not-found, content-heads, content-fictional-marked, look-unknown-address
func TestEachAddressAnswersItsPage(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		e.SetCharacterFlag("marcus-aurelius", "is_active", false)
		e.SetCharacterFlag("harriet-tubman", "is_deleted", true)
		for path, want := range map[string]struct {
			status int
			holds  string
		}{
			"/": {200, "<title>Colloquy</title>"}, "/characters": {200, "<title>Characters | Colloquy</title>"}, "/characters/": {200, `href="/characters"`},
			"/characters?categories=Royalty":          {200, `href="/characters"`},
			"/tags/?isActive=0&tagName=mathematics":   {200, "<title>mathematics | Colloquy</title>"},
			"/tags?tagName=mathematics":               {200, `href="/tags/?isActive=0&amp;tagName=mathematics"`},
			"/tags/?isActive=0&tagName=%3Cb%3Espam":   {200, "<title>Tags | Colloquy</title>"},
			"/blog/":                                  {200, "<title>The Colloquy Feed | Colloquy</title>"},
			"/blog/how-to-argue-with-a-queen":         {200, `property="og:type" content="article"`},
			"/blog/nothing":                           {404, "<title>Page not found | Colloquy</title>"},
			"/blog/how-to-argue-with-a-queen/":        {200, "href=\"/blog/how-to-argue-with-a-queen\""},
			"/blog/how-to-argue-with-a-queen/x":       {404, "<title>Page not found"},
			"/chats/ada-lovelace":                     {200, `content="noindex"`},
			"/user?section=profile":                   {200, `content="noindex"`},
			"/user":                                   {200, "<title>Account | Colloquy</title>"},
			"/knowledge-base":                         {200, "<title>Knowledge Base | Colloquy</title>"},
			"/copyright":                              {200, "<title>Copyright Policy | Colloquy</title>"},
			"/character/profile/ada-lovelace":         {200, "<title>Ada Lovelace | Colloquy</title>"},
			"/character/profile/ada-lovelace/":        {200, `rel="canonical" href="/character/profile/ada-lovelace"`},
			"/character/profile/sherlock-holmes":      {200, `"disambiguatingDescription":"A fictional character"`},
			"/character/profile/marcus-aurelius":      {404, "<title>Page not found"},
			"/character/profile/harriet-tubman":       {404, "<title>Page not found"},
			"/character/profile/21":                   {404, "<title>Page not found"},
			"/chat/marcus-aurelius":                   {404, "<title>Page not found"},
			"/collections/5FINXYSAAWB5QH2LJOJ54UI73P": {200, "<title>A shared collection | Colloquy</title>"}, "/collections": {404, ""}, "/collections/%00": {404, ""},
			"/nowhere": {404, `content="noindex"`},
			"/chats":   {200, `content="noindex"`}, "/chats/": {200, `content="noindex"`},
			"/character/profile/":                    {404, ""},
			"/character/profile/nobody":              {404, ""},
			"/character/profile/ada-lovelace/x":      {404, ""},
			"/character/profile/%00":                 {404, ""},
			"/character/profile/%ff":                 {404, ""},
			"/blog/%00":                              {404, ""},
			"/blog/%ff":                              {404, ""},
			"/character":                             {404, ""},
			"/character/profile/ada-lovelace%2Fmore": {404, ""},
		} {
			resp, body := e.Get(path)
			if resp.StatusCode != want.status || resp.Header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(body, want.holds) {
				t.Errorf("%s answers %d %s %s, want %+v", path, resp.StatusCode, resp.Header.Get("Content-Type"), body, want)
			}
			if strings.Contains(body, "spam") || resp.StatusCode == 404 && strings.Contains(body, "canonical") {
				t.Errorf("%s says %s", path, body)
			}
		}
	})
}

// rules api-character-reference, look-moved-addresses, catalogue-former-slugs
func TestOldAddressesRedirect(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		for path, want := range map[string]string{
			"/character/profile/20":              "/character/profile/ada-lovelace",
			"/character/profile/my9EJ1TsV1/":     "/character/profile/ada-lovelace",
			"/character/profile/20?tab=comments": "/character/profile/ada-lovelace?tab=comments",
			"/chat/ada-lovelace?session=u_20":    "/chats/ada-lovelace",
			"/chat/my9EJ1TsV1":                   "/chats/ada-lovelace",
			"/chat/20/?session=":                 "/chats/ada-lovelace",
			"/character/profile/pericles":        "/character/profile/kwame-nkrumah",
			"/character/profile/cicero/?tab=a":   "/character/profile/empress-dowager-cixi?tab=a",
			"/chat/caligula?session=u_248":       "/chats/ching-shih",
			"/chats/alcibiades":                  "/chats/emma-goldman",
			"/chats/niccolo-paganini/?year=1964": "/chats/umm-kulthum?year=1964",
			"/tags/?isActive=0&tagName=Poetry":   "/tags/?isActive=0&tagName=poetry",
			"/tags?tagName=%20CIVIL-rights":      "/tags/?isActive=0&tagName=civil-rights",
		} {
			resp, _ := e.Get(path)
			if resp.StatusCode != 301 || resp.Header.Get("Location") != want {
				t.Errorf("%s leads to %d %s, want %s", path, resp.StatusCode, resp.Header.Get("Location"), want)
			}
		}
	})
}

// rules catalogue-former-slugs, seed-person-replaced
func TestAFormerSlugIsOfThePersonWhoStayed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		err := e.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE characters SET slug = 'pericles', id = 'n4umwKBjPA', persona = replace(persona, '"former_slugs":["pericles"],', '') WHERE slug = 'kwame-nkrumah'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/character/profile/pericles", "/chats/pericles"} {
			if resp, _ := e.Get(path); resp.StatusCode != 200 {
				t.Errorf("%s answers %d %s", path, resp.StatusCode, resp.Header.Get("Location"))
			}
		}
		if resp, _ := e.Get("/portraits/pericles-card.webp"); resp.StatusCode != 200 {
			t.Errorf("the portrait answers %d", resp.StatusCode)
		}
		if resp, _ := e.Get("/character/profile/kwame-nkrumah"); resp.StatusCode != 404 {
			t.Errorf("the person who is not there answers %d", resp.StatusCode)
		}
	})
}

// rule content-static-pages
func TestStaticPagesHaveHeads(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	for _, key := range []string{
		"copyright", "privacy-policy", "refund-policy", "terms-of-use", "about", "contact-us", "user-agreement", "community-guide", "knowledge-base",
	} {
		resp, body := e.Get("/" + key)
		if resp.StatusCode != 200 || !strings.Contains(body, `rel="canonical" href="/`+key+`"`) || !strings.Contains(body, `name="description" content="`) {
			t.Errorf("%s answers %d %s", key, resp.StatusCode, body)
		}
	}
}

// TestHostHeaderIsNotRepeated: the links in a page have the configured address,
// whatever host the request names.
func TestHostHeaderIsNotRepeated(t *testing.T) {
	forgeHost := func(r *http.Request) {
		r.Host = "evil.example"
		r.Header.Set("X-Forwarded-Host", "evil.example")
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set("Forwarded", "host=evil.example")
	}
	forgeLocalHost := func(r *http.Request) { forgeHost(r); r.Host = "evil.local" }
	envWithoutURL := apptest.Start(t, apptest.SQLite(t))
	envWithURL := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) { o.Config.PublicURL = "https://chat.example.org/" })
	for _, path := range []string{"/", "/character/profile/ada-lovelace", "/blog/how-to-argue-with-a-queen", "/about"} {
		if resp, body := envWithoutURL.Get(path, forgeHost); resp.StatusCode != http.StatusMisdirectedRequest || strings.Contains(body, "evil") {
			t.Errorf("%s of a site without a name answers %d %s to another one", path, resp.StatusCode, body)
		}
		if _, body := envWithoutURL.Get(path, forgeLocalHost); strings.Contains(body, "evil") || strings.Contains(body, "http://") || !strings.Contains(body, `rel="canonical" href="/`) {
			t.Errorf("%s of a site without a name says %s", path, body)
		}
		if _, body := envWithURL.Get(path, forgeHost); strings.Contains(body, "evil") || !strings.Contains(body, `rel="canonical" href="https://chat.example.org/`) {
			t.Errorf("%s says %s", path, body)
		}
	}
	useLocalHost := func(r *http.Request) { r.Host = "127.0.0.1:0" } // the configured address
	if _, body := envWithoutURL.Get("/about", useLocalHost); !strings.Contains(body, `href="http://127.0.0.1:0/about"`) {
		t.Errorf("at its own address it says %s", body)
	}
}

// TestUnreadablePageIs503: search engines keep a page that answers with 503, but remove one that
// answers with 404.
func TestUnreadablePageIs503(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	for _, table := range []string{"characters", "articles", "pages", "catalogue_version"} {
		err := e.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), `ALTER TABLE `+table+` RENAME TO gone_`+table)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]int{"/": 200, "/chats/ada-lovelace": 200, "/character/profile/ada-lovelace": 503, "/blog/a": 503, "/about": 503, "/tags/?tagName=a": 503} {
		if resp, body := e.Get(path); resp.StatusCode != want || want == 503 && !strings.Contains(body, "noindex") {
			t.Errorf("%s answers %d %s, want %d", path, resp.StatusCode, body, want)
		}
	}
}

func TestPagesAboveTheLimitAreRefused(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) { o.Clock = clocktest.At(time.Now()) })
	answeredCount, refusedCount := 0, 0
	for range 700 {
		resp, body := e.Get("/about")
		switch {
		case resp.StatusCode == 200:
			answeredCount++
		case resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" || !strings.Contains(body, "wait a moment") || resp.Header.Get("Cache-Control") != "no-store":
			t.Fatalf("answers %d %v %q", resp.StatusCode, resp.Header, body)
		default:
			refusedCount++
		}
	}
	if answeredCount != 600 || refusedCount != 100 {
		t.Errorf("%d of 700 pages were answered and %d refused, want 600 and 100", answeredCount, refusedCount)
	}
}

func BenchmarkProfilePage(b *testing.B) {
	e := apptest.Start(b, apptest.SQLite(b))
	for b.Loop() {
		e.Get("/character/profile/ada-lovelace")
	}
}
