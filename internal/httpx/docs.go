package httpx

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

const docsStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}` +
	`code{font-size:.95em}dt{margin-top:1rem}dd{margin:0 0 0 1.5rem;color:#555}`

var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Colloquy API</title><style>{{.Style}}</style>
<h1>Colloquy API</h1>
<p>The whole description, for tools: <a href="/api/openapi.json">openapi.json</a>.</p>
<dl>{{range .Calls}}<dt id="{{.ID}}"><code>{{.Method}} /api{{.Path}}</code></dt><dd>{{.Summary}}{{if .User}} (signed in){{end}}</dd>{{end}}</dl>
</html>`))

type docsCall struct {
	ID, Method, Path, Summary string
	User                      bool
}

// addDocs serves the document and a readable page of it. Both are outside the
// route table: they describe the API and are no call of it.
func (a *API) addDocs() {
	a.router.Get("/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		info(r.Context()).route = "/openapi.json"
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(a.OpenAPI())
	})
	sum := sha256.Sum256([]byte(docsStyle))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; frame-ancestors 'none'"
	a.router.Get("/docs", func(w http.ResponseWriter, r *http.Request) {
		info(r.Context()).route = "/docs"
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		docsPage.Execute(w, map[string]any{"Style": template.CSS(docsStyle), "Calls": a.calls()})
	})
}

func (a *API) calls() []docsCall {
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

// WriteOpenAPI writes the document as indented JSON, in a stable order, for the
// copy that the repository keeps.
func (a *API) WriteOpenAPI(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(a.OpenAPI())
}
