package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"colloquy/web/serve"
)

const builtFiles = `{
	"index.html": {"file": "assets/index-1.js", "isEntry": true, "imports": ["_shared.js"]},
	"_shared.js": {"file": "assets/shared-2.js"},
	"_list.js": {"file": "assets/list-3.js", "imports": ["_shared.js", "_list.js", "src/pages/tags.tsx"]},
	"src/pages/tags.tsx": {"file": "assets/tags-4.js", "isDynamicEntry": true, "imports": ["index.html", "_list.js"]},
	"src/pages/chat.tsx": {"file": "assets/\"><script>.js", "isDynamicEntry": true}
}`

// pageOf asks for the page that a part of the app draws.
func pageOf(part, files string) string {
	h := serve.Handler(
		fstest.MapFS{"index.html": {Data: []byte("<!--head-->x<!--/head-->app")}, ".vite/manifest.json": {Data: []byte(files)}}, fstest.MapFS{},
		func(*http.Request) serve.Page { return serve.Page{Status: 200, Head: []byte("HEAD"), Module: part} },
	)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	return w.Body.String()
}

// TestAPageNamesItsParts: each piece once, without those that every page has.
func TestAPageNamesItsParts(t *testing.T) {
	page := pageOf("tags", builtFiles)
	want := `HEAD    <link rel="modulepreload" href="/assets/tags-4.js" />
    <link rel="modulepreload" href="/assets/list-3.js" />
app`
	if page != want {
		t.Errorf("the page is %s", page)
	}
	if page := pageOf("chat", builtFiles); strings.Contains(page, "<script>") {
		t.Errorf("the page is %s", page)
	}
}

// TestAPageWithoutKnownParts is sent without them.
func TestAPageWithoutKnownParts(t *testing.T) {
	for _, c := range [][2]string{{"", builtFiles}, {"nothing", builtFiles}, {"tags", "no json"}, {"tags", "[]"}, {"tags", ""}} {
		if page := pageOf(c[0], c[1]); page != "HEADapp" {
			t.Errorf("%q of %.20q is %s", c[0], c[1], page)
		}
	}
}
