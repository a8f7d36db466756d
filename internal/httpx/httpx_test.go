package httpx_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

type fakeAuth map[string]core.Actor

func (a fakeAuth) Authenticate(_ context.Context, bearer, cookie string) (core.Actor, error) {
	if bearer == "" && cookie == "" {
		return core.Actor{}, nil
	}
	if bearer != "" && cookie != "" && bearer != cookie {
		return core.Actor{}, core.E(core.Unauthenticated, httpx.CodeCredentialMismatch, "two people")
	}
	if actor, ok := a[bearer+cookie]; ok {
		return actor, nil
	}
	return core.Actor{}, core.E(core.Unauthenticated, "bad_token", "bad token")
}

type echoIn struct {
	Body struct {
		_    struct{} `additionalProperties:"true"`
		Text string   `json:"text,omitempty"`
	}
}
type echoOut struct {
	Body struct {
		Text string `json:"text"`
		User string `json:"user"`
	}
}

func echo(ctx context.Context, in *echoIn) (*echoOut, error) {
	out := &echoOut{}
	out.Body.Text, out.Body.User = in.Body.Text, httpx.Actor(ctx).UserID
	switch in.Body.Text {
	case "boom":
		panic("boom")
	case "secret":
		return nil, io.ErrUnexpectedEOF
	case "later":
		return nil, core.E(core.Limited, "later", "Later.").WithRetryAfter(1500 * time.Millisecond)
	}
	return out, nil
}

func streamTwoEvents(context.Context, *struct{}) (*huma.StreamResponse, error) {
	return httpx.EventStream(func(_ context.Context, w *httpx.EventWriter) {
		w.AddEvent(1, "", []byte(`{"content":"a"}`))
		w.Flush()
		w.AddComment()
		w.AddEvent(2, "done", []byte(`{}`))
		w.Flush()
	}), nil
}

func testRouteTable() httpx.RouteTable {
	rate := httpx.Rate{N: 100, Period: time.Minute}
	return httpx.RouteTable{
		{Method: "POST", Path: "/echo", Caller: httpx.Anyone, Rate: rate, MaxBody: 64},
		{Method: "POST", Path: "/mine", Caller: httpx.User, Rate: rate, MaxBody: 64},
		{Method: "POST", Path: "/admin", Caller: httpx.Admin, Rate: rate, MaxBody: 64},
		{Method: "POST", Path: "/rare", Caller: httpx.Anyone, Rate: httpx.Rate{N: 2, Period: time.Minute}, MaxBody: 64},
		{Method: "GET", Path: "/stream", Caller: httpx.Anyone, Rate: rate},
	}
}

func startAPI(t *testing.T) (*httpx.API, *httptest.Server) {
	t.Helper()
	a := httpx.New(httpx.Options{
		Table: testRouteTable(), Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler),
		Auth: fakeAuth{"ada": {UserID: "u1"}, "root": {UserID: "u2", IsAdmin: true}},
	})
	for _, p := range []string{"/echo", "/mine", "/admin", "/rare"} {
		httpx.Handle(a, httpx.Op{Method: "POST", Path: p, ID: "echo" + p[1:]}, echo)
	}
	httpx.Handle(a, httpx.Op{Method: "GET", Path: "/stream", ID: "stream", StreamMediaTypes: "text/event-stream"}, streamTwoEvents)
	srv := httptest.NewServer(a.Handler(http.NotFoundHandler()))
	t.Cleanup(srv.Close)
	return a, srv
}

type callCase struct {
	method, path, body string
	header             map[string]string
	status             int
	code               string // code of the error; empty on success
}

func send(t *testing.T, srv *httptest.Server, c callCase) (*http.Response, string) {
	t.Helper()
	if c.method == "" {
		c.method = "POST"
	}
	r, err := http.NewRequestWithContext(t.Context(), c.method, srv.URL+c.path, strings.NewReader(c.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for k, v := range c.header {
		r.Header.Set(k, v)
	}
	resp, err := srv.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

func TestGuardAnswersEveryKindOfCall(t *testing.T) {
	_, srv := startAPI(t)
	deepJSON := strings.Repeat("[", 12) + strings.Repeat("]", 12)
	bearerHeader := func(s string) map[string]string { return map[string]string{"Authorization": "Bearer " + s} }
	for name, c := range map[string]callCase{
		"visitor":                    {path: "/api/echo", body: `{"text":"hi"}`, status: 200},
		"trailing slash":             {path: "/api/echo/", body: `{"text":"hi"}`, status: 200},
		"unknown field is ignored":   {path: "/api/echo", body: `{"text":"hi","is_admin":true}`, status: 200},
		"old token on a public call": {path: "/api/echo", body: `{}`, header: bearerHeader("old"), status: 200},
		"two people":                 {path: "/api/echo", body: `{}`, header: map[string]string{"Authorization": "Bearer ada", "Cookie": "sid=root"}, status: 401, code: "credential_mismatch"},
		"not signed in":              {path: "/api/mine", body: `{}`, status: 401, code: "not_signed_in"},
		"bad token":                  {path: "/api/mine", body: `{}`, header: bearerHeader("old"), status: 401, code: "bad_token"},
		"signed in":                  {path: "/api/mine", body: `{}`, header: bearerHeader("ada"), status: 200},
		"cookie":                     {path: "/api/mine", body: `{}`, header: map[string]string{"Cookie": "sid=ada"}, status: 200},
		"admin call by a user":       {path: "/api/admin", body: `{}`, header: bearerHeader("ada"), status: 404, code: "not_found"},
		"admin call by a visitor":    {path: "/api/admin", body: `{}`, status: 401, code: "not_signed_in"},
		"admin call":                 {path: "/api/admin", body: `{}`, header: bearerHeader("root"), status: 200},
		"cross-site with a cookie":   {path: "/api/mine", body: `{}`, header: map[string]string{"Cookie": "sid=ada", "Sec-Fetch-Site": "cross-site"}, status: 403, code: "cross_site"},
		"unknown address":            {path: "/api/nothing", status: 404, code: "not_found"},
		"other method":               {method: "DELETE", path: "/api/echo", status: 405, code: "method_not_allowed"},
		"HEAD of a stream":           {method: "HEAD", path: "/api/stream", status: 405},
		"too large":                  {path: "/api/echo", body: `{"text":"` + strings.Repeat("x", 80) + `"}`, status: 413, code: "too_large"},
		"not JSON":                   {path: "/api/echo", body: `text=hi`, header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, status: 415, code: "wrong_type"},
		"broken":                     {path: "/api/echo", body: `{"text":`, status: 400, code: "malformed"},
		"empty":                      {path: "/api/echo", status: 400, code: "malformed"},
		"doubled key":                {path: "/api/echo", body: `{"text":"a","text":"b"}`, status: 400, code: "malformed"},
		"data after the value":       {path: "/api/echo", body: `{} {}`, status: 400, code: "malformed"},
		"NUL in the query":           {path: "/api/echo?x=%00", body: `{}`, status: 400, code: "malformed"},
		"query not UTF-8":            {path: "/api/echo?x=%e2&x=%80%ad", body: `{}`, status: 400, code: "malformed"},
		"unreadable query":           {path: "/api/echo?%zz;x", body: `{}`, status: 200},
		"NUL":                        {path: "/api/echo", body: `{"text":"\u0000"}`, status: 400, code: "malformed"},
		"NUL in a list":              {path: "/api/echo", body: `{"x":["a\u0000"]}`, status: 400, code: "malformed"},
		"NUL in a key":               {path: "/api/echo", body: `{"a\u0000":1}`, status: 400, code: "malformed"},
		"NUL spelt out":              {path: "/api/echo", body: `{"text":"\\u0000"}`, status: 200},
		"not UTF-8":                  {path: "/api/echo", body: "{\"text\":\"\xff\"}", status: 400, code: "malformed"},
		"nested too deep":            {path: "/api/echo", body: `{"x":` + deepJSON + `}`, status: 400, code: "malformed"},
		"wrong type of a field":      {path: "/api/echo", body: `{"text":5}`, status: 422, code: "invalid"},
		"an array":                   {path: "/api/echo", body: `[]`, status: 422, code: "invalid"},
		"panic":                      {path: "/api/echo", body: `{"text":"boom"}`, status: 500, code: "internal"},
		"unknown error":              {path: "/api/echo", body: `{"text":"secret"}`, status: 500, code: "internal"},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := send(t, srv, c)
			if resp.StatusCode != c.status || c.code != "" && !strings.Contains(body, `"code":"`+c.code+`"`) {
				t.Errorf("got %d %s, want %d %s", resp.StatusCode, body, c.status, c.code)
			}
			if c.code != "" && !strings.Contains(body, `"request_id":"`+resp.Header.Get("X-Request-Id")+`"`) {
				t.Errorf("the error does not carry the request's id: %s", body)
			}
			if strings.Contains(body, "EOF") || strings.Contains(body, "boom") && c.status == 500 {
				t.Errorf("the answer shows internals: %s", body)
			}
		})
	}
}

func TestRateLimitSaysHowLongToWait(t *testing.T) {
	_, srv := startAPI(t)
	for range 2 {
		if resp, body := send(t, srv, callCase{path: "/api/rare", body: `{}`}); resp.StatusCode != 200 {
			t.Fatalf("got %d %s", resp.StatusCode, body)
		}
	}
	resp, _ := send(t, srv, callCase{path: "/api/rare", body: `{}`})
	if resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("got %d, Retry-After %q", resp.StatusCode, resp.Header.Get("Retry-After"))
	}
	resp, _ = send(t, srv, callCase{path: "/api/echo", body: `{"text":"later"}`})
	if resp.StatusCode != 429 || resp.Header.Get("Retry-After") != "2" {
		t.Errorf("a room's own limit gave %d, Retry-After %q, want 429 and 2", resp.StatusCode, resp.Header.Get("Retry-After"))
	}
}

func TestEventStreamSendsHeadersAndEvents(t *testing.T) {
	_, srv := startAPI(t)
	resp, body := send(t, srv, callCase{method: "GET", path: "/api/stream", header: map[string]string{"Accept-Encoding": "gzip"}})
	want := "retry: 1500\n\nid: 1\ndata: {\"content\":\"a\"}\n\n:\n\nid: 2\nevent: done\ndata: {}\n\n"
	if body != want {
		t.Errorf("got %q, want %q", body, want)
	}
	for header, value := range map[string]string{
		"Content-Type": "text/event-stream", "X-Accel-Buffering": "no", "Content-Encoding": "",
		"Cache-Control": "no-store, no-transform",
	} {
		if got := resp.Header.Get(header); got != value {
			t.Errorf("%s is %q, want %q", header, got, value)
		}
	}
}

func TestRefusedMethodsNameTheAllowedOnes(t *testing.T) {
	_, srv := startAPI(t)
	if resp, _ := send(t, srv, callCase{method: "DELETE", path: "/api/echo"}); resp.Header.Get("Allow") != "POST" {
		t.Errorf("Allow is %q, want POST", resp.Header.Get("Allow"))
	}
}

func TestEveryResponseHasSecurityHeaders(t *testing.T) {
	_, srv := startAPI(t)
	resp, _ := send(t, srv, callCase{path: "/api/echo", body: `{}`})
	for header, part := range map[string]string{
		"Content-Security-Policy":    "default-src 'none'",
		"X-Content-Type-Options":     "nosniff",
		"Referrer-Policy":            "no-referrer",
		"Cross-Origin-Opener-Policy": "same-origin-allow-popups",
		"Cache-Control":              "no-store",
	} {
		if !strings.Contains(resp.Header.Get(header), part) {
			t.Errorf("%s is %q, want %q in it", header, resp.Header.Get(header), part)
		}
	}
	if resp.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("the answer allows other origins")
	}
}

func TestContentPolicyAllowsOwnPicturesAndFilms(t *testing.T) {
	_, srv := startAPI(t)
	resp, _ := send(t, srv, callCase{path: "/api/echo", body: `{}`})
	policy := strings.Split(resp.Header.Get("Content-Security-Policy"), "; ")
	for _, want := range []string{"img-src 'self' data: blob:", "media-src 'self' blob:"} {
		if !slices.Contains(policy, want) {
			t.Errorf("the policy %q has no %q", policy, want)
		}
	}
}

// rule payment-window-hosts
func TestPaymentWindowAddsItsOriginsOnly(t *testing.T) {
	for name, c := range map[string]struct {
		window              httpx.PaymentOrigins
		policy, permissions string
	}{
		"none": {httpx.PaymentOrigins{}, "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; " +
			"font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
			"microphone=(self), camera=(), geolocation=()"},
		"one": {httpx.PaymentOrigins{Scripts: []string{"https://s.example"}, Connections: []string{"https://c.example", "https://d.example"}, Frames: []string{"https://f.example", "https://g.example"}},
			"default-src 'none'; script-src 'self' https://s.example; connect-src 'self' https://c.example https://d.example; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; " +
				"font-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src https://f.example https://g.example; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
			`microphone=(self), camera=(), geolocation=(), payment=(self "https://f.example" "https://g.example")`},
	} {
		a := httpx.New(httpx.Options{Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{}, Payment: c.window})
		w := httptest.NewRecorder()
		a.Handler(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
		if got := w.Header().Get("Content-Security-Policy"); got != c.policy {
			t.Errorf("%s: the policy is %s", name, got)
		}
		if got := w.Header().Get("Permissions-Policy"); got != c.permissions {
			t.Errorf("%s: the permissions are %s", name, got)
		}
	}
}

func TestCallsWithoutARowPanic(t *testing.T) {
	a, _ := startAPI(t)
	if unserved := a.UnservedCalls(); len(unserved) != 0 {
		t.Errorf("rows without a call: %v", unserved)
	}
	defer func() {
		if recover() == nil {
			t.Error("a call without a row was registered")
		}
	}()
	httpx.Handle(a, httpx.Op{Method: "GET", Path: "/hidden", ID: "hidden"}, echo)
}

func TestIncompleteRowsAreRefused(t *testing.T) {
	rate := httpx.Rate{N: 1, Period: time.Second}
	row := httpx.RouteRow{Method: "GET", Path: "/a", Caller: httpx.Anyone, Rate: rate}
	for name, bad := range map[string]httpx.RouteTable{
		"no group": {{Method: "GET", Path: "/a", Rate: rate}},
		"no rate":  {{Method: "GET", Path: "/a", Caller: httpx.Anyone}},
		"doubled":  {row, row},
	} {
		if bad.Check() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// rule api-openapi
func TestDocsDescribeEveryCall(t *testing.T) {
	_, srv := startAPI(t)
	for _, path := range []string{"/api/openapi.json", "/api/docs"} {
		resp, body := send(t, srv, callCase{method: "GET", path: path})
		for _, row := range testRouteTable() {
			if resp.StatusCode != 200 || !strings.Contains(body, row.Path) {
				t.Errorf("%s answers %d and does not name %s", path, resp.StatusCode, row.Path)
			}
		}
	}
}

// A client receives events while the handler still runs.
func TestStreamsAreNotBuffered(t *testing.T) {
	a := httpx.New(httpx.Options{
		Table: testRouteTable()[4:], Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{},
	})
	releaseStream := make(chan struct{})
	httpx.Handle(a, httpx.Op{Method: "GET", Path: "/stream", ID: "s", StreamMediaTypes: "text/event-stream"},
		func(context.Context, *struct{}) (*huma.StreamResponse, error) {
			return httpx.EventStream(func(_ context.Context, w *httpx.EventWriter) {
				w.AddEvent(1, "", []byte(`{}`))
				w.Flush()
				<-releaseStream
			}), nil
		})
	srv := httptest.NewServer(a.Handler(http.NotFoundHandler()))
	defer srv.Close()
	defer close(releaseStream)
	resp, err := srv.Client().Get(srv.URL + "/api/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if line, err := bufio.NewReader(resp.Body).ReadString('\n'); line != "retry: 1500\n" {
		t.Errorf("first line %q, %v", line, err)
	}
}
