package app_test

import (
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// TestUnverifiedUsersAreAskedToConfirm: on a server with a mail server, a new account may read,
// like and report, but not comment. The mail server of the test does not answer.
// rule accounts-verified
func TestUnverifiedUsersAreAskedToConfirm(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, func(o *app.Options) {
			o.Config.SMTPURL, o.Config.MailFrom = "smtp://127.0.0.1:1", "Colloquy <no-reply@colloquy.example>"
		})
		ada, oldUser := e.NewUser("Ada"), e.NewUser("Bo")
		executeSQL(t, e, "UPDATE users SET must_verify = FALSE WHERE id = '"+oldUser.UserID+"'")
		var comment struct{ ID string }
		oldUser.Do("POST", "/profile/20/comments", map[string]any{"comment": "A fine talk"}).Want(201).Into(&comment)
		for _, parent := range []any{nil, comment.ID} {
			a := ada.Do("POST", "/profile/20/comments", map[string]any{"comment": "Hello", "parent_comment_id": parent}).Want(403)
			if p := wantProblem(t, a); p.Code != "email_unverified" || p.Message != "Confirm your email address to comment." {
				t.Errorf("got %s", a.Body)
			}
		}
		ada.Do("POST", "/comments/"+comment.ID+"/like", map[string]any{"liked": true}).Want(200)
		ada.Do("POST", "/comments/"+comment.ID+"/report", map[string]any{"reason": "Not kind"}).Want(201)
		ada.Do("POST", "/profile/20/like", map[string]any{"liked": true}).Want(200)
		executeSQL(t, e, "UPDATE users SET email_verified_at = 1 WHERE id = '"+ada.UserID+"'")
		ada.Do("POST", "/profile/20/comments", map[string]any{"comment": "Hello"}).Want(201)
	})
}

// TestEndedSessionIsRefusedByBothProcesses: an ended session is refused by both processes
// within a second.
// rule accounts-sessions-end
func TestEndedSessionIsRefusedByBothProcesses(t *testing.T) {
	p := newProcessPair(t, apptest.Postgres(t), 1)
	otherClient := p.client(0, 0)
	otherClient.Login()
	for process := range 2 {
		c := *otherClient
		c.URL = p.envs[process].URL
		c.Do("GET", "/auth/me", nil).Want(200)
	}
	p.client(1, 0).Do("POST", "/user/sessions/end-others", nil).Want(200)
	endTime := time.Now()
	for process := range 2 {
		c := *otherClient
		c.URL = p.envs[process].URL
		c.Do("GET", "/auth/me", nil).Want(401)
		p.client(process, 0).Do("GET", "/auth/me", nil).Want(200)
	}
	if took := time.Since(endTime); took > time.Second {
		t.Errorf("refused after %v", took)
	}
}
