package httpx

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const notBuilt = "The app is not built. Run make build, or make dev for development."

// shell is the app's page around its head. It is read once: the build does not
// change while the server runs.
type shell struct {
	before, head, after []byte
	marked              bool
	parts               parts
}

var headBegins, headEnds = []byte("<!--head-->"), []byte("<!--/head-->")

// readShell is empty where the app is not built. A page without both marks is
// sent as it is.
func readShell(dist fs.FS) shell {
	page, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		return shell{}
	}
	before, rest, begins := bytes.Cut(page, headBegins)
	head, after, ends := bytes.Cut(rest, headEnds)
	if !begins || !ends {
		return shell{before: page}
	}
	return shell{before: before, head: head, after: after, marked: true, parts: readParts(dist)}
}

// with returns the whole page with a head, and what fetches a part.
func (s shell) with(head []byte, part string) []byte {
	if head == nil || !s.marked {
		head = s.head
	}
	return slices.Concat(s.before, head, s.parts[part], s.after)
}

type page struct {
	shell   shell
	resolve func(*http.Request) Page
}

// ServeHTTP answers the page so that browsers ask each time and get it again
// only when it has changed. The tag is a weak one: it holds for the compressed
// page too.
func (p page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	info(r.Context()).route = "page"
	if p.shell.before == nil {
		http.Error(w, notBuilt, http.StatusServiceUnavailable)
		return
	}
	answer := p.resolve(r)
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if answer.To != "" {
		h.Set("Location", answer.To)
		w.WriteHeader(http.StatusMovedPermanently)
		return
	}
	if answer.Status == http.StatusTooManyRequests {
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", strconv.Itoa(wholeSeconds(answer.Wait)))
		http.Error(w, errTooMany.Msg, answer.Status)
		return
	}
	body := p.shell.with(answer.Head, answer.Part)
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
