package markup_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/pages/markup"
)

var updateGolden = flag.Bool("update", false, "rewrite the golden files")

// compareGolden compares got with the file testdata/name. With the flag -update it writes the
// file.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *updateGolden {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func adaHead() markup.Head {
	return markup.Head{
		BaseURL: "https://chat.example.org", Kind: markup.Profile, Path: "/character/profile/ada-lovelace", Title: "Ada Lovelace",
		Description: "Analyst, and poetical about it. Bring me a problem.",
		Picture:     markup.Picture{Path: "/p.png", Alt: "Engraved portrait of Ada Lovelace", Width: 1200, Height: 630},
		Breadcrumbs: []markup.Crumb{{Name: "Characters", Path: "/characters"}, {Name: "Ada Lovelace", Path: "/character/profile/ada-lovelace"}},
		Person:      markup.Person{Name: "Ada Lovelace", KnownFor: "Her Notes on the Analytical Engine.", Picture: "/p.webp"},
	}
}

func sampleHeads() map[string]markup.Head {
	fictionalCharacterHead := adaHead()
	fictionalCharacterHead.Person.IsFictional = true
	return map[string]markup.Head{
		"profile.html": adaHead(), "fictional.html": fictionalCharacterHead,
		"home.html":       {BaseURL: "https://chat.example.org", Kind: markup.Home, Path: "/", Description: "Talk with characters.", Picture: markup.Picture{Path: "/p.png"}, Preload: markup.Preload{Calls: []string{"/api/a?b=c&d=", "/api/e"}, Pictures: []markup.PreloadPicture{{Path: "/w.webp", Media: "(min-width: 560px)"}, {Path: "/t.webp"}}}},
		"collection.html": {BaseURL: "https://chat.example.org", Kind: markup.Collection, Path: "/tags/?isActive=0&tagName=a+b", Title: "a b"},
		"post.html": {
			Kind: markup.Post, Path: "/blog/queen", Title: "How to argue", Description: "Three openings.", Date: "2026-11-10",
			Picture: markup.Picture{Path: "/scene.webp", Alt: "A queen"}, Breadcrumbs: []markup.Crumb{{Name: "Feed", Path: "/blog"}, {Name: "How to argue", Path: "/blog/queen"}},
		},
		"about.html":   {Kind: markup.About, Path: "/about", Title: "About", Description: "What this is."},
		"contact.html": {Kind: markup.Contact, Path: "/contact-us", Title: "Contact Us"},
		"plain.html":   {Path: "/copyright", Title: "Copyright"},
		"private.html": {IsExcludedFromSearch: true},
		"nothing.html": {Title: "Page not found", IsExcludedFromSearch: true},
	}
}

// rule content-heads
func TestHeadsMatchGoldenFiles(t *testing.T) {
	for name, head := range sampleHeads() {
		compareGolden(t, name, head.HTML())
	}
}

var hostileTexts = []string{
	`</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</title><svg onload=alert(1)>`, `<!--<script>`, `-->`, `]]>`,
	`' onmouseover='alert(1)`, "a\u2028b\u2029c", "a\x00b\x1fc\nd", "\xff\xfe<b>", "\u202eevil", `&lt;script&gt;`, `{{.}}`, `\u003c/script>`, `<!--/head-->`,
	strings.Repeat("<", 5000), "$&$1`", "javascript:alert(1)",
}

var (
	elementPattern = regexp.MustCompile(`^ *(<title>[^<>]*</title>|<meta (name|property)="[a-z:_-]+" content="[^"<>]*" />|<link rel="preload" as="image" fetchpriority="high"( media="[^"<>]*")? href="[^"<>]*" />|<link rel="[a-z]+"( type="[a-z/+]+" title="[A-Za-z ]+")? href="[^"<>]*" />|<script type="application/ld\+json">[^<>&]*</script>)$`)
	ldJSONPattern  = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
)

// TestHostileTextsStayInTheirElements: a field of the head may have any text. Each line of the head
// is still one title, meta, link or script element. The structured data is valid JSON.
func TestHostileTextsStayInTheirElements(t *testing.T) {
	for _, text := range hostileTexts {
		for kind := markup.Plain; kind <= markup.Contact; kind++ {
			h := markup.Head{
				BaseURL: "https://a.example", Kind: kind, Path: markup.JoinPath("character", text), Title: text, Description: text,
				Picture: markup.Picture{Path: markup.JoinPath(text), Alt: text}, Breadcrumbs: []markup.Crumb{{Name: text, Path: markup.JoinPath(text)}},
				Person: markup.Person{Name: text, KnownFor: text, Picture: markup.JoinPath(text)}, Date: text,
				Preload: markup.Preload{Calls: []string{text}, Pictures: []markup.PreloadPicture{{Path: text, Media: text}}},
			}
			page := h.HTML()
			for line := range strings.Lines(string(page)) {
				if !elementPattern.MatchString(strings.TrimRight(line, "\n")) {
					t.Errorf("%q of kind %d writes %.300q", text, kind, line)
				}
			}
			ldJSONMatch := ldJSONPattern.FindSubmatch(page)
			if ldJSONMatch == nil || !json.Valid(ldJSONMatch[1]) {
				t.Errorf("%q of kind %d: no structured data", text, kind)
			}
			if !bytes.Equal(page, h.HTML()) {
				t.Errorf("%q of kind %d is not always the same", text, kind)
			}
		}
	}
}

func TestStructuredDataKeepsTheText(t *testing.T) {
	h := adaHead()
	h.Person.Name = `</script> & "Ada" <b>`
	var data struct {
		Graph []struct {
			MainEntity struct{ Name string }
		} `json:"@graph"`
	}
	if err := json.Unmarshal(ldJSONPattern.FindSubmatch(h.HTML())[1], &data); err != nil || data.Graph[1].MainEntity.Name != h.Person.Name {
		t.Errorf("the name became %+v, %v", data, err)
	}
}

func TestLongTextsAreCutAtAWord(t *testing.T) {
	h := markup.Head{Title: strings.Repeat("name ", 60), Description: strings.Repeat("é", 300)}
	text := string(h.HTML())
	if !strings.Contains(text, "name name… | Colloquy</title>") || !strings.Contains(text, `content="`+strings.Repeat("é", 199)+`…"`) {
		t.Errorf("writes %s", text)
	}
}

func TestPathEscapesItsSegments(t *testing.T) {
	if got := markup.JoinPath("blog", `a/b?c#d"<`); got != "/blog/a%2Fb%3Fc%23d%22%3C" {
		t.Errorf("the path is %s", got)
	}
}

func BenchmarkHead(b *testing.B) {
	h := adaHead()
	for b.Loop() {
		h.HTML()
	}
}
