package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"slices"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

const notBuiltText = "The app is not built. Run make build, or make dev for development."

// shell is the built page without its head. It is read once, because the build does not
// change while the server runs.
type shell struct {
	before, head, after []byte
	hasHeadComments     bool
	preloads            preloads
}

var headStart, headEnd = []byte("<!--head-->"), []byte("<!--/head-->")

// readShell reads the built page. It returns an empty shell if the app is not built. If the page
// lacks headStart or headEnd, it is sent unchanged.
func readShell(dist fs.FS) shell {
	page, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		return shell{}
	}
	before, rest, hasStart := bytes.Cut(page, headStart)
	head, after, hasEnd := bytes.Cut(rest, headEnd)
	if !hasStart || !hasEnd {
		return shell{before: page}
	}
	return shell{before: before, head: head, after: after, hasHeadComments: true, preloads: readPreloads(dist)}
}

// html returns the whole page with the given head and the preloads of a module.
func (s shell) html(head []byte, module string) []byte {
	if head == nil || !s.hasHeadComments {
		head = s.head
	}
	return slices.Concat(s.before, head, s.preloads[module], s.after)
}

type pageHandler struct {
	shell   shell
	resolve func(*http.Request) Page
}

// ServeHTTP sends the page with an ETag. So browsers revalidate the page at each use and download
// it only after a change. The ETag is weak because the compressed page has the same ETag.
func (p pageHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	httpx.SetRoute(r.Context(), "page")
	if p.shell.before == nil {
		http.Error(w, notBuiltText, http.StatusServiceUnavailable)
		return
	}
	answer := p.resolve(r)
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if answer.RedirectPath != "" {
		h.Set("Location", answer.RedirectPath)
		w.WriteHeader(http.StatusMovedPermanently)
		return
	}
	if answer.Status == http.StatusTooManyRequests {
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", httpx.RetryAfter(answer.RetryAfter))
		http.Error(w, core.ErrRateLimited.Msg, answer.Status)
		return
	}
	body := p.shell.html(answer.HeadHTML, answer.ModuleName)
	h.Set("Content-Type", "text/html; charset=utf-8")
	if answer.Status != http.StatusOK {
		w.WriteHeader(answer.Status)
		w.Write(body)
		return
	}
	sum := sha256.Sum256(body)
	h.Set("ETag", `W/"`+hex.EncodeToString(sum[:8])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
