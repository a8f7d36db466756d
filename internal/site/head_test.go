package site_test

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

	"colloquy/internal/site"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with testdata/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
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

func ada() site.Head {
	return site.Head{
		Base: "https://chat.example.org", Kind: site.Profile, Path: "/character/profile/ada-lovelace", Title: "Ada Lovelace",
		Description: "Analyst, and poetical about it. Bring me a problem.",
		Picture:     site.Picture{Path: "/p.png", Alt: "Engraved portrait of Ada Lovelace", Width: 1200, Height: 630},
		Trail:       []site.Crumb{{Name: "Characters", Path: "/characters"}, {Name: "Ada Lovelace", Path: "/character/profile/ada-lovelace"}},
		Person:      site.Person{Name: "Ada Lovelace", KnownFor: "Her Notes on the Analytical Engine.", Picture: "/p.webp"},
	}
}

func samples() map[string]site.Head {
	fictional := ada()
	fictional.Person.Fictional = true
	return map[string]site.Head{
		"profile.html": ada(), "fictional.html": fictional,
		"home.html":       {Base: "https://chat.example.org", Kind: site.Home, Path: "/", Description: "Talk with characters.", Picture: site.Picture{Path: "/p.png"}, First: site.First{Calls: []string{"/api/a?b=c&d=", "/api/e"}, Pictures: []site.FirstPicture{{Path: "/w.webp", Media: "(min-width: 560px)"}, {Path: "/t.webp"}}}},
		"collection.html": {Base: "https://chat.example.org", Kind: site.Collection, Path: "/tags/?isActive=0&tagName=a+b", Title: "a b"},
		"post.html": {
			Kind: site.Post, Path: "/blog/queen", Title: "How to argue", Description: "Three openings.", Date: "2026-11-10",
			Picture: site.Picture{Path: "/scene.webp", Alt: "A queen"}, Trail: []site.Crumb{{Name: "Feed", Path: "/blog"}, {Name: "How to argue", Path: "/blog/queen"}},
		},
		"about.html":   {Kind: site.About, Path: "/about", Title: "About", Description: "What this is."},
		"contact.html": {Kind: site.Contact, Path: "/contact-us", Title: "Contact Us"},
		"plain.html":   {Path: "/copyright", Title: "Copyright"},
		"private.html": {NoIndex: true},
		"nothing.html": {Title: "Page not found", NoIndex: true},
	}
}

// rule content-heads
func TestHeads(t *testing.T) {
	for name, head := range samples() {
		golden(t, name, head.HTML())
	}
}

var hostile = []string{
	`</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</title><svg onload=alert(1)>`, `<!--<script>`, `-->`, `]]>`,
	`' onmouseover='alert(1)`, "a\u2028b\u2029c", "a\x00b\x1fc\nd", "\xff\xfe<b>", "\u202eevil", `&lt;script&gt;`, `{{.}}`, `\u003c/script>`, `<!--/head-->`,
	strings.Repeat("<", 5000), "$&$1`", "javascript:alert(1)",
}

var (
	element = regexp.MustCompile(`^ *(<title>[^<>]*</title>|<meta (name|property)="[a-z:_-]+" content="[^"<>]*" />|<link rel="preload" as="image" fetchpriority="high"( media="[^"<>]*")? href="[^"<>]*" />|<link rel="[a-z]+"( type="[a-z/+]+" title="[A-Za-z ]+")? href="[^"<>]*" />|<script type="application/ld\+json">[^<>&]*</script>)$`)
	ld      = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
)

// TestHostileTexts: whatever stands in any field, each line is still one of the
// four elements, and the structured data still holds the text.
func TestHostileTexts(t *testing.T) {
	for _, text := range hostile {
		for kind := site.Plain; kind <= site.Contact; kind++ {
			h := site.Head{
				Base: "https://a.example", Kind: kind, Path: site.Path("character", text), Title: text, Description: text,
				Picture: site.Picture{Path: site.Path(text), Alt: text}, Trail: []site.Crumb{{Name: text, Path: site.Path(text)}},
				Person: site.Person{Name: text, KnownFor: text, Picture: site.Path(text)}, Date: text,
				First: site.First{Calls: []string{text}, Pictures: []site.FirstPicture{{Path: text, Media: text}}},
			}
			page := h.HTML()
			for line := range strings.Lines(string(page)) {
				if !element.MatchString(strings.TrimRight(line, "\n")) {
					t.Errorf("%q of kind %d writes %.300q", text, kind, line)
				}
			}
			found := ld.FindSubmatch(page)
			if found == nil || !json.Valid(found[1]) {
				t.Errorf("%q of kind %d: no structured data", text, kind)
			}
			if !bytes.Equal(page, h.HTML()) {
				t.Errorf("%q of kind %d is not always the same", text, kind)
			}
		}
	}
}

func TestStructuredDataKeepsTheText(t *testing.T) {
	h := ada()
	h.Person.Name = `</script> & "Ada" <b>`
	var data struct {
		Graph []struct {
			MainEntity struct{ Name string }
		} `json:"@graph"`
	}
	if err := json.Unmarshal(ld.FindSubmatch(h.HTML())[1], &data); err != nil || data.Graph[1].MainEntity.Name != h.Person.Name {
		t.Errorf("the name became %+v, %v", data, err)
	}
}

func TestLongTextsAreCutAtAWord(t *testing.T) {
	h := site.Head{Title: strings.Repeat("name ", 60), Description: strings.Repeat("é", 300)}
	text := string(h.HTML())
	if !strings.Contains(text, "name name… | Colloquy</title>") || !strings.Contains(text, `content="`+strings.Repeat("é", 199)+`…"`) {
		t.Errorf("writes %s", text)
	}
}

func TestPathEscapes(t *testing.T) {
	if got := site.Path("blog", `a/b?c#d"<`); got != "/blog/a%2Fb%3Fc%23d%22%3C" {
		t.Errorf("the path is %s", got)
	}
}

func BenchmarkHead(b *testing.B) {
	h := ada()
	for b.Loop() {
		h.HTML()
	}
}
