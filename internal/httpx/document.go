package httpx

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"colloquy/internal/core"
)

// documentRate limits how often one network may request generated documents.
var documentRate = Rate{N: 120, Period: time.Minute}

// DocumentHandler returns a handler that serves a generated text outside the API. It calls write
// for each request. route names the text in logs and metrics. Caches may store the text for an
// hour. Errors are a Problem, as in the API, and are not cached. documentRate limits the requests
// of one network.
func (a *API) DocumentHandler(route, mediaType string, write func(*http.Request) ([]byte, error)) http.Handler {
	return RefuseWrites(Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SetRoute(r.Context(), route)
		body, err := a.writeDocumentWithinRate(r, write)
		if err != nil {
			w.Header().Set("Cache-Control", "no-store")
			writeProblem(w, r, a.shownError(r.Context(), err))
			return
		}
		h := w.Header()
		h.Set("Content-Type", mediaType)
		h.Set("Cache-Control", "public, max-age=3600")
		sum := sha256.Sum256(body)
		h.Set("ETag", `W/"`+hex.EncodeToString(sum[:8])+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	})))
}

func (a *API) writeDocumentWithinRate(r *http.Request, write func(*http.Request) ([]byte, error)) ([]byte, error) {
	if err := a.limitDocument(r); err != nil {
		return nil, err
	}
	return write(r)
}

func (a *API) limitDocument(r *http.Request) error {
	return a.Limit(r.Context(), "document", documentRate)
}

// Limit counts one event of a rule for the caller's network. If the network has had as many events
// as rate allows, the error has the kind Limited.
func (a *API) Limit(ctx context.Context, rule string, rate Rate) error {
	if wait, ok := a.limiter.Allow(rule+":"+ClientNetworkKey(ctx), rate.N, rate.Period); !ok {
		return core.ErrRateLimited.WithRetryAfter(wait)
	}
	return nil
}
