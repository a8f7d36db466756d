package pages_test

import (
	"encoding/json"
	"fmt"
	"image/png"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/image/font/gofont/goregular"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/core/hostiletest"
	"colloquy/internal/storage"
)

// startWithCharacters starts the application with fonts for its share pictures, and with one
// character for each name. The slugs are s0, s1 and so on.
func startWithCharacters(t *testing.T, names []string) *apptest.Env {
	t.Helper()
	font := &fstest.MapFile{Data: goregular.TTF}
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) {
		o.Config.PublicURL = "https://chat.example.org"
		o.Dist = fstest.MapFS{
			"index.html": {Data: []byte("<!doctype html>\n<!--head--><!--/head-->\n<p>the app</p>\n")}, "fonts/display.ttf": font, "fonts/display-ext.ttf": font,
			"fonts/text.ttf": font, "fonts/text-ext.ttf": font,
		}
	})
	err := e.App.DB().Write(t.Context(), func(tx storage.Querier) error {
		for n, name := range names {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO characters (id, character_id, slug, name, category, letter, designation, description,
				tags, search_key, persona, is_free, created_at, updated_at)
				SELECT $1, $2, $3, $4, category, letter, $4, $4, tags, search_key, persona, is_free, created_at, updated_at FROM characters WHERE slug = 'ada-lovelace'`,
				fmt.Sprintf("hostile%03d", n), 5000+n, fmt.Sprintf("s%d", n), name)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var (
	headLinePattern = regexp.MustCompile(`^ *(<title>[^<>]*</title>|<meta (name|property)="[a-z:_-]+" content="[^"<>]*" />|<link rel="preload" as="image" fetchpriority="high" media="[^"<>]*" href="[^"<>]*" />|<link rel="[a-z]+"( type="[a-z/+]+" title="[A-Za-z ]+")? href="[^"<>]*" />|<script type="application/ld\+json">[^<>]*</script>)$`)
	ldJSONPattern   = regexp.MustCompile(`<script type="application/ld\+json">(.*)</script>`)
)

// TestHostileNamesAreTextInTheHead: a character has a hostile text as name, designation and
// description. The text adds no element to the head of the page. The head links the picture of the
// site, because these characters have no engraving.
func TestHostileNamesAreTextInTheHead(t *testing.T) {
	names := hostiletest.OneTextOfEachKind(t)
	e := startWithCharacters(t, names)
	for n, name := range names {
		resp, page := e.Get(fmt.Sprintf("/character/profile/s%d", n))
		_, head, _ := strings.Cut(page, "<!doctype html>\n")
		head, rest, _ := strings.Cut(head, "\n<p>the app</p>")
		if resp.StatusCode != 200 || rest != "\n" {
			t.Fatalf("%q answers %d %s", name, resp.StatusCode, page)
		}
		for line := range strings.SplitSeq(strings.TrimSpace(head), "\n") {
			if !headLinePattern.MatchString(line) {
				t.Errorf("%q writes %.200q", name, line)
			}
		}
		if found := ldJSONPattern.FindStringSubmatch(head); found == nil || !json.Valid([]byte(found[1])) {
			t.Errorf("%q: its structured data is %q", name, found)
		}
		if !strings.Contains(head, `og:image" content="https://chat.example.org/share/default.png?v=`) {
			t.Errorf("%q has no picture: %s", name, head)
		}
		if strings.ContainsAny(head, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") {
			t.Errorf("%q turns the head round", name)
		}
	}
	for _, path := range []string{"/sitemap.xml", "/feed.xml"} {
		if _, body := e.Get(path); strings.Contains(body, "taken") || strings.Contains(body, "example.org/spy") {
			t.Errorf("%s repeats a name", path)
		}
	}
}

// TestHostileNamesAreDrawn: share pictures with hostile texts are drawn. The tests of
// package share draw each kind of text.
func TestHostileNamesAreDrawn(t *testing.T) {
	names := hostiletest.OneTextOfEachKind(t)
	e := startWithCharacters(t, names[:1])
	slugs, err := storage.QueryAll(t.Context(), e.App.DB().Reader(), func(r storage.Row) (slug string, err error) {
		return slug, r.Scan(&slug)
	}, `SELECT slug FROM characters ORDER BY character_id LIMIT 2`)
	if err != nil {
		t.Fatal(err)
	}
	err = e.App.DB().Write(t.Context(), func(tx storage.Querier) error {
		for n, slug := range slugs {
			if _, err := tx.ExecContext(t.Context(), `UPDATE characters SET name = $1, designation = $1 WHERE slug = $2`, names[24*n], slug); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for n, slug := range slugs {
		resp, body := e.Get("/share/" + slug + ".png")
		if size, err := png.DecodeConfig(strings.NewReader(body)); resp.StatusCode != 200 || err != nil || size.Width != 1200 {
			t.Errorf("the picture of %q answers %d, %v", names[24*n], resp.StatusCode, err)
		}
	}
	if resp, _ := e.Get("/share/s0.png"); resp.StatusCode != 404 {
		t.Errorf("the picture of somebody without an engraving answers %d", resp.StatusCode)
	}
}
