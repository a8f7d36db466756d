// Package serve serves the built app: its files, its page with the head for an address,
// and the pictures and videos of the characters.
package serve

import (
	"cmp"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"colloquy/internal/httpx"
)

// Page is the response for one address of the app.
type Page struct {
	Status int
	// HeadHTML replaces the text between the marks <!--head--> and <!--/head--> of the
	// built page; nil leaves the page unchanged.
	HeadHTML []byte
	// ModuleName names the file of web/src/pages that renders the page, if the app imports
	// it lazily. The page then preloads the scripts of this module.
	ModuleName string
	// RedirectPath is a path of this site. With status 301 the response redirects to it.
	RedirectPath string
	// RetryAfter is sent with status 429 instead of a page.
	RetryAfter time.Duration
}

// Handler serves the files of the built app from dist, and pictures and videos from portraits below
// /portraits/. For every other address it sends the app's page, with status and head from resolve.
// The app itself shows that an address is unknown.
func Handler(dist, portraits fs.FS, resolve func(*http.Request) Page) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/portraits/", http.StripPrefix("/portraits", mediaHandler(&fileServer{dir: portraits})))
	mux.Handle("/", appHandler{files: &fileServer{dir: dist}, page: httpx.Compress(pageHandler{readShell(dist), resolve})})
	return httpx.RefuseWrites(mux)
}

// isHidden reports whether the name of a file, or of a folder in its path, begins with a
// dot.
func isHidden(name string) bool { return strings.Contains("/"+name, "/.") }

type appHandler struct {
	files *fileServer
	page  http.Handler
}

const (
	immutableCache = "public, max-age=31536000, immutable"
	dailyCache     = "public, max-age=86400"
)

func (a appHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name != "" && name != "index.html" && a.serveFile(w, r, name) {
		return
	}
	a.page.ServeHTTP(w, r)
}

// serveFile sends a file of the build, and reports whether the file exists. It sends a compressed
// form if the build has one and the client accepts that form. Names under assets/ contain a hash of
// the content.
func (a appHandler) serveFile(w http.ResponseWriter, r *http.Request, name string) bool {
	if isCompressed(name) || isHidden(name) || !a.files.has(name) {
		return false
	}
	httpx.SetRoute(r.Context(), "asset")
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", immutableCache)
	}
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Type", contentType(name))
	if coding := httpx.ChooseEncoding(r.Header.Get("Accept-Encoding"), a.availableCodings(name)...); coding != "" {
		h.Set("Content-Encoding", coding)
		name += codingSuffixes[coding]
	}
	a.files.serve(w, r, name)
	return true
}

// codingSuffixes are the extensions of the compressed files that the build writes
// (web/build/compress.ts), by content coding.
var codingSuffixes = map[string]string{"br": ".br", "gzip": ".gz"}

func isCompressed(name string) bool {
	return strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
}

// availableCodings returns the content codings in which the build wrote a file, the smallest first.
func (a appHandler) availableCodings(name string) []string {
	var out []string
	for _, coding := range []string{"br", "gzip"} {
		if a.files.has(name + codingSuffixes[coding]) {
			out = append(out, coding)
		}
	}
	return out
}

// publicMediaExtensions are the extensions of the files that are served below /portraits/. Other
// files of the folder are not public.
var publicMediaExtensions = []string{".webp", ".webm", ".mp4"}

func mediaHandler(dir *fileServer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpx.SetRoute(r.Context(), "portrait")
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if !slices.Contains(publicMediaExtensions, path.Ext(name)) || isHidden(name) || !dir.has(name) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentType(name))
		w.Header().Set("Cache-Control", dailyCache)
		dir.serve(w, r, name)
	})
}

var contentTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	".woff2": "font/woff2", ".webp": "image/webp", ".png": "image/png", ".json": "application/json",
	".txt": "text/plain; charset=utf-8", ".ico": "image/x-icon", ".webmanifest": "application/manifest+json",
	".webm": "video/webm", ".mp4": "video/mp4",
}

func contentType(name string) string {
	return cmp.Or(contentTypes[path.Ext(name)], "application/octet-stream")
}
