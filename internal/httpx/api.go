package httpx

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"colloquy/internal/core"
	"colloquy/internal/obs"
)

// API registers and serves the calls of the route table.
type API struct {
	opts        Options
	router      chi.Router
	huma        huma.API
	limiter     *Limiter
	servedCalls map[string]bool // registered calls, such as "GET /messages/{id}"
	uploads     *uploads
	streams     streams

	credentials credentialCache
}

// jsonFormats makes JSON the only format of bodies. Errors of its decoder do not contain
// names of Go types.
var jsonFormats = map[string]huma.Format{
	"application/json": {Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: decodeJSON},
	"json":             {Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: decodeJSON},
}

// Op describes one call for the route table and the OpenAPI document.
type Op struct {
	Method           string
	Path             string // below /api
	ID               string // operationId, such as "login"
	Summary          string
	Tag              string
	Status           int    // HTTP status of a success; 0 means 200
	StreamMediaTypes string // media types of a streamed answer, joined by ", "; empty for JSON
	Upload           string // name of the form field with the uploaded file; empty without an upload

	// Timeout limits the time of the call; 0 means Options.Timeout. Calls that wait for another
	// service have their own Timeout. If StreamMediaTypes is set, Handle ignores Timeout.
	Timeout time.Duration

	errorPage func(*Problem) BrowserPage // returns the page of an error; set by HandlePage only
}

// New returns an API with its own router. It panics if the table is invalid, which
// is a programming error.
func New(o Options) *API {
	if err := o.Table.Check(); err != nil {
		panic(err)
	}
	router := chi.NewRouter()
	router.NotFound(func(w http.ResponseWriter, r *http.Request) { writeProblem(w, r, errNoRoute) })
	router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowedMethods(router, r.URL.Path))
		writeProblem(w, r, errMethodNotAllowed)
	})
	cfg := huma.DefaultConfig("Colloquy", o.ProgramVersion)
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.Formats = jsonFormats
	cfg.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	cfg.CreateHooks = nil // the default hooks add $schema fields and Link headers
	cfg.Servers = []*huma.Server{{URL: "/api"}}
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer"},
	}
	a := &API{
		opts: o, router: router, huma: humachi.New(router, cfg),
		limiter: NewLimiter(o.Clock), servedCalls: map[string]bool{}, uploads: newUploads(),
	}
	a.addDocs()
	return a
}

// schemaName returns the name of the schema of type t. The name of a generic type has no
// type arguments. huma panics if two types get the same name.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if base, _, generic := strings.Cut(t.Name(), "["); generic {
		return strings.ToUpper(base[:1]) + base[1:]
	}
	return name
}

// Limiter returns the limiter that counts the calls of this API.
func (a *API) Limiter() *Limiter { return a.limiter }

// HasHTTPSURL reports whether the public address is https.
func (a *API) HasHTTPSURL() bool { return a.opts.HasHTTPSURL }

// Handle registers h as the handler of the call op. It panics if the route table has no
// row for the call, which is a programming error.
func Handle[I, O any](a *API, op Op, h func(context.Context, *I) (*O, error)) {
	row, ok := a.opts.Table.findRow(op.Method, op.Path)
	if !ok {
		panic(fmt.Sprintf("httpx: %s %s has no row in the route table", op.Method, op.Path))
	}
	a.servedCalls[op.Method+" "+op.Path] = true
	o := a.operation(op, row)
	huma.Register(a.huma, o, func(ctx context.Context, in *I) (*O, error) {
		if op.StreamMediaTypes == "" {
			var cancel context.CancelFunc
			ctx, cancel = a.withTimeout(ctx, op.Timeout)
			defer cancel()
		}
		out, err := h(ctx, in)
		if err != nil {
			return nil, errorWithHeaders(ProblemOf(ctx, a.shownError(ctx, err)))
		}
		return out, nil
	})
	documentAcceptedBody(o)
	if op.Upload != "" {
		a.describeUpload(op)
	}
}

// documentAcceptedBody documents that the response 202 of a registered call has the body of its
// response 200. It does nothing for a call without a 202.
func documentAcceptedBody(o huma.Operation) {
	if accepted := o.Responses[strconv.Itoa(http.StatusAccepted)]; accepted != nil {
		accepted.Content = o.Responses[strconv.Itoa(http.StatusOK)].Content
	}
}

// errorWithHeaders returns an error for which huma sends p and its headers, such as Retry-After.
func errorWithHeaders(p *Problem) error {
	if h := p.GetHeaders(); h != nil {
		return huma.ErrorWithHeaders(p, h)
	}
	return p
}

func (a *API) operation(op Op, row RouteRow) huma.Operation {
	failureStatuses, otherStatuses := a.listedStatuses(op, row)
	o := huma.Operation{
		Method: op.Method, Path: op.Path, OperationID: op.ID, Summary: op.Summary,
		DefaultStatus: op.Status, Tags: []string{op.Tag},
		Middlewares:     huma.Middlewares{a.guard(row, op.errorPage)},
		BodyReadTimeout: -1, // the guard has read the body already
		MaxBodyBytes:    max(row.MaxBody, 1),
		Errors:          failureStatuses,
	}
	if op.Upload != "" {
		o.Metadata = map[string]any{uploadFieldKey: op.Upload}
	}
	if row.Caller != Anyone {
		o.Security = []map[string][]string{{"bearer": {}}}
	}
	if op.StreamMediaTypes != "" {
		content := map[string]*huma.MediaType{}
		for mediaType := range strings.SplitSeq(op.StreamMediaTypes, ", ") {
			content[mediaType] = &huma.MediaType{Schema: &huma.Schema{Type: "string"}}
		}
		o.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: content}}
	}
	for _, status := range otherStatuses {
		if o.Responses == nil {
			o.Responses = map[string]*huma.Response{}
		}
		o.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status)}
	}
	return o
}

// impliedErrorStatuses returns the error statuses that follow from the row, whatever the handler
// returns.
func impliedErrorStatuses(row RouteRow) []int {
	statuses := []int{400, 401, 421, 429, 500, 503}
	if row.Method != http.MethodGet {
		statuses = append(statuses, 403) // a call from a page of another site
	}
	if row.Caller == Admin || strings.Contains(row.Path, "{") {
		statuses = append(statuses, 404)
	}
	if row.MaxBody > 0 {
		statuses = append(statuses, 413, 415, 422)
	}
	return statuses
}

// listedStatuses returns the statuses of a call for the OpenAPI document. failureStatuses are the
// statuses from 400 on. Rule api-openapi.
func (a *API) listedStatuses(op Op, row RouteRow) (failureStatuses, otherStatuses []int) {
	failureStatuses = impliedErrorStatuses(row)
	for _, status := range a.opts.Statuses[op.Method+" "+op.Path] {
		if status < 400 {
			otherStatuses = append(otherStatuses, status)
		} else {
			failureStatuses = append(failureStatuses, status)
		}
	}
	slices.Sort(failureStatuses)
	return slices.Compact(failureStatuses), otherStatuses
}

// UnservedCalls lists the rows of the route table for which no call is registered.
func (a *API) UnservedCalls() []string {
	var out []string
	for _, r := range a.opts.Table {
		if key := r.Method + " " + r.Path; !a.servedCalls[key] {
			out = append(out, key)
		}
	}
	return out
}

// OpenAPI returns the document that describes every registered call.
func (a *API) OpenAPI() *huma.OpenAPI { return a.huma.OpenAPI() }

// shownError returns the error to show to the caller, and logs err if it is internal. After a
// timeout, or if the database does not answer, it returns errDatabaseDown. It does not log an error
// after the caller has disconnected.
func (a *API) shownError(ctx context.Context, err error) error {
	if core.KindOf(err) != core.Internal {
		return err
	}
	isLate := errors.Is(err, context.DeadlineExceeded)
	if isLate || ctx.Err() == nil {
		a.opts.Log.ErrorContext(ctx, "call failed", "route", requestInfoOf(ctx).route, "error", err.Error())
	}
	if isLate || a.opts.IsDatabaseDown != nil && a.opts.IsDatabaseDown(err) {
		return errDatabaseDown.Because(err)
	}
	return err
}

// allowedMethods lists the methods of a path, for the Allow header.
func allowedMethods(router chi.Router, path string) string {
	var out []string
	for _, m := range obs.Methods {
		if router.Match(chi.NewRouteContext(), m, path) {
			out = append(out, m)
		}
	}
	return strings.Join(out, ", ")
}
