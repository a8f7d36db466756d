package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/storage"
)

// wantStatus checks that a call failed with one of statuses, and checks the error body.
func wantStatus(t *testing.T, a apptest.Answer, statuses ...int) {
	t.Helper()
	if !slices.Contains(statuses, a.Status) {
		t.Errorf("%.160s answers %d %.200q, want %v", a.MethodAndPath, a.Status, a.Body, statuses)
		return
	}
	wantProblem(t, a)
}

// A path of the route table accepts only the methods of its rows.
func TestMethodsOutsideTheTableAreRefused(t *testing.T) {
	runWithFixtureOnSQLite(t, func(t *testing.T, c *fixture) {
		methodsByPath := map[string][]string{}
		for _, row := range app.Routes {
			for _, other := range app.Routes {
				if pathMatches(other.Path, row.Path) {
					methodsByPath[other.Path] = append(methodsByPath[other.Path], row.Method)
				}
			}
		}
		for _, row := range app.Routes {
			for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get"} {
				if !slices.Contains(methodsByPath[row.Path], method) {
					wantStatus(t, c.doAfterAMinute(c.owner, method, c.path(row), ""), http.StatusMethodNotAllowed)
				}
			}
			if a := c.doAfterAMinute(c.owner, "HEAD", c.path(row), ""); a.Status != http.StatusMethodNotAllowed || a.Body != "" {
				t.Errorf("HEAD %s answers %d %q", row.Path, a.Status, a.Body)
			}
		}
	})
}

// pathMatches reports whether a path matches a pattern with parameters: /user/sessions/end-others
// matches /user/sessions/{id}.
func pathMatches(path, pattern string) bool {
	parts, patternParts := strings.Split(path, "/"), strings.Split(pattern, "/")
	if len(parts) != len(patternParts) {
		return false
	}
	for i, part := range parts {
		if part != patternParts[i] && !strings.HasPrefix(patternParts[i], "{") {
			return false
		}
	}
	return true
}

func TestUnknownPathsAreNotFound(t *testing.T) {
	runWithFixtureOnSQLite(t, func(t *testing.T, c *fixture) {
		paths := []string{"", "/", "/admin", "/messages", "/messages/", "/auth", "/auth/", "/users", "/characters/id", "/.env", "/openapi", "/debug/pprof/"}
		for _, row := range app.Routes {
			paths = append(paths, c.path(row)+"/nothing", strings.ToUpper(row.Path))
		}
		for _, path := range paths {
			for _, method := range []string{"GET", "POST"} {
				wantStatus(t, c.doAfterAMinute(c.owner, method, path, ""), http.StatusNotFound, http.StatusMethodNotAllowed)
			}
		}
	})
}

func TestHostileBodiesAreRefused(t *testing.T) {
	runWithFixtureOnSQLite(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			if row.MaxBody == 0 {
				a := c.doAfterAMinute(c.owner, row.Method, c.path(row), strings.Repeat("[", 100_000), "Content-Type", "text/plain")
				if a.Status >= 500 || a.Status == 413 {
					t.Errorf("%s, which takes no body, answers one with %d %s", a.MethodAndPath, a.Status, a.Body)
				}
				if row.Path == "/auth/logout" {
					c.owner.Login()
				}
				continue
			}
			c.sendHostileBodies(t, row)
		}
	})
}

var malformedBodies = []string{
	`{`, `{"a":`, `[1,]`, `{"a":1,}`, `nul`, `{} {}`, `{}x`, `{"content":"a","content":"b"}`, "{\"content\":\"\xff\"}", `{"content":"\u0000"}`,
	"\x00", "\ufeff{}", strings.Repeat(`{"a":`, 50) + "1" + strings.Repeat("}", 50), strings.Repeat("[", 1000), `'{}'`, `{content:"a"}`, `NaN`, `{"a":1e999999}x`,
}

func (c *fixture) sendHostileBodies(t *testing.T, row httpx.RouteRow) {
	t.Helper()
	post := func(body string, headers ...string) apptest.Answer {
		return c.doAfterAMinute(c.owner, row.Method, c.path(row), body, headers...)
	}
	switch row.BodyType {
	case httpx.UploadBody:
		c.sendHostileForms(t, row, post)
		return
	case httpx.SignedBody:
		sendHostileMessages(t, row, post)
		return
	}
	largeBody := `{"content":"` + strings.Repeat("x", int(row.MaxBody)) + `"}`
	wantStatus(t, post(largeBody), http.StatusRequestEntityTooLarge)
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json", "json", "application/json; =", "*/*", ""} {
		wantStatus(t, post(sampleBody(t, row), "Content-Type", kind), http.StatusUnsupportedMediaType)
	}
	for _, body := range malformedBodies {
		wantStatus(t, post(body), http.StatusBadRequest)
	}
	for _, body := range []string{`[]`, `"text"`, `5`, `true`, `null`, `[{}]`} {
		wantStatus(t, post(body), http.StatusUnprocessableEntity, http.StatusBadRequest)
	}
}

// TestHostileFieldsCauseNoServerError runs on both engines, because valid values reach the
// database.
func TestHostileFieldsCauseNoServerError(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			if row.MaxBody > 0 && row.BodyType == httpx.JSONBody {
				c.sendHostileFields(t, row)
			}
		}
	})
}

// sendHostileFields makes calls of a row, each with a hostile value in one field of the body.
func (c *fixture) sendHostileFields(t *testing.T, row httpx.RouteRow) {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(sampleBody(t, row)), &fields); err != nil {
		t.Fatal(err)
	}
	for field := range fields {
		for _, value := range []string{`{}`, `[]`, `true`, `[["x"]]`, `{"$gt":""}`, `1.5`, `-1`, `1e400`, `99999999999999999999`, `null`, `""`, `" "`, `"\ud800"`, `"🎭"`} {
			body := map[string]json.RawMessage{}
			for k, v := range fields {
				body[k], _ = json.Marshal(v)
			}
			body[field] = json.RawMessage(value)
			var text strings.Builder
			text.WriteByte('{')
			for k, v := range body {
				fmt.Fprintf(&text, "%q:%s,", k, v)
			}
			a := c.doAfterAMinute(c.owner, row.Method, c.path(row), strings.TrimSuffix(text.String(), ",")+"}")
			if a.Status >= 500 {
				t.Errorf("%s with %s of %s answers %d %s", a.MethodAndPath, field, value, a.Status, a.Body)
			} else if a.Status >= 400 {
				wantProblem(t, a)
			}
		}
	}
}

// hostileIDs are path parameters, already escaped.
var hostileIDs = []string{
	"%00", "a%00b", "%ff%fe", "%c0%af", "..%2f..%2fetc%2fpasswd", "%2e%2e", "..%5c", "%2f", "%20", "-1", "0", "9223372036854775807", "9223372036854775808",
	"18446744073709551616", "1e9", "0x14", "%27%20OR%201=1%20--", "%22%3Cscript%3E", "%F0%9F%8E%AD", "%E2%80%AEada", "_", "__", "a_b", "%5F", "%25", "%2500", "undefined", "null",
	"[object%20Object]", "{id}", "*", "..;", strings.Repeat("x", 10_000), strings.Repeat("%F0%9F%8E%AD", 2_500), strings.Repeat("_", 10_000), strings.Repeat("9", 5_000),
}

func TestHostileIDsAreRefused(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			if !strings.Contains(row.Path, "{") {
				continue
			}
			for _, id := range append(hostileIDs, c.owner.UserID+"_", c.owner.UserID+"_%00", c.owner.UserID+"_9223372036854775808", c.owner.UserID+"_"+c.conversationID) {
				a := c.doAfterAMinute(c.owner, row.Method, fillPath(row, id, id), sampleBody(t, row))
				wantStatus(t, a, http.StatusNotFound, http.StatusBadRequest)
				if strings.Contains(row.Path, "{messageId}") || strings.Contains(row.Path, "{archiveId}") {
					ownRow := httpx.RouteRow{Path: strings.Replace(row.Path, "{id}", c.conversationID, 1)}
					a := c.doAfterAMinute(c.owner, row.Method, fillPath(ownRow, id, id), sampleBody(t, row))
					wantStatus(t, a, http.StatusNotFound, http.StatusBadRequest)
				}
			}
		}
	})
}

// TestUncleanPathsStayOnTheSite: paths with dots or double slashes redirect at most to a
// path of this site, and the redirect has the security headers.
func TestUncleanPathsStayOnTheSite(t *testing.T) {
	runWithFixtureOnSQLite(t, func(t *testing.T, c *fixture) {
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		for _, path := range []string{
			"/api/messages/../auth/me", "/api/messages/./x", "/api//auth/me", "/api/../api/auth/me", "/api/../../etc/passwd", "//evil.example/api", "//evil.example/..", "/api//evil.example//..",
		} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			to := resp.Header.Get("Location")
			isOnSite := strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") && !strings.HasPrefix(to, `/\`)
			if moved := resp.StatusCode/100 == 3; resp.StatusCode >= 500 || moved && !isOnSite || !moved && resp.StatusCode < 400 {
				t.Errorf("%s answers %d to %q: %.100q", path, resp.StatusCode, to, body)
			}
			if h := resp.Header; h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") == "" || h.Get("X-Request-Id") == "" {
				t.Errorf("%s answers %d with %v", path, resp.StatusCode, h)
			}
		}
	})
}

// describedQueries returns the names of the query parameters of the GET calls in the OpenAPI
// document, by path and all together.
func describedQueries(t testing.TB, e *apptest.Env) (queriesByPath map[string][]string, allQueries []string) {
	t.Helper()
	var d openAPIDocument
	e.NewVisitor().Do("GET", "/openapi.json", nil).Want(200).Into(&d)
	queriesByPath = map[string][]string{}
	for path, item := range d.Paths {
		for _, p := range item["get"].Parameters {
			if p.In == "query" {
				queriesByPath[path], allQueries = append(queriesByPath[path], p.Name), append(allQueries, p.Name)
			}
		}
	}
	slices.Sort(allQueries)
	return queriesByPath, slices.Compact(allQueries)
}

func TestHostileQueriesCauseNoServerError(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		queriesByPath, allQueries := describedQueries(t, c.Env)
		if len(allQueries) < 9 || len(queriesByPath["/characters"]) == 0 {
			t.Fatalf("the API takes %v", allQueries)
		}
		hostileValues := []string{"%00", "%ff", "-1", "0", "999999", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "abc", "1.5", "%27", "%25", "", "%F0%9F%8E%AD", strings.Repeat("x", 10_000), "null", "%zz", ";", "a%00"}
		for _, row := range app.Routes {
			if row.Method != "GET" {
				continue
			}
			foreignNames := slices.DeleteFunc(slices.Clone(allQueries), func(name string) bool { return slices.Contains(queriesByPath[row.Path], name) })
			for _, value := range hostileValues {
				shortValue := value[:min(len(value), 1000)] // the length of a URL is limited
				var queries []string
				if c.App.DB().Engine() == storage.SQLite { // query parameters that a call does not have never reach SQL, so one engine is enough
					queries = append(queries, strings.Join(foreignNames, "="+shortValue+"&")+"="+shortValue)
				}
				for _, name := range queriesByPath[row.Path] {
					queries = append(queries, name+"="+value+"&"+name+"="+value)
				}
				for _, query := range queries {
					a := c.doAfterAMinute(c.owner, "GET", c.path(row)+"?"+query, "")
					if a.Status >= 500 {
						t.Errorf("%.160s answers %d %s", a.MethodAndPath, a.Status, a.Body)
					} else if isPage := strings.HasPrefix(a.Header.Get("Content-Type"), "text/html"); a.Status >= 400 && !isPage {
						wantProblem(t, a)
					}
				}
			}
		}
	})
}

// hostileHeaders are the headers to try with each engine. The values of headersNotReachingSQL do not
// reach SQL, so PostgreSQL is not tested with them.
var hostileHeaders = map[storage.Engine][][2]string{
	storage.SQLite:   slices.Concat(headersReachingSQL, headersNotReachingSQL),
	storage.Postgres: headersReachingSQL,
}

var headersReachingSQL = [][2]string{
	{"Last-Event-ID", "abc"}, {"Last-Event-ID", "-1"}, {"Last-Event-ID", "999999"}, {"Last-Event-ID", "9223372036854775807"}, {"Last-Event-ID", "-9223372036854775808"}, {"Last-Event-ID", "99999999999999999999"}, {"Last-Event-ID", "\xff"},
	{"Cookie", "sid=\"; sid=;;; =x"}, {"X-Forwarded-For", "not an address, 127.0.0.1"}, {"X-Request-Id", "forged-id\tforged-id"},
}

var headersNotReachingSQL = [][2]string{
	{"Accept", "image/png"}, {"Accept-Encoding", "br;q=1e9, *;q=x"}, {"Cookie", "sid=" + strings.Repeat("x", 20_000)}, {"Accept-Language", strings.Repeat("en,", 5000)},
	{"Range", "bytes=0-0,1-1"}, {"If-None-Match", "*"}, {"Expect", "something"}, {"Transfer-Encoding", "chunked"}, {"Origin", "null"}, {"Upgrade", "websocket"},
}

func TestHostileHeadersCauseNoServerError(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			for _, h := range hostileHeaders[c.App.DB().Engine()] {
				if h[0] == "Last-Event-ID" && c.App.DB().Engine() == storage.Postgres && !strings.HasSuffix(row.Path, "/stream") {
					continue
				}
				a := c.doAfterAMinute(c.owner, row.Method, c.path(row), sampleBody(t, row), h[0], h[1])
				if a.Status >= 500 || strings.Contains(a.Body+a.Header.Get("X-Request-Id"), "forged-id") {
					t.Errorf("%s with %s: %.20s answers %d %s", a.MethodAndPath, h[0], h[1], a.Status, a.Body)
				}
				if row.Path == "/auth/logout" {
					c.owner.Login()
				}
			}
		}
	})
}

// TestCrossSiteCallsAreRefused: a page of another site cannot make calls that change data.
// rule api-cross-site
func TestCrossSiteCallsAreRefused(t *testing.T) {
	runWithFixtureOnSQLite(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			for _, h := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}} {
				if row.Method == "GET" {
					continue
				}
				a := c.doAfterAMinute(c.owner, row.Method, c.path(row), sampleBody(t, row), h...)
				if row.BodyType == httpx.SignedBody {
					// These calls check a signature instead of the origin. The address of the
					// unsubscribe call contains a valid signature, so that call succeeds.
					if a.Status != http.StatusBadRequest && a.Status != http.StatusOK {
						t.Errorf("%s with %v answers %d %s", a.MethodAndPath, h, a.Status, a.Body)
					}
					continue
				}
				if p := wantProblem(t, a); a.Status != http.StatusForbidden || p.Code != "cross_site" {
					t.Errorf("%s with %v answers %d %s", a.MethodAndPath, h, a.Status, p.Code)
				}
			}
		}
	})
}

// TestEveryRowIsRateLimited: the first call above the limit of a route is refused, with the time to
// wait. To save time, the test makes only two calls. It counts the other calls directly in the
// limiter, with the key that package httpx uses.
// rule api-rate
func TestEveryRowIsRateLimited(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		c := newFixture(e)
		c.Clock.Advance(time.Until(c.Clock.Now().Truncate(time.Minute).Add(time.Minute)))
		for _, row := range app.Routes {
			if row.Method == "POST" && strings.HasPrefix(row.Path, "/auth/") {
				continue // package accounts limits these calls more strictly
			}
			path := fillPath(row, "nothing", "nothing")
			for range row.Rate.N - 1 {
				e.App.Limiter().Allow(row.Method+row.Path+" "+c.otherUser.UserID, row.Rate.N, row.Rate.Period)
			}
			if a := c.otherUser.Do(row.Method, path, nil); a.Status == http.StatusTooManyRequests {
				t.Errorf("%s allows fewer than %d", a.MethodAndPath, row.Rate.N)
			}
			a := c.otherUser.Do(row.Method, path, nil)
			if a.Header.Get("Retry-After") == "" {
				t.Errorf("%s answers no time to wait", a.MethodAndPath)
			}
			if strings.HasPrefix(row.Path, "/auth/google") { // a browser opens these calls as pages
				wantFailurePage(t, a, http.StatusTooManyRequests, core.ErrRateLimited.Msg)
				continue
			}
			if p := wantProblem(t, a); a.Status != http.StatusTooManyRequests || p.Code != "rate_limited" {
				t.Errorf("%s answers %d %s", a.MethodAndPath, a.Status, a.Body)
			}
		}
	})
}

// TestEveryCallCountsTowardsTheRate sends as many calls of one row as its rate allows, over HTTP. For
// the other rows, TestEveryRowIsRateLimited counts most calls in the limiter without sending them.
func TestEveryCallCountsTowardsTheRate(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Ada")
	e.Clock.Advance(time.Until(e.Clock.Now().Truncate(time.Minute).Add(time.Minute)))
	for n := range 60 {
		if a := ada.Do("DELETE", "/comments/nothing", nil); a.Status != http.StatusNotFound {
			t.Fatalf("call %d answers %d %s", n+1, a.Status, a.Body)
		}
	}
	ada.Do("DELETE", "/comments/nothing", nil).Want(http.StatusTooManyRequests)
}
