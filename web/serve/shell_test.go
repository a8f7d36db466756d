package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"colloquy/web/serve"
)

// TestHeadsHaveDifferentETags: a page with a changed head has another ETag, so browsers fetch it.
func TestHeadsHaveDifferentETags(t *testing.T) {
	etags := map[string]string{}
	for _, path := range []string{"/", "/chats/ada", "/chats/bob"} {
		firstResponse := fetch("GET", path)
		firstResponse.Body.Close()
		tag := firstResponse.Header.Get("ETag")
		if other, taken := etags[tag]; taken || !strings.HasPrefix(tag, `W/"`) {
			t.Errorf("%s has the tag %s of %q", path, tag, other)
		}
		etags[tag] = path
		repeatedResponse := fetch("GET", path, "If-None-Match", tag, "Accept-Encoding", "gzip")
		if repeatedResponse.StatusCode != http.StatusNotModified || readBody(t, repeatedResponse) != "" || repeatedResponse.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s with its own tag answers %d", path, repeatedResponse.StatusCode)
		}
	}
	for _, path := range []string{"/nowhere", "/broken"} {
		resp := fetch("GET", path)
		resp.Body.Close()
		if resp.Header.Get("ETag") != "" {
			t.Errorf("%s has a tag", path)
		}
	}
}

func TestMovedPageRedirects(t *testing.T) {
	resp := fetch("GET", "/chat/ada?session=1")
	if resp.StatusCode != 301 || resp.Header.Get("Location") != "/chats/ada" || strings.Contains(readBody(t, resp), "app") || resp.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("answers %d %v", resp.StatusCode, resp.Header)
	}
}

func TestPagesAreGzipped(t *testing.T) {
	page := "<!doctype html><!--head--><!--/head-->" + strings.Repeat("app ", 1000)
	h := serve.Handler(fstest.MapFS{"index.html": {Data: []byte(page)}}, fstest.MapFS{}, resolve)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Header().Get("Content-Encoding") != "gzip" || w.Header().Get("Vary") != "Accept-Encoding" || w.Body.Len() > 500 {
		t.Errorf("answers %v with %d bytes", w.Header(), w.Body.Len())
	}
}

// TestPageWithoutHeadMarksIsUnchanged: a page without both marks of the head is sent as it was built.
func TestPageWithoutHeadMarksIsUnchanged(t *testing.T) {
	for _, page := range []string{"plain", "one <!--head--> only", "the other <!--/head--> only"} {
		h := serve.Handler(fstest.MapFS{"index.html": {Data: []byte(page)}}, fstest.MapFS{}, func(*http.Request) serve.Page {
			return serve.Page{Status: 200, HeadHTML: []byte("HEAD")}
		})
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if w.Body.String() != page {
			t.Errorf("%q is sent as %q", page, w.Body)
		}
	}
}

func BenchmarkPage(b *testing.B) {
	head := []byte(strings.Repeat("<meta />", 300))
	h := serve.Handler(fstest.MapFS{"index.html": {Data: []byte("<!--head--><!--/head-->app")}}, fstest.MapFS{}, func(*http.Request) serve.Page {
		return serve.Page{Status: 200, HeadHTML: head}
	})
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	for b.Loop() {
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}
