package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"colloquy/web/serve"
)

func newHandler() http.Handler {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	dist := fstest.MapFS{
		"index.html": file("<!doctype html><!--head--><title>built</title><!--/head-->app"), "robots.txt": file("User-agent: *"), "favicon.svg": file("<svg/>"), "data.bin": file("\x00\x01"), "sw.js": file("let worker"),
		"assets/app-1a2b.js": file("let plain"), "assets/app-1a2b.js.gz": file("packed"), "assets/app-1a2b.js.br": file("tight"), "assets/old-1a2b.js": file("let plain"), "assets/old-1a2b.js.gz": file("packed"), "assets/app-1a2b.css": file("a{}"),
		".env": file("secret"), ".git/config": file("secret"), "assets/.map": file("secret"),
	}
	portraits := fstest.MapFS{
		"ada-card.webp": file("picture"), "hero.webm": file("a film"), "hero.mp4": file("a long film"), "ada.svg": file("secret"), "manifest.json": file("secret"), ".old.webp": file("secret"), ".x/a.webp": file("secret"),
	}
	return serve.Handler(dist, portraits, resolve)
}

func resolve(r *http.Request) serve.Page {
	switch r.URL.Path {
	case "/":
		return serve.Page{Status: 200}
	case "/chats/ada", "/chats/bob":
		return serve.Page{Status: 200, HeadHTML: []byte("<title>$1 " + r.URL.Path + "</title>")}
	case "/chat/ada":
		return serve.Page{Status: 301, RedirectPath: "/chats/ada"}
	case "/broken":
		return serve.Page{Status: 503}
	}
	return serve.Page{Status: 404, HeadHTML: []byte("<title>nothing</title>")}
}

func fetch(method, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	newHandler().ServeHTTP(w, r)
	return w.Result()
}

func readBody(t *testing.T, resp *http.Response) string {
	t.Helper()
	defer resp.Body.Close()
	var b strings.Builder
	if err := resp.Write(&b); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(b.String(), "\r\n\r\n")
	return body
}

func TestEachPathServesItsFileOrPage(t *testing.T) {
	const forever = "public, max-age=31536000, immutable"
	for path, want := range map[string]struct {
		status             int
		kind, cache, holds string
	}{
		"/":                            {200, "text/html; charset=utf-8", "no-cache", "html><title>built</title>app"},
		"/index.html":                  {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/chats/ada":                   {200, "text/html; charset=utf-8", "no-cache", "html><title>$1 /chats/ada</title>app"},
		"/broken":                      {503, "text/html; charset=utf-8", "no-cache", "<title>built</title>app"},
		"/chats/ada?x=1":               {200, "text/html; charset=utf-8", "no-cache", "app"},
		"/no/such/page":                {404, "text/html; charset=utf-8", "no-cache", "<title>nothing</title>app"},
		"/assets/app-1a2b.js":          {200, "text/javascript; charset=utf-8", forever, "let plain"},
		"/assets/app-1a2b.css":         {200, "text/css; charset=utf-8", forever, "a{}"},
		"/assets/app-9z9z.js":          {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/assets/":                     {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/assets/app-1a2b.js.gz":       {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/assets/app-1a2b.js.br":       {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/sw.js":                       {200, "text/javascript; charset=utf-8", "no-cache", "let worker"}, // with a cached /sw.js, browsers would keep an old version of the app
		"/robots.txt":                  {200, "text/plain; charset=utf-8", "no-cache", "User-agent"},
		"/favicon.svg":                 {200, "image/svg+xml", "no-cache", "<svg/>"},
		"/data.bin":                    {200, "application/octet-stream", "no-cache", "\x00\x01"},
		"/.env":                        {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/.git/config":                 {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/assets/.map":                 {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/assets/..%2f.env":            {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/..%2f..%2f..%2fetc%2fpasswd": {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/%00":                         {404, "text/html; charset=utf-8", "no-cache", "app"},
		"/portraits/ada-card.webp":     {200, "image/webp", "public, max-age=86400", "picture"},
		"/portraits/hero.webm":         {200, "video/webm", "public, max-age=86400", "a film"},
		"/portraits/hero.mp4":          {200, "video/mp4", "public, max-age=86400", "a long film"},
		"/portraits/no.mp4":            {404, "text/plain; charset=utf-8", "", ""},
		"/portraits/ada.svg":           {404, "text/plain; charset=utf-8", "", ""},
		"/portraits/manifest.json":     {404, "text/plain; charset=utf-8", "", ""},
		"/portraits/.old.webp":         {404, "text/plain; charset=utf-8", "", ""},
		"/portraits/.x/a.webp":         {404, "text/plain; charset=utf-8", "", ""},
		"/portraits/":                  {404, "text/plain; charset=utf-8", "", ""},
		"/portraits/no.webp":           {404, "text/plain; charset=utf-8", "", ""},
		"/portraits/..%2findex.html":   {404, "text/plain; charset=utf-8", "", ""},
	} {
		t.Run(path, func(t *testing.T) {
			resp := fetch("GET", path)
			body := readBody(t, resp)
			if resp.StatusCode != want.status || resp.Header.Get("Content-Type") != want.kind || resp.Header.Get("Cache-Control") != want.cache ||
				!strings.Contains(body, want.holds) || strings.Contains(body, "secret") {
				t.Errorf("answers %d %v %q, want %+v", resp.StatusCode, resp.Header, body, want)
			}
			head := fetch("HEAD", path)
			if head.StatusCode != want.status || head.Header.Get("Content-Type") != want.kind {
				t.Errorf("HEAD answers %d %v", head.StatusCode, head.Header)
			}
			head.Body.Close()
		})
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	for _, path := range []string{"/", "/robots.txt", "/portraits/ada-card.webp", "/nothing"} {
		for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"} {
			resp := fetch(method, path)
			if resp.StatusCode != 405 || resp.Header.Get("Allow") != "GET, HEAD" || strings.Contains(readBody(t, resp), "app") {
				t.Errorf("%s %s answers %d %v", method, path, resp.StatusCode, resp.Header)
			}
		}
	}
}

// TestFilesHaveThePreferredCoding: a client gets its preferred coding among those that the build
// wrote for the file.
func TestFilesHaveThePreferredCoding(t *testing.T) {
	for _, c := range []struct{ path, accept, coding, holds string }{
		{"/assets/app-1a2b.js", "gzip, deflate, br, zstd", "br", "tight"},
		{"/assets/app-1a2b.js", "gzip", "gzip", "packed"},
		{"/assets/app-1a2b.js", "br;q=0.8, gzip", "gzip", "packed"},
		{"/assets/app-1a2b.js", "GZIP", "gzip", "packed"},
		{"/assets/app-1a2b.js", "br", "br", "tight"},
		{"/assets/app-1a2b.js", "br;q=0, gzip;q=0", "", "let plain"},
		{"/assets/app-1a2b.js", "gzip; q=0.0, deflate", "", "let plain"},
		{"/assets/app-1a2b.js", "", "", "let plain"},
		{"/assets/old-1a2b.js", "br, gzip;q=0.5", "gzip", "packed"},
		{"/assets/app-1a2b.css", "br, gzip", "", "a{}"},
	} {
		resp := fetch("GET", c.path, "Accept-Encoding", c.accept)
		if body := readBody(t, resp); resp.Header.Get("Content-Encoding") != c.coding || resp.Header.Get("Vary") != "Accept-Encoding" || !strings.Contains(body, c.holds) ||
			!strings.HasPrefix(resp.Header.Get("Content-Type"), "text/") {
			t.Errorf("%s for %q gets %v %q", c.path, c.accept, resp.Header, body)
		}
	}
}

func TestUnchangedFilesAnswer304(t *testing.T) {
	for _, path := range []string{"/assets/app-1a2b.js", "/robots.txt", "/portraits/ada-card.webp"} {
		firstResponse := fetch("GET", path)
		firstResponse.Body.Close()
		tag := firstResponse.Header.Get("ETag")
		repeatedResponse := fetch("GET", path, "If-None-Match", tag)
		if tag == "" || repeatedResponse.StatusCode != http.StatusNotModified || readBody(t, repeatedResponse) != "" {
			t.Errorf("%s with its own tag %q answers %d", path, tag, repeatedResponse.StatusCode)
		}
		otherTagResponse := fetch("GET", path, "If-None-Match", `"other"`)
		if otherTagResponse.StatusCode != 200 {
			t.Errorf("%s with another tag answers %d", path, otherTagResponse.StatusCode)
		}
		otherTagResponse.Body.Close()
	}
	etags := map[string]string{}
	for _, acceptEncoding := range []string{"", "gzip", "br"} {
		resp := fetch("GET", "/assets/app-1a2b.js", "Accept-Encoding", acceptEncoding)
		resp.Body.Close()
		tag := resp.Header.Get("ETag")
		if other, taken := etags[tag]; taken || tag == "" {
			t.Errorf("%q and %q have the same ETag %s", acceptEncoding, other, tag)
		}
		etags[tag] = acceptEncoding
		repeatedResponse := fetch("GET", "/assets/app-1a2b.js", "Accept-Encoding", acceptEncoding, "If-None-Match", tag)
		if repeatedResponse.StatusCode != http.StatusNotModified || readBody(t, repeatedResponse) != "" || repeatedResponse.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q with its own ETag answers %d %v", acceptEncoding, repeatedResponse.StatusCode, repeatedResponse.Header)
		}
	}
}

func TestMissingBuildIs503(t *testing.T) {
	w := httptest.NewRecorder()
	serve.Handler(fstest.MapFS{}, fstest.MapFS{}, resolve).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 503 || !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("answers %d %s", w.Code, w.Body)
	}
}

// TestFilmsSupportRanges: Safari plays only videos that support range requests.
func TestFilmsSupportRanges(t *testing.T) {
	for want, parts := range map[string][]string{
		"206 bytes 0-1/11 a ":         {"bytes=0-1"},
		"206 bytes 2-10/11 long film": {"bytes=2-"},
		"206 bytes 7-10/11 film":      {"bytes=-4"},
		"416 bytes */11 ":             {"bytes=11-"},
		"200  a long film":            {"bytes=0-1", "If-Range", `"another"`},
	} {
		resp := fetch("GET", "/portraits/hero.mp4", append([]string{"Range"}, parts...)...)
		body := readBody(t, resp)
		if resp.StatusCode == http.StatusRequestedRangeNotSatisfiable {
			body = ""
		}
		got := fmt.Sprintf("%d %s %s", resp.StatusCode, resp.Header.Get("Content-Range"), body)
		if got != want || resp.Header.Get("Accept-Ranges") != "bytes" && resp.StatusCode < 300 {
			t.Errorf("%v answers %q %v, want %q", parts, got, resp.Header, want)
		}
	}
	wholeResponse := fetch("GET", "/portraits/hero.mp4")
	wholeResponse.Body.Close()
	rest := fetch("GET", "/portraits/hero.mp4", "Range", "bytes=2-", "If-Range", wholeResponse.Header.Get("ETag"))
	if body := readBody(t, rest); rest.StatusCode != http.StatusPartialContent || body != "long film" {
		t.Errorf("a part of the same film answers %d %q", rest.StatusCode, body)
	}
}
