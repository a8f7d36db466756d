package httpx

import (
	"cmp"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Page is what an address of the browser app answers. Head stands in the page
// between the marks <!--head--> and <!--/head-->, instead of what the build
// wrote there; nil leaves that. Part names the file of web/src/pages that draws
// the page, if it is one that the app fetches when it is wanted: the browser is
// told to fetch it with the app. To, a path of this site, sends the visitor on
// with Status 301, and there is no page. Wait says with Status 429 how long to
// wait, and there is no page either.
type Page struct {
	Status int
	Wait   time.Duration
	Head   []byte
	Part   string
	To     string
}

// Pages serves the built app from dist, and pictures and films from portraits
// below /portraits/. Every other address answers the app's page, as resolve says:
// the app shows by itself when nothing is there.
func Pages(dist, portraits fs.FS, resolve func(*http.Request) Page) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/portraits/", http.StripPrefix("/portraits", pictures(&files{dir: portraits})))
	mux.Handle("/", app{files: &files{dir: dist}, page: compress(page{readShell(dist), resolve})})
	return readOnly(mux)
}

// readOnly refuses every method that is not for reading.
func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hidden tells whether a file, or a folder on the way to it, begins with a dot.
func hidden(name string) bool { return strings.Contains("/"+name, "/.") }

type app struct {
	files *files
	page  http.Handler
}

const (
	immutable = "public, max-age=31536000, immutable"
	daily     = "public, max-age=86400"
)

func (a app) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name != "" && name != "index.html" && a.serveFile(w, r, name) {
		return
	}
	a.page.ServeHTTP(w, r)
}

// serveFile answers with a file of the build, compressed if the build made a
// .gz beside it. Names under assets/ carry a hash of their content.
func (a app) serveFile(w http.ResponseWriter, r *http.Request, name string) bool {
	if strings.HasSuffix(name, ".gz") || hidden(name) {
		return false
	}
	if !a.files.has(name) {
		return false
	}
	info(r.Context()).route = "asset"
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", immutable)
	}
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Type", contentType(name))
	if takesGzip(r.Header.Get("Accept-Encoding")) && a.files.has(name+".gz") {
		h.Set("Content-Encoding", "gzip")
		name += ".gz"
	}
	a.files.serve(w, r, name)
	return true
}

// takesGzip reads an Accept-Encoding header. A weight of 0 refuses.
func takesGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			continue
		}
		_, weight, _ := strings.Cut(params, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(weight), 64)
		return err != nil || q > 0
	}
	return false
}

// shown are the files that may be seen below /portraits/; what lies beside them
// may not.
var shown = []string{".webp", ".webm", ".mp4"}

func pictures(dir *files) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info(r.Context()).route = "portrait"
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if !slices.Contains(shown, path.Ext(name)) || hidden(name) || !dir.has(name) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentType(name))
		w.Header().Set("Cache-Control", daily)
		dir.serve(w, r, name)
	})
}

var types = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	".woff2": "font/woff2", ".webp": "image/webp", ".png": "image/png", ".json": "application/json",
	".txt": "text/plain; charset=utf-8", ".ico": "image/x-icon", ".webmanifest": "application/manifest+json",
	".webm": "video/webm", ".mp4": "video/mp4",
}

func contentType(name string) string {
	return cmp.Or(types[path.Ext(name)], "application/octet-stream")
}
