package httpx

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// documentRate bounds how often one network may have documents made anew.
var documentRate = Rate{N: 120, Per: time.Minute}

// Document serves a text that is not part of the API and is made for each
// request, with its media type, under a name for logs and metrics. Errors are
// answered as the API answers them and kept by nobody; caches may keep the text
// for an hour.
func (a *API) Document(route, kind string, write func(*http.Request) ([]byte, error)) http.Handler {
	return readOnly(compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info(r.Context()).route = route
		body, err := a.document(r, write)
		if err != nil {
			w.Header().Set("Cache-Control", "no-store")
			writeProblem(w, r, a.failed(r.Context(), err))
			return
		}
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Cache-Control", "public, max-age=3600")
		sum := sha256.Sum256(body)
		h.Set("ETag", `W/"`+hex.EncodeToString(sum[:8])+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	})))
}

func (a *API) document(r *http.Request, write func(*http.Request) ([]byte, error)) ([]byte, error) {
	if wait, ok := a.limiter.Allow("document:"+ClientNetwork(r.Context()), documentRate.N, documentRate.Per); !ok {
		return nil, errTooMany.After(wait)
	}
	return write(r)
}
