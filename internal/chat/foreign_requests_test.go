package chat_test

import (
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// rule access-locked-refuses
func TestLockedCharacterRefusesMessagesOnEveryCall(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, lockedCharacterSlug)
		streamHeaders := []string{"Accept", "text/event-stream"}
		for name, a := range map[string]apptest.Answer{
			"stream":     ada.Do("POST", "/messages/"+id+"/stream", map[string]any{"content": "Hello"}),
			"GET stream": ada.Do("GET", "/messages/"+id+"/stream?message=Hello", nil, streamHeaders...),
			"store":      ada.Do("POST", "/messages/"+id, map[string]any{"content": "Hello"}),
		} {
			if a.Status != 403 || a.ErrorCode() != "character_locked" {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		if list := fetchHistory(t, ada, id); len(list) != 1 || e.Model.ReplyCount() != 0 {
			t.Errorf("a refused line left %+v", list)
		}
	})
}

// rule access-foreign-is-missing
func TestForeignConversationsAreNotFound(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, eve := e.NewUser("Mirela"), e.NewUser("Eve")
		id := openChat(t, ada, freeCharacterSlug)
		openChat(t, eve, freeCharacterSlug)
		missingID := ada.UserID + "_9999"
		for _, call := range [][2]string{
			{"GET", ""}, {"POST", ""}, {"POST", "/stream"}, {"GET", "/stream"}, {"POST", "/stop"}, {"POST", "/regenerate"},
		} {
			var body any
			if call[0] == "POST" {
				body = map[string]any{"content": "Mine?"}
			}
			answerToForeignID := eve.Do(call[0], "/messages/"+id+call[1], body)
			answerToMissingID := eve.Do(call[0], "/messages/"+missingID+call[1], body)
			if answerToForeignID.Status != 404 || cutBeforeRequestID(answerToForeignID.Body) != cutBeforeRequestID(answerToMissingID.Body) {
				t.Errorf("%s %s: foreign %d %s, missing %d %s", call[0], call[1], answerToForeignID.Status, answerToForeignID.Body, answerToMissingID.Status, answerToMissingID.Body)
			}
		}
		for _, m := range fetchHistory(t, ada, id) {
			answerToForeignID := eve.Do("GET", "/messages/"+freeCharacterSlug+"?before="+m.ID, nil)
			if answerToForeignID.Status != 404 {
				t.Errorf("another's message as a cursor: %d %s", answerToForeignID.Status, answerToForeignID.Body)
			}
		}
	})
}

func cutBeforeRequestID(body string) string {
	before, _, _ := strings.Cut(body, `"request_id"`)
	return before
}

// rules chat-message-length, chat-client-id
func TestMessageLimitsAreEnforced(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		for name, c := range map[string]struct {
			body   map[string]any
			status int
		}{
			"empty":             {map[string]any{"content": ""}, 422},
			"blank":             {map[string]any{"content": " \n\t "}, 422},
			"missing":           {map[string]any{}, 422},
			"4,001 characters":  {map[string]any{"content": strings.Repeat("é", 4001)}, 422},
			"a foreign id":      {map[string]any{"content": "Hi", "client_id": "ai-1"}, 422},
			"a long id":         {map[string]any{"content": "Hi", "client_id": "user-" + strings.Repeat("x", 90)}, 422},
			"64 KiB and more":   {map[string]any{"content": strings.Repeat("x", 70<<10)}, 413},
			"4,000 characters":  {map[string]any{"content": strings.Repeat("😀", 4000)}, 200},
			"a number for text": {map[string]any{"content": 5}, 422},
		} {
			if a := ada.Do("POST", "/messages/"+id+"/stream", c.body); a.Status != c.status {
				t.Errorf("%s: %d %.200s, want %d", name, a.Status, a.Body, c.status)
			}
		}
	})
}

// rule chat-get-form
func TestSendByGetRefusesForeignRequests(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		cookie := signInCookie(t, ada)
		clientWithoutToken := &apptest.Client{T: t, URL: e.URL}
		path := "/messages/" + id + "/stream?message=Hello"
		const sse = "text/event-stream"
		for name, c := range map[string]struct {
			who     *apptest.Client
			headers []string
			status  int
			code    string
		}{
			"a link":              {clientWithoutToken, []string{"Cookie", cookie, "Accept", "text/html"}, 406, "not_acceptable"},
			"an image":            {clientWithoutToken, []string{"Cookie", cookie, "Accept", "image/*", "Sec-Fetch-Site", "same-origin"}, 406, "not_acceptable"},
			"another site":        {clientWithoutToken, []string{"Cookie", cookie, "Accept", sse, "Sec-Fetch-Site", "cross-site"}, 403, "cross_site"},
			"no origin":           {clientWithoutToken, []string{"Cookie", cookie, "Accept", sse}, 403, "cross_site"},
			"a prefetch":          {ada, []string{"Accept", sse, "Sec-Purpose", "prefetch;prerender"}, 403, "cross_site"},
			"nobody":              {clientWithoutToken, []string{"Accept", sse}, 401, "not_signed_in"},
			"our page, by cookie": {clientWithoutToken, []string{"Cookie", cookie, "Accept", sse, "Sec-Fetch-Site", "same-origin"}, 200, ""},
			"a bearer":            {ada, []string{"Accept", sse}, 200, ""},
		} {
			messageCountBefore := len(fetchHistory(t, ada, id))
			a := c.who.Do("GET", path, nil, c.headers...)
			if a.Status != c.status || a.ErrorCode() != c.code && c.code != "" {
				t.Errorf("%s: %d %.200s, want %d %s", name, a.Status, a.Body, c.status, c.code)
			}
			if c.status != 200 && len(fetchHistory(t, ada, id)) != messageCountBefore {
				t.Errorf("%s: something was stored", name)
			}
		}
	})
}

func signInCookie(t *testing.T, c *apptest.Client) string {
	t.Helper()
	a := c.Do("POST", "/auth/login", map[string]any{"email": c.Email, "password": apptest.Password}).Want(200)
	cookie, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return cookie
}

func TestSendsOverTheMinuteLimitAreRefused(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	id := openChat(t, ada, freeCharacterSlug)
	var refusedAnswer apptest.Answer
	for range 21 {
		refusedAnswer = ada.Do("POST", "/messages/"+id+"/stream", map[string]any{"content": "Hi"})
	}
	if refusedAnswer.Status != 429 || refusedAnswer.Header.Get("Retry-After") == "" {
		t.Errorf("the 21st line in a minute: %d, Retry-After %q", refusedAnswer.Status, refusedAnswer.Header.Get("Retry-After"))
	}
	e.Clock.Advance(2 * 60e9)
	ada.Do("POST", "/messages/"+id+"/stream", map[string]any{"content": "Hi"}).Want(200)
}

// rule replies-two-at-once
func TestThirdRunningReplyIsRefused(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	scriptReplyWithGate(e, "One ", "two.")
	ada.Send(openChat(t, ada, freeCharacterSlug), "Count", "").ReadUntil("One")
	ada.Send(openChat(t, ada, "marcus-aurelius"), "Count", "").ReadUntil("One")
	a := ada.Do("POST", "/messages/"+openChat(t, ada, "frida-kahlo")+"/stream", map[string]any{"content": "Count"})
	if a.Status != 429 || a.ErrorCode() != "too_many_replies" {
		t.Errorf("a third reply at once: %d %s", a.Status, a.Body)
	}
}

func TestUnknownCharactersAreNotFound(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	for _, ref := range []any{"nobody", -1, 0, 9999, 9.5, "", nil, true, []int{20}, "../20", "9223372036854775808", strings.Repeat("x", 3000)} {
		if a := ada.Do("POST", "/session", map[string]any{"characterId": ref}); a.Status != 404 && a.Status != 422 {
			t.Errorf("characterId %v: %d %s", ref, a.Status, a.Body)
		}
	}
	openChat(t, ada, freeCharacterSlug)
	ada.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
}
