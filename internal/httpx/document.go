package httpx

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// pageRate is wide enough for an office behind one address: the app loads a page
// once and then draws the others itself.
var pageRate = Rate{N: 600, Per: time.Minute}

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
	if err := a.allowDocument(r); err != nil {
		return nil, err
	}
	return write(r)
}

func (a *API) allowDocument(r *http.Request) error {
	return a.Limit(r.Context(), "document", documentRate)
}

// Limit counts one event of a rule for the caller's network, and returns an
// error of kind Limited if the network has had as many as rate allows.
func (a *API) Limit(ctx context.Context, rule string, rate Rate) error {
	if wait, ok := a.limiter.Allow(rule+":"+ClientNetwork(ctx), rate.N, rate.Per); !ok {
		return errTooMany.After(wait)
	}
	return nil
}

// LimitPages bounds how often one network may have pages resolved: each reads
// the database. What is beyond is answered with 429.
func (a *API) LimitPages(resolve func(*http.Request) Page) func(*http.Request) Page {
	return func(r *http.Request) Page {
		if wait, ok := a.limiter.Allow("page:"+ClientNetwork(r.Context()), pageRate.N, pageRate.Per); !ok {
			return Page{Status: http.StatusTooManyRequests, Wait: wait}
		}
		return resolve(r)
	}
}
