package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/httpx"
	"colloquy/internal/notices"
	"colloquy/internal/storage"
)

// sampleBodies has a valid body for each call of the route table that has a body.
var sampleBodies = map[string]string{
	"POST /auth/register":              `{"name":"Eve","email":"eve@post.example","password":"stamp-album-8"}`,
	"POST /auth/login":                 `{"email":"nobody@post.example","password":"stamp-album-8"}`,
	"POST /auth/verify-email":          `{"token":"not-a-token"}`,
	"POST /auth/revert-email":          `{"token":"not-a-token"}`,
	"PUT /user/profile":                `{"username":"Eve","email":"eve-new@post.example"}`,
	"PUT /user/password":               `{"currentPassword":"stamp-album-7","newPassword":"stamp-album-7","confirmPassword":"stamp-album-7"}`,
	"POST /admin/auth/forgot-password": `{"email":"nobody@post.example"}`,
	"POST /admin/auth/verify-otp":      `{"email":"nobody@post.example","otp":"1234"}`,
	"POST /admin/auth/reset-password":  `{"email":"nobody@post.example","otp":"1234","password":"stamp-album-8"}`,
	"POST /auth/google/link":           `{"ticket":"nothing","password":"stamp-album-8"}`,
	"POST /auth/reset-by-link":         `{"token":"nothing","password":"stamp-album-8"}`,
	"POST /session":                    `{"characterId":20}`,
	"POST /messages/{id}":              `{"content":"A line"}`,
	"POST /messages/{id}/stream":       `{"content":"Good morning"}`,
	"POST /messages/{id}/stop":         `{"seen":3}`,
	"POST /messages/{id}/step-outside": `{}`,
	"POST /messages/{id}/regenerate":   `{"guidance":"Shorter","continue":false}`,
	"PUT /messages/{id}/{messageId}":   `{"content":"Another line"}`,
	"PUT /session/{id}":                `{"title":"Evenings"}`,
	"PUT /messages/{id}/year":          `{"year":1843}`,

	"POST /messages/{id}/{messageId}/feedback": `{"value":"down","reason":"Too long"}`,
	"POST /messages/{id}/{messageId}/report":   `{"reason":"Not kind"}`,

	"PUT /user/preferences":         `{"notifications":{"character_updates":true,"interactions":false,"promotions":true,"newsletter":true},"mail":{"character_updates":false,"interactions":true,"promotions":false,"newsletter":false}}`,
	"PUT /user/privacy":             `{"public_profile":false,"activity_status":true,"analytics":true,"recommendations":true}`,
	"DELETE /user/account":          `{"password":""}`,
	"POST /user/chats/bulk-delete":  `{"sessionIds":["nobody_20"]}`,
	"POST /auth/login/two-factor":   `{"challenge":"unknown","code":"123456"}`,
	"POST /user/two-factor":         `{"password":"` + apptest.Password + `"}`,
	"POST /user/two-factor/confirm": `{"code":"123456"}`,
	"DELETE /user/two-factor":       `{"password":"` + apptest.Password + `"}`,

	"POST /admin/upload/single/{kind}": uploadForm,

	"POST /voices/character/speech":        `{"messageId":"unknown","sessionId":"nobody_20","text":"Ignored","characterId":20,"useAIEmotion":true,"includeEmotionalProfile":true}`,
	"POST /voices/transcription":           strings.NewReplacer("singleFile", "audio", "GIF89a", "OggS").Replace(uploadForm),
	"POST /messages/{id}/memory":           `{"text":"Lives in Porto","pinned":true}`,
	"PUT /messages/{id}/memory/{memoryId}": `{"text":"Lives in Lisbon","everywhere":false}`,
	"PUT /user/memory":                     `{"enabled":true,"tell_all":false,"name":"Eve","about":"I collect stamps."}`,

	"PATCH /user/voice": `{"speed":1.25,"language":"de-DE","autoplay":true,"voices":{"20":"male-1"}}`,

	"POST /contact": `{"name":"Eve","email":"eve@post.example","subject":"A date","message":"The letter is from 1843."}`,

	"POST /purchase":          `{"planId":1,"characterId":"socrates"}`,
	"POST /purchase/verify":   `{"razorpay_order_id":"order_unknown","razorpay_payment_id":"pay_unknown","razorpay_signature":"none"}`,
	"POST /purchase/sandbox":  `{"orderId":"order_unknown","outcome":"success"}`,
	"POST /purchase/refund":   `{"orderId":"order_unknown","reason":"It was not what I expected"}`,
	"POST /webhooks/razorpay": `{"event":"payment.captured"}`,

	"POST /profile/{id}/like":     `{"liked":true}`,
	"POST /profile/{id}/follow":   `{"following":true}`,
	"POST /profile/{id}/comments": `{"comment":"A fine talk","parent_comment_id":null}`,
	"POST /comments/{id}/like":    `{"liked":true}`,
	"POST /comments/{id}/report":  `{"reason":"Not kind"}`,

	"POST /user/collections/lists":                 `{"name":"To read again","description":"Evenings"}`,
	"PUT /user/collections/lists/{id}":             `{"name":"To read once more"}`,
	"POST /user/collections/lists/{id}/characters": `{"characterId":20}`,
	"PUT /user/collections/lists/{id}/characters":  `{"characterIds":[20]}`,
}

// uploadForm is a form with a picture of one pixel.
var uploadForm = "--" + formBoundary + "\r\nContent-Disposition: form-data; name=\"singleFile\"; filename=\"a.gif\"\r\n\r\n" +
	"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b" +
	"\r\n--" + formBoundary + "--\r\n"

const formBoundary = "colloquy-test"

// contentType returns the media type of a sample body.
func contentType(body string) string {
	if strings.HasPrefix(body, "--"+formBoundary) {
		return "multipart/form-data; boundary=" + formBoundary
	}
	return "application/json"
}

func sampleBody(t *testing.T, row httpx.RouteRow) string {
	t.Helper()
	body, ok := sampleBodies[row.Method+" "+row.Path]
	if !ok && row.MaxBody > 0 {
		t.Fatalf("%s %s takes a body: give it a sample", row.Method, row.Path)
	}
	return body
}

// freeCharacterID is the character_id of a character that is free.
const freeCharacterID = 20

// otherFreeCharacterID is the character_id of another free character.
const otherFreeCharacterID = 22

// fixture is an application with three users. owner has a conversation with freeCharacterID
// and wrote a comment.
type fixture struct {
	*apptest.Env
	owner, otherUser, admin               *apptest.Client
	conversationID, missingConversationID string // both have the form {userId}_{characterId}; the second conversation does not exist
	slug                                  string // of freeCharacterID
	commentID                             string // id of the owner's comment
	sessionID                             string // id of a session of the owner that no client uses
	deletableChatID                       string // id of a second conversation of the owner, which calls may delete
	collectionID, shareToken              string // id and share token of a collection of the owner
	noticeID                              string // id of a notice of the owner
	memoryID                              string // id of a memory of the conversation
}

func runWithFixtureOnEachEngine(t *testing.T, fn func(t *testing.T, c *fixture)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		fn(t, newFixture(apptest.Start(t, o, apptest.WithPayment)))
	})
}

// runWithFixtureOnSQLite is like runWithFixtureOnEachEngine, but on SQLite only, for tests whose calls are refused
// before they use the database.
func runWithFixtureOnSQLite(t *testing.T, fn func(t *testing.T, c *fixture)) {
	t.Helper()
	fn(t, newFixture(apptest.Start(t, apptest.SQLite(t), apptest.WithPayment)))
}

func newFixture(e *apptest.Env) *fixture {
	c := &fixture{Env: e, owner: e.NewUser("Ada"), otherUser: e.NewUser("Bo"), admin: e.NewUser("Warden")}
	executeSQL(e.T, e, "UPDATE users SET is_admin = TRUE WHERE id = '"+c.admin.UserID+"'")
	executeSQL(e.T, e, "UPDATE users SET must_verify = FALSE") // so that the owner may comment
	var session struct {
		ID        string
		Character struct{ Slug string }
	}
	c.owner.Do("POST", "/session", map[string]any{"characterId": freeCharacterID}).Want(200).Into(&session)
	c.conversationID, c.slug = session.ID, session.Character.Slug
	var comment struct{ ID string }
	c.owner.Do("POST", "/profile/"+c.slug+"/comments", map[string]any{"comment": "The owner's comment"}).Want(201).Into(&comment)
	c.commentID = comment.ID
	c.sessionID = c.openSecondSession()
	c.owner.Do("POST", "/session", map[string]any{"characterId": otherFreeCharacterID}).Want(200).Into(&session)
	c.deletableChatID = session.ID
	c.noticeID = c.createLikeNotice()
	var list struct{ ID, URL string }
	c.owner.Do("POST", "/user/collections/lists", map[string]any{"name": "The owner's"}).Want(201).Into(&list)
	c.owner.Do("POST", "/user/collections/lists/"+list.ID+"/share", nil).Want(200).Into(&list)
	c.collectionID, c.shareToken = list.ID, path.Base(list.URL)
	var memory struct{ ID string }
	c.owner.Do("POST", "/messages/"+c.conversationID+"/memory", map[string]any{"text": "Collects stamps"}).Want(201).Into(&memory)
	c.memoryID = memory.ID
	c.missingConversationID = fmt.Sprintf("%s_%d", c.owner.UserID, freeCharacterID+1)
	return c
}

// fillPath returns the path of a row with id and slug as its parameters.
func fillPath(row httpx.RouteRow, id, slug string) string {
	return strings.NewReplacer("{id}", id, "{kind}", id, "{slug}", slug, "{messageId}", id, "{archiveId}", id, "{characterId}", fmt.Sprint(freeCharacterID)).Replace(row.Path)
}

// fixedPaths has a path for each row whose parameter is not the id of a conversation,
// comment or character.
var fixedPaths = map[string]string{
	"/admin/web-settings/id/{id}":   "/admin/web-settings/id/1",
	"/admin/web-settings/key/{key}": "/admin/web-settings/key/footer_categories",
	"/admin/plans/{id}":             "/admin/plans/2",
	"/feeds/{url_slug}":             "/feeds/how-to-argue-with-a-queen",
	"/pages/{key}":                  "/pages/knowledge-base",
	"/admin/upload/single/{kind}":   "/admin/upload/single/user_profile",
}

// path returns a path of a row, with the owner's conversation or comment or another
// existing resource as parameter.
func (c *fixture) path(row httpx.RouteRow) string {
	if path, ok := fixedPaths[row.Path]; ok {
		return path
	}
	if row.Path == "/collections/{token}" {
		return "/collections/" + c.shareToken
	}
	if row.Path == "/unsubscribe/{token}" {
		_, token, _ := strings.Cut(c.App.Notices().LinksToUnsubscribe(c.owner.UserID, notices.Interactions).Page, "=")
		return "/unsubscribe/" + token
	}
	switch {
	case takesConversationID(row):
		return strings.ReplaceAll(fillPath(c.fillMessagePath(row), c.conversationID, ""), "{memoryId}", c.memoryID)
	case takesCommentID(row):
		return fillPath(row, c.commentID, "")
	case takesSignInSessionID(row):
		return fillPath(row, c.sessionID, "")
	case takesDeletableChatID(row):
		return fillPath(row, c.deletableChatID, "")
	case takesCollectionID(row):
		return fillPath(row, c.collectionID, "")
	case takesNoticeID(row):
		return fillPath(row, c.noticeID, "")
	}
	return fillPath(row, c.slug, c.slug)
}

// takesCommentID reports whether the parameter of a row is the id of a comment.
func takesCommentID(row httpx.RouteRow) bool { return strings.HasPrefix(row.Path, "/comments/{id}") }

// takesSignInSessionID reports whether the parameter of a row is the id of a sign-in session.
func takesSignInSessionID(row httpx.RouteRow) bool { return row.Path == "/user/sessions/{id}" }

// takesDeletableChatID reports whether the parameter of a row is the id of a conversation that the call deletes.
func takesDeletableChatID(row httpx.RouteRow) bool { return row.Path == "/user/chats/{id}" }

// bodyHasMissingIDs reports whether the sample body of a call has ids that do not exist.
func bodyHasMissingIDs(row httpx.RouteRow) bool {
	return strings.HasPrefix(row.Path, "/purchase/") || row.Path == "/user/chats/bulk-delete" || row.Path == "/voices/character/speech"
}

// takesCollectionID reports whether the parameter of a row is the id of a user's collection.
func takesCollectionID(row httpx.RouteRow) bool {
	return strings.HasPrefix(row.Path, "/user/collections/lists/{id}")
}

// takesNoticeID reports whether the parameter of a row is the id of a notice.
func takesNoticeID(row httpx.RouteRow) bool {
	return strings.HasPrefix(row.Path, "/user/notifications/{id}")
}

// createLikeNotice makes the administrator like the comment. It returns the id of the notice.
func (c *fixture) createLikeNotice() string {
	c.admin.Do("POST", "/comments/"+c.commentID+"/like", map[string]any{"liked": true}).Want(200)
	var list struct {
		Data struct{ Notifications []struct{ ID string } }
	}
	c.owner.Do("GET", "/user/notifications", nil).Want(200).Into(&list)
	if len(list.Data.Notifications) != 1 {
		c.T.Fatalf("the owner has %d notices", len(list.Data.Notifications))
	}
	return list.Data.Notifications[0].ID
}

// openSecondSession signs the owner in a second time and returns the id of that session.
func (c *fixture) openSecondSession() string {
	secondClient := *c.owner
	secondClient.Login()
	var list struct {
		Data []struct {
			ID      string
			Current bool
		}
	}
	secondClient.Do("GET", "/user/sessions", nil).Want(200).Into(&list)
	for _, s := range list.Data {
		if s.Current {
			return s.ID
		}
	}
	c.T.Fatal("no session is the current one")
	return ""
}

// problem is the error body of the API.
type problem struct {
	Message   string            `json:"message"`
	Code      string            `json:"code"`
	Errors    map[string]string `json:"errors"`
	RequestID string            `json:"request_id"`
}

var snakeCasePattern = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

// wantProblem checks status, headers and body of an error, and returns the body.
func wantProblem(t *testing.T, a apptest.Answer) problem {
	t.Helper()
	var p problem
	d := json.NewDecoder(strings.NewReader(a.Body))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		t.Errorf("%.120s answers %d %.200q: %v", a.MethodAndPath, a.Status, a.Body, err)
		return p
	}
	if a.Status < 400 || a.Status >= 500 || p.Message == "" || !snakeCasePattern.MatchString(p.Code) ||
		p.RequestID == "" || p.RequestID != a.Header.Get("X-Request-Id") ||
		!strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") || (a.Status == 422) != (len(p.Errors) > 0 && p.Code == "invalid") {
		t.Errorf("%.120s answers %d %q %.300q", a.MethodAndPath, a.Status, a.Header.Get("Content-Type"), a.Body)
	}
	return p
}

// withoutRequestID returns status, body and media type of an answer, with the request id
// replaced. Equal answers have equal texts.
func withoutRequestID(a apptest.Answer) string {
	var p problem
	json.Unmarshal([]byte(a.Body), &p)
	return fmt.Sprint(a.Status, strings.ReplaceAll(a.Body, p.RequestID, "ID"), a.Header.Get("Content-Type"))
}

// doAfterAMinute advances the clock by a minute and makes a call, so that limits per
// minute do not refuse it. Answers are not compressed, as with apptest.WithoutCompression.
func (c *fixture) doAfterAMinute(client *apptest.Client, method, path, body string, headers ...string) apptest.Answer {
	c.T.Helper()
	c.Clock.Advance(61 * time.Second)
	if !slices.Contains(headers, "Accept-Encoding") {
		headers = append([]string{"Accept-Encoding", "identity"}, headers...)
	}
	if body == "" {
		return client.Do(method, path, nil, headers...)
	}
	if !slices.Contains(headers, "Content-Type") {
		headers = append([]string{"Content-Type", contentType(body)}, headers...)
	}
	return client.Do(method, path, body, headers...)
}

// TestCallsAreOpenToTheirGroupsOnly makes every call as a visitor, as the owner of the
// data, as another user and as an administrator.
// rules access-who-may-call, privacy-no-address
func TestCallsAreOpenToTheirGroupsOnly(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		visitor := c.NewVisitor()
		for _, row := range app.Routes {
			path, body := c.path(row), sampleBody(t, row)
			a := c.doAfterAMinute(visitor, row.Method, path, body)
			if refused := a.Status == 401 && a.ErrorCode() == "not_signed_in"; refused != (row.Caller != httpx.Anyone) {
				t.Errorf("a visitor's %s %s answers %d %s", row.Method, path, a.Status, a.Body)
			}
			for name, client := range map[string]*apptest.Client{"owner": c.owner, "other": c.otherUser, "admin": c.admin} {
				a := c.doAfterAMinute(client, row.Method, path, body)
				if row.Path == "/auth/logout" {
					client.Login()
				}
				if name != "owner" && strings.Contains(a.Body, c.owner.Email) {
					t.Errorf("%s's %s %s shows the owner's address: %s", name, row.Method, path, a.Body)
				}
				isForeign := (takesConversationID(row) || takesSignInSessionID(row) || takesDeletableChatID(row) || takesCollectionID(row) || takesNoticeID(row) || row.Path == "/comments/{id}") && name != "owner" || row.Caller == httpx.Admin && name != "admin"
				if isForeign != (a.Status == 404 && row.Path != "/auth/login" && !bodyHasMissingIDs(row)) || a.Status == 401 || a.Status >= 500 {
					t.Errorf("%s's %s %s answers %d %s", name, row.Method, path, a.Status, a.Body)
				}
			}
		}
	})
}

// TestForeignResourcesAnswerLikeMissingOnes: a call with a conversation of another user
// has the same response as one with a missing conversation, even for an administrator.
// rule access-foreign-is-missing
func TestForeignResourcesAnswerLikeMissingOnes(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			if !takesConversationID(row) {
				continue
			}
			body := sampleBody(t, row)
			want := withoutRequestID(c.doAfterAMinute(c.owner, row.Method, fillPath(row, c.missingConversationID, ""), body))
			for _, client := range []*apptest.Client{c.otherUser, c.admin} {
				for _, id := range []string{c.conversationID, c.missingConversationID, "nobody_20", client.UserID + "_999", client.UserID + "_x", c.owner.UserID + "_", "_20", "_"} {
					a := c.doAfterAMinute(client, row.Method, fillPath(row, id, ""), body)
					if p := wantProblem(t, a); withoutRequestID(a) != want || p.Code != "conversation_not_found" {
						t.Errorf("%s answers %s, a missing one %s", a.MethodAndPath, withoutRequestID(a), want)
					}
				}
			}
		}
	})
}

func TestForgedTokensAreRefused(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		token := c.owner.Token
		for _, row := range app.Routes {
			if row.Caller == httpx.Anyone {
				continue
			}
			path := c.path(row)
			for _, bad := range []string{
				"Bearer", "Bearer ", "Bearer " + token + "x", "Bearer " + token[1:], "bearer " + strings.ToUpper(token), "Basic " + token,
				token, "Bearer null", "Bearer undefined", "Bearer ' OR 1=1 --", "Bearer " + strings.Repeat("x", 50_000), "Bearer " + c.owner.UserID,
			} {
				a := c.doAfterAMinute(c.NewVisitor(), row.Method, path, sampleBody(t, row), "Authorization", bad)
				if p := wantProblem(t, a); a.Status != http.StatusUnauthorized {
					t.Errorf("%s with %.30q answers %d %s", a.MethodAndPath, bad, a.Status, p.Code)
				}
			}
		}
	})
}
