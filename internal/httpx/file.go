package httpx

import (
	"io"
	"net/http"
	"time"
)

// fileRate limits how many files one network may fetch. A page of comments has fifty
// pictures.
var fileRate = Rate{N: 1200, Period: time.Minute}

// filePolicy is the content security policy of files. A file that is opened as a page may
// load and run nothing.
const filePolicy = "default-src 'none'; sandbox"

// File is a file that FileHandler serves.
type File struct {
	Content   io.ReadSeekCloser
	MediaType string // never a type that a client has named
	ETag      string // with its quotes
	Cache     string // the header Cache-Control
}

// FileHandler returns a handler that serves files of users outside the API, whole or in ranges. It
// calls open for each request. route names the files in logs and metrics. The handler reads and
// sets no cookies. Errors are a Problem, as in the API, and are not cached. Rule media-serving.
func (a *API) FileHandler(route string, open func(*http.Request) (File, error)) http.Handler {
	return RefuseWrites(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SetRoute(r.Context(), route)
		h := w.Header()
		h.Set("Content-Security-Policy", filePolicy)
		err := a.Limit(r.Context(), "file", fileRate)
		var f File
		if err == nil {
			f, err = open(r)
		}
		if err != nil {
			h.Set("Cache-Control", "no-store")
			writeProblem(w, r, a.shownError(r.Context(), err))
			return
		}
		defer f.Content.Close()
		h.Set("Content-Type", f.MediaType)
		h.Set("Cache-Control", f.Cache)
		h.Set("ETag", f.ETag)
		http.ServeContent(w, r, "", time.Time{}, f.Content)
	}))
}
