package leaving_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// TestParallelDeletionsSucceedOnce: one of many calls deletes the account. The account has
// no password, because the limit on wrong passwords would refuse the other calls.
// rules accounts-delete, accounts-delete-password
func TestParallelDeletionsSucceedOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		user := e.NewUser("Ada")
		execSQL(t, e.App.DB(), `UPDATE users SET password_hash = '' WHERE id = '`+user.UserID+`'`)
		var deleted, refused atomic.Int64
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() {
				switch a := user.Do("DELETE", "/user/account", nil); a.Status {
				case http.StatusOK:
					deleted.Add(1)
				case http.StatusUnauthorized:
					refused.Add(1)
				default:
					t.Errorf("a call answers %d %s", a.Status, a.Body)
				}
			})
		}
		wg.Wait()
		if deleted.Load() != 1 || refused.Load() != 199 {
			t.Errorf("%d calls succeeded, %d answered 401", deleted.Load(), refused.Load())
		}
		awaitDeletion(t, e, user.UserID)
		if mails := e.WaitForMails(user.Email, 1); len(mails) != 1 || mails[0].Subject != "Your account is deleted" {
			t.Errorf("mails %+v", mails)
		}
	})
}

// TestDeletionNeedsThePassword: wrong passwords count as failed logins, and nothing is
// deleted.
// rule accounts-delete-password
func TestDeletionNeedsThePassword(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		user := e.NewUser("Ada")
		for _, body := range []any{nil, map[string]any{}, map[string]any{"password": ""}} {
			user.Do("DELETE", "/user/account", body).Want(422)
		}
		for i := range 6 {
			a := user.Do("DELETE", "/user/account", map[string]any{"password": "not-the-one-1"})
			if i < 5 && (a.Status != 422 || !strings.Contains(a.Body, `"errors":{"password":"Current password is incorrect"}`)) || i == 5 && a.Status != 429 {
				t.Errorf("wrong password number %d answers %d %s", i+1, a.Status, a.Body)
			}
		}
		user.Do("DELETE", "/user/account", passwordBody).Want(429)
		e.Clock.Advance(31 * time.Minute)
		execSQL(t, e.App.DB(), `UPDATE users SET password_hash = '' WHERE id = '`+user.UserID+`'`)
		if a := user.Do("DELETE", "/user/account", nil); a.Status != 403 || a.ErrorCode() != "reauth_required" {
			t.Errorf("an old sign-in answers %d %s", a.Status, a.Body)
		}
		user.Do("GET", "/auth/me", nil).Want(200)
	})
}

// TestDeletionIsSameOriginAndFinal: a page of another site cannot delete an account. A second
// deletion, the token, the cookie and the old password are refused. The address can register again.
// The new account inherits nothing.
// rule accounts-delete
func TestDeletionIsSameOriginAndFinal(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		user := e.NewUser("Ada")
		user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
		login := e.NewVisitor().Do("POST", "/auth/login", map[string]any{"email": user.Email, "password": apptest.Password}).Want(200)
		cookie, _, _ := strings.Cut(login.Header.Get("Set-Cookie"), ";")
		clientWithCookie := e.NewVisitor()
		clientWithCookie.Do("GET", "/auth/me", nil, "Cookie", cookie).Want(200)
		clientWithCookie.Do("DELETE", "/user/account", passwordBody, "Cookie", cookie, "Sec-Fetch-Site", "cross-site").Want(403)
		a := user.Do("DELETE", "/user/account", passwordBody).Want(200)
		if a.Body != "{\"success\":true}\n" || !strings.Contains(a.Header.Get("Set-Cookie"), "Max-Age=0") && !strings.Contains(a.Header.Get("Set-Cookie"), "1970") {
			t.Errorf("the answer is %q with %q", a.Body, a.Header.Get("Set-Cookie"))
		}
		user.Do("DELETE", "/user/account", passwordBody).Want(401)
		user.Do("GET", "/auth/me", nil).Want(401)
		clientWithCookie.Do("GET", "/auth/me", nil, "Cookie", cookie).Want(401)
		e.NewVisitor().Do("POST", "/auth/login", map[string]any{"email": user.Email, "password": apptest.Password}).Want(404)

		e.NewVisitor().Do("POST", "/auth/register", map[string]any{"name": "Ada", "email": user.Email, "password": apptest.Password}).Want(201)
		oldUserID := user.UserID
		user.Login()
		awaitDeletion(t, e, oldUserID)
		if body := user.Do("GET", "/sessions", nil).Want(200).Body; user.UserID == oldUserID || strings.Contains(body, `"id"`) {
			t.Errorf("the new account has %s", body)
		}
		mailSubjects := map[string]bool{}
		for _, m := range e.WaitForMails(user.Email, 2) {
			mailSubjects[m.Subject] = true
		}
		if n := len(e.Outbox(user.Email)); n != 2 || !mailSubjects["Your account is deleted"] || !mailSubjects["Confirm your email address"] {
			t.Errorf("%d mails: %v, want that of the deletion and that of the new account", n, mailSubjects)
		}
	})
}

// holdReplies makes the model wait in the middle of each reply.
func holdReplies(e *apptest.Env) {
	gate := e.Model.NewGate()
	e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
		return []apptest.AnswerStep{{Text: "It begins "}, {Gate: gate}, {Text: "and ends."}}
	})
}

// TestDeletionStopsReplies: deletion of the account ends a running reply, also at the
// model, and the reply stores no row afterwards.
// rule accounts-delete
func TestDeletionStopsReplies(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		user := e.NewUser("Ada")
		holdReplies(e)
		user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
		s := user.Send(user.UserID+"_20", "Good morning", "user-1").ReadUntil("It begins")
		user.Do("DELETE", "/user/account", passwordBody).Want(200)
		if e.Model.CancelledCount() != 1 {
			t.Errorf("%d requests were cancelled", e.Model.CancelledCount())
		}
		if s.ReadAll(); s.Status != "stopped" {
			t.Errorf("the stream ends with %q", s.Status)
		}
		user.Do("GET", "/messages/"+user.UserID+"_20/stream", nil).Want(401)
		e.Model.ReleaseGates()
		awaitDeletion(t, e, user.UserID)
		if n := countRows(t, e.App.DB(), "messages") + countRows(t, e.App.DB(), "conversations"); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// TestReplyWithoutRowIsGivenUp: the writer of a reply whose conversation was deleted cancels
// the request to the model and stores nothing.
// rule accounts-delete
func TestReplyWithoutRowIsGivenUp(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		user := e.NewUser("Ada")
		holdReplies(e)
		user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
		s := user.Send(user.UserID+"_20", "Good morning", "user-1").ReadUntil("It begins")
		execSQL(t, e.App.DB(), `DELETE FROM conversations`)
		apptest.Eventually(t, "the request is cancelled", func() bool { return e.Model.CancelledCount() == 1 })
		if s.ReadAll(); s.Status != "stopped" || countRows(t, e.App.DB(), "messages") != 0 {
			t.Errorf("the stream ends with %q", s.Status)
		}
	})
}

// TestDeletionHoldsForTwoProcesses: one process deletes the account while another process
// serves the user and writes a reply.
// rule accounts-delete
func TestDeletionHoldsForTwoProcesses(t *testing.T) {
	options := apptest.Postgres(t)
	a, b := apptest.Start(t, options), apptest.Start(t, storage.Options{URL: options.URL, DataDir: t.TempDir()})
	user := a.NewUser("Ada")
	userOnServerB := *user
	userOnServerB.URL = b.URL
	holdReplies(b)
	userOnServerB.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
	s := userOnServerB.Send(user.UserID+"_20", "Good morning", "user-1").ReadUntil("It begins")

	var calls sync.WaitGroup
	stop := make(chan struct{})
	for i := range 4 {
		calls.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				path := []string{"/profile/20/like", "/profile/21/follow", "/session", "/profile/22/like"}[i]
				answer := userOnServerB.Do("POST", path, map[string]any{"characterId": 20 + n%40})
				if answer.Status >= 500 {
					t.Errorf("%s answers %d %s", path, answer.Status, answer.Body)
				}
			}
		})
	}
	user.Do("DELETE", "/user/account", passwordBody).Want(200)
	userOnServerB.Do("GET", "/auth/me", nil).Want(401)
	close(stop)
	calls.Wait()
	if s.ReadAll(); s.Status != "stopped" || b.Model.CancelledCount() != 1 {
		t.Errorf("the reply ends with %q, %d requests were cancelled", s.Status, b.Model.CancelledCount())
	}
	b.Clock.Advance(41 * time.Second) // the second run of the deletion is due; either process may run it
	awaitDeletion(t, a, user.UserID)
	for _, table := range []string{"conversations", "messages", "character_likes", "character_follows", "social_counts WHERE likes <> 0 OR followers <> 0"} {
		if n := countRows(t, a.App.DB(), table); n != 0 {
			t.Errorf("%s has %d rows", table, n)
		}
	}
}

// TestDeletionGoesOnAfterARestart: the process ends before the jobs of a deletion, and the next
// process finishes the deletion. The stored id is enough, so a restored account is deleted too.
// rule accounts-delete-within
func TestDeletionGoesOnAfterARestart(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		user := e.NewUser("Ada")
		user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
		user.Do("POST", "/profile/20/like", nil).Want(200)
		execSQL(t, e.App.DB(), `INSERT INTO deleted_accounts (user_id, deleted_at) VALUES ('`+user.UserID+`', 1)`)
		e.Stop()
		e = apptest.Start(t, o)
		e.Clock.Advance(6 * time.Minute)
		userAfterRestart := *user
		userAfterRestart.URL = e.URL
		apptest.Eventually(t, "the account is gone", func() bool { return userAfterRestart.Do("GET", "/auth/me", nil).Status == 401 })
		awaitDeletion(t, e, user.UserID)
		if n := countRows(t, e.App.DB(), "conversations") + countRows(t, e.App.DB(), "social_counts WHERE likes <> 0"); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}
