package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"colloquy/web/serve"
)

const testManifest = `{
	"index.html": {"file": "assets/index-1.js", "isEntry": true, "imports": ["_shared.js"], "css": ["assets/index-1.css"]},
	"_shared.js": {"file": "assets/shared-2.js"},
	"_list.js": {"file": "assets/list-3.js", "imports": ["_shared.js", "_list.js", "src/pages/tags.tsx"]},
	"src/pages/tags.tsx": {"file": "assets/tags-4.js", "isDynamicEntry": true, "imports": ["index.html", "_list.js"], "css": ["assets/tags-4.css"]},
	"src/pages/chat.tsx": {"file": "assets/\"><script>.js", "isDynamicEntry": true}
}`

// pageForModule returns a page with the preloads of a module.
func pageForModule(module, manifest string) string {
	h := serve.Handler(
		fstest.MapFS{"index.html": {Data: []byte("<!--head-->x<!--/head-->app")}, ".vite/manifest.json": {Data: []byte(manifest)}}, fstest.MapFS{},
		func(*http.Request) serve.Page {
			return serve.Page{Status: 200, HeadHTML: []byte("HEAD"), ModuleName: module}
		},
	)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	return w.Body.String()
}

// TestPagePreloadsItsModule: the page preloads each script and style sheet of its
// module once, without those that every page loads.
func TestPagePreloadsItsModule(t *testing.T) {
	page := pageForModule("tags", testManifest)
	want := `HEAD    <link rel="preload" as="style" crossorigin href="/assets/tags-4.css" />
    <link rel="modulepreload" href="/assets/tags-4.js" />
    <link rel="modulepreload" href="/assets/list-3.js" />
app`
	if page != want {
		t.Errorf("the page is %s", page)
	}
	if page := pageForModule("chat", testManifest); strings.Contains(page, "<script>") {
		t.Errorf("the page is %s", page)
	}
}

// TestUnknownModuleHasNoPreloads: a page with an unknown module is sent without
// preloads.
func TestUnknownModuleHasNoPreloads(t *testing.T) {
	for _, c := range [][2]string{{"", testManifest}, {"nothing", testManifest}, {"tags", "no json"}, {"tags", "[]"}, {"tags", ""}} {
		if page := pageForModule(c[0], c[1]); page != "HEADapp" {
			t.Errorf("%q of %.20q is %s", c[0], c[1], page)
		}
	}
}
