package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/httpx"
	"colloquy/internal/storage"
)

// samples are bodies that the calls of the table take. A new row with a body
// needs one, or the tests below fail.
var samples = map[string]string{
	"POST /auth/register":              `{"name":"Eve","email":"eve@post.example","password":"stamp-album-8"}`,
	"POST /auth/login":                 `{"email":"nobody@post.example","password":"stamp-album-8"}`,
	"POST /admin/auth/forgot-password": `{"email":"nobody@post.example"}`,
	"POST /admin/auth/verify-otp":      `{"email":"nobody@post.example","otp":"1234"}`,
	"POST /admin/auth/reset-password":  `{"email":"nobody@post.example","otp":"1234","password":"stamp-album-8"}`,
	"POST /auth/reset-by-link":         `{"token":"nothing","password":"stamp-album-8"}`,
	"POST /session":                    `{"characterId":20}`,
	"POST /messages/{id}":              `{"content":"A line"}`,
	"POST /messages/{id}/stream":       `{"content":"Good morning"}`,
	"POST /messages/{id}/stop":         `{"seen":3}`,

	"POST /contact": `{"name":"Eve","email":"eve@post.example","subject":"A date","message":"The letter is from 1843."}`,

	"POST /profile/{id}/like":     `{"liked":true}`,
	"POST /profile/{id}/follow":   `{"following":true}`,
	"POST /profile/{id}/comments": `{"comment":"A fine talk","parent_comment_id":null}`,
	"POST /comments/{id}/like":    `{"liked":true}`,
	"POST /comments/{id}/report":  `{"reason":"Not kind"}`,
}

func sample(t *testing.T, row httpx.Row) string {
	t.Helper()
	body, ok := samples[row.Method+" "+row.Path]
	if !ok && row.Body > 0 {
		t.Fatalf("%s %s takes a body: give it a sample", row.Method, row.Path)
	}
	return body
}

// freeCharacter may be talked to by everybody; its slug is freeSlug.
const freeCharacter = 20

// cast is an application with people in it; owner has a conversation and wrote
// a comment.
type cast struct {
	*apptest.Env
	owner, other, admin   *apptest.Client
	conversation, missing string // both ids of the form {userId}_{characterId}
	slug                  string
	comment               string
}

func eachCast(t *testing.T, fn func(t *testing.T, c *cast)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		fn(t, newCast(apptest.Start(t, o)))
	})
}

// onSQLite is eachCast for calls that are refused before any SQL, so that the engine
// makes no difference.
func onSQLite(t *testing.T, fn func(t *testing.T, c *cast)) {
	t.Helper()
	fn(t, newCast(apptest.Start(t, apptest.SQLite(t))))
}

func newCast(e *apptest.Env) *cast {
	c := &cast{Env: e, owner: e.User("Ada"), other: e.User("Bo"), admin: e.User("Warden")}
	execute(e.T, e, "UPDATE users SET is_admin = TRUE WHERE id = '"+c.admin.UserID+"'")
	var session struct {
		ID        string
		Character struct{ Slug string }
	}
	c.owner.Do("POST", "/session", map[string]any{"characterId": freeCharacter}).Want(200).Into(&session)
	c.conversation, c.slug = session.ID, session.Character.Slug
	var comment struct{ ID string }
	c.owner.Do("POST", "/profile/"+c.slug+"/comments", map[string]any{"comment": "The owner's comment"}).Want(201).Into(&comment)
	c.comment = comment.ID
	c.missing = fmt.Sprintf("%s_%d", c.owner.UserID, freeCharacter+1)
	return c
}

// fill fills the parameters of a row: ids with id, slugs with slug.
func fill(row httpx.Row, id, slug string) string {
	return strings.NewReplacer("{id}", id, "{slug}", slug).Replace(row.Path)
}

// named are the rows whose parameter names neither a conversation nor a character.
var named = map[string]string{
	"/admin/web-settings/id/{id}":   "/admin/web-settings/id/1",
	"/admin/web-settings/key/{key}": "/admin/web-settings/key/footer_categories",
	"/admin/plans/{id}":             "/admin/plans/2",
	"/feeds/{url_slug}":             "/feeds/how-to-argue-with-a-queen",
	"/pages/{key}":                  "/pages/knowledge-base",
}

// path names what the owner has, or what everybody can see.
func (c *cast) path(row httpx.Row) string {
	if path, ok := named[row.Path]; ok {
		return path
	}
	switch {
	case isConversation(row):
		return fill(row, c.conversation, "")
	case isComment(row):
		return fill(row, c.comment, "")
	}
	return fill(row, c.slug, c.slug)
}

// isConversation reports whether a row's id names a conversation.
func isConversation(row httpx.Row) bool { return strings.HasPrefix(row.Path, "/messages/{id}") }

// isComment reports whether a row's id names a comment. Only its author may
// delete it, so that call is made last.
func isComment(row httpx.Row) bool { return strings.HasPrefix(row.Path, "/comments/{id}") }

// problem is the error shape of the API.
type problem struct {
	Message   string            `json:"message"`
	Code      string            `json:"code"`
	Errors    map[string]string `json:"errors"`
	RequestID string            `json:"request_id"`
}

var snake = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

// wantProblem checks that a failure has the one shape, and returns it.
func wantProblem(t *testing.T, a apptest.Answer) problem {
	t.Helper()
	var p problem
	d := json.NewDecoder(strings.NewReader(a.Body))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		t.Errorf("%.120s answers %d %.200q: %v", a.Call, a.Status, a.Body, err)
		return p
	}
	if a.Status < 400 || a.Status >= 500 || p.Message == "" || !snake.MatchString(p.Code) ||
		p.RequestID == "" || p.RequestID != a.Header.Get("X-Request-Id") ||
		!strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") || (a.Status == 422) != (len(p.Errors) > 0 && p.Code == "invalid") {
		t.Errorf("%.120s answers %d %q %.300q", a.Call, a.Status, a.Header.Get("Content-Type"), a.Body)
	}
	return p
}

// same is an answer without what differs from call to call.
func same(a apptest.Answer) string {
	var p problem
	json.Unmarshal([]byte(a.Body), &p)
	return fmt.Sprint(a.Status, strings.ReplaceAll(a.Body, p.RequestID, "ID"), a.Header.Get("Content-Type"))
}

// do makes a call a minute after the last one, so that only the limits that a
// test means are met.
func (c *cast) do(who *apptest.Client, method, path, body string, headers ...string) apptest.Answer {
	c.T.Helper()
	c.Clock.Advance(61 * time.Second)
	if body == "" {
		return who.Do(method, path, nil, headers...)
	}
	return who.Do(method, path, body, headers...)
}

// TestWhoMayCallWhat makes every call of the table as everybody.
// rules access-who-may-call, privacy-no-address
func TestWhoMayCallWhat(t *testing.T) {
	eachCast(t, func(t *testing.T, c *cast) {
		visitor := c.Visitor()
		for _, row := range app.Routes {
			path, body := c.path(row), sample(t, row)
			a := c.do(visitor, row.Method, path, body)
			if refused := a.Status == 401 && a.Code() == "not_signed_in"; refused != (row.Who != httpx.Anyone) {
				t.Errorf("a visitor's %s %s answers %d %s", row.Method, path, a.Status, a.Body)
			}
			for name, who := range map[string]*apptest.Client{"owner": c.owner, "other": c.other, "admin": c.admin} {
				a := c.do(who, row.Method, path, body)
				if row.Path == "/auth/logout" {
					who.Login()
				}
				if name != "owner" && strings.Contains(a.Body, c.owner.Email) {
					t.Errorf("%s's %s %s shows the owner's address: %s", name, row.Method, path, a.Body)
				}
				foreign := (isConversation(row) || row.Path == "/comments/{id}") && name != "owner" || row.Who == httpx.Admin && name != "admin"
				if foreign != (a.Status == 404 && row.Path != "/auth/login") || a.Status == 401 || a.Status >= 500 {
					t.Errorf("%s's %s %s answers %d %s", name, row.Method, path, a.Status, a.Body)
				}
			}
		}
	})
}

// TestForeignIsMissing: what belongs to somebody else answers byte for byte
// what does not exist, even to an administrator.
// rule access-foreign-is-missing
func TestForeignIsMissing(t *testing.T) {
	eachCast(t, func(t *testing.T, c *cast) {
		for _, row := range app.Routes {
			if !isConversation(row) {
				continue
			}
			body := sample(t, row)
			want := same(c.do(c.owner, row.Method, fill(row, c.missing, ""), body))
			for _, who := range []*apptest.Client{c.other, c.admin} {
				for _, id := range []string{c.conversation, c.missing, "nobody_20", who.UserID + "_999", who.UserID + "_x", c.owner.UserID + "_", "_20", "_"} {
					a := c.do(who, row.Method, fill(row, id, ""), body)
					if p := wantProblem(t, a); same(a) != want || p.Code != "conversation_not_found" {
						t.Errorf("%s answers %s, a missing one %s", a.Call, same(a), want)
					}
				}
			}
		}
	})
}

// TestForgedTokens: no form of a wrong token opens a call that needs a user.
func TestForgedTokens(t *testing.T) {
	eachCast(t, func(t *testing.T, c *cast) {
		token := c.owner.Token
		for _, row := range app.Routes {
			if row.Who == httpx.Anyone {
				continue
			}
			path := c.path(row)
			for _, bad := range []string{
				"Bearer", "Bearer ", "Bearer " + token + "x", "Bearer " + token[1:], "bearer " + strings.ToUpper(token), "Basic " + token,
				token, "Bearer null", "Bearer undefined", "Bearer ' OR 1=1 --", "Bearer " + strings.Repeat("x", 50_000), "Bearer " + c.owner.UserID,
			} {
				a := c.do(c.Visitor(), row.Method, path, sample(t, row), "Authorization", bad)
				if p := wantProblem(t, a); a.Status != http.StatusUnauthorized {
					t.Errorf("%s with %.30q answers %d %s", a.Call, bad, a.Status, p.Code)
				}
			}
		}
	})
}
