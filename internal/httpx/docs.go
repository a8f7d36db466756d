package httpx

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html/template"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const docsStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}` +
	`code{font-size:.95em}dt{margin-top:1rem}dd{margin:0 0 0 1.5rem;color:#555}`

var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Colloquy API</title><style>{{.Style}}</style>
<h1>Colloquy API</h1>
<p>The whole description, for tools: <a href="/api/openapi.json">openapi.json</a>.</p>
<dl>{{range .Calls}}<dt id="{{.ID}}"><code>{{.Method}} /api{{.Path}}</code></dt><dd>{{.Summary}}{{if .NeedsSignIn}} (signed in){{end}}</dd>{{end}}</dl>
</html>`))

type docsCall struct {
	ID, Method, Path, Summary string
	NeedsSignIn               bool
}

// addDocs serves the OpenAPI document and an HTML page with a list of the calls. Neither is
// in the route table. Rule api-openapi.
func (a *API) addDocs() {
	document := encodeOnceFunc(func() ([]byte, error) { return json.Marshal(a.OpenAPI()) })
	a.router.Get("/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		SetRoute(r.Context(), "/openapi.json")
		w.Header().Set("Content-Type", "application/json")
		a.serveEncoded(w, r, document)
	})
	styleHash := sha256.Sum256([]byte(docsStyle))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(styleHash[:]) + "'; frame-ancestors 'none'"
	page := encodeOnceFunc(func() ([]byte, error) {
		var b bytes.Buffer
		err := docsPage.Execute(&b, map[string]any{"Style": template.CSS(docsStyle), "Calls": a.documentedCalls()})
		return b.Bytes(), err
	})
	a.router.Get("/docs", func(w http.ResponseWriter, r *http.Request) {
		SetRoute(r.Context(), "/docs")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		a.serveEncoded(w, r, page)
	})
}

// encodedText is a constant text, plain and compressed.
type encodedText struct {
	plain, gzip []byte
	etag        string
}

// encodeOnceFunc returns a function that encodes the text that the function `write` returns. The
// returned function runs `write` once, at the first request. All calls of the API are registered by
// then.
func encodeOnceFunc(write func() ([]byte, error)) func() (encodedText, error) {
	return sync.OnceValues(func() (encodedText, error) {
		plain, err := write()
		if err != nil {
			return encodedText{}, err
		}
		var gzipped bytes.Buffer
		z := gzip.NewWriter(&gzipped)
		if _, err := z.Write(plain); err != nil {
			return encodedText{}, err
		}
		if err := z.Close(); err != nil {
			return encodedText{}, err
		}
		sum := sha256.Sum256(plain)
		return encodedText{plain, gzipped.Bytes(), `W/"` + hex.EncodeToString(sum[:8]) + `"`}, nil
	})
}

// serveEncoded sends a text, subject to documentRate. Caches must revalidate it at each
// use.
func (a *API) serveEncoded(w http.ResponseWriter, r *http.Request, text func() (encodedText, error)) {
	err := a.limitDocument(r)
	var e encodedText
	if err == nil {
		e, err = text()
	}
	if err != nil {
		writeProblem(w, r, a.shownError(r.Context(), err))
		return
	}
	body := e.plain
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", e.etag)
	if ChooseEncoding(r.Header.Get("Accept-Encoding"), "gzip") != "" {
		h.Set("Content-Encoding", "gzip")
		body = e.gzip
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// documentedCalls returns the calls of the OpenAPI document, sorted by path and method.
func (a *API) documentedCalls() []docsCall {
	var out []docsCall
	for path, item := range a.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				out = append(out, docsCall{op.OperationID, op.Method, path, op.Summary, len(op.Security) > 0})
			}
		}
	}
	slices.SortFunc(out, func(a, b docsCall) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method))
	})
	return out
}

// WriteOpenAPI writes the OpenAPI document as indented JSON. The order is stable,
// because the file is in the repository.
func (a *API) WriteOpenAPI(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(a.OpenAPI())
}
