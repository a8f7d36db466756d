package app_test

import (
	"net/http"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/httpx"
	"colloquy/internal/storage"
)

// TestOutdatedTokensAreRefused makes every call with the token of an ended session and with the
// token of a deleted account.
// rules access-who-may-call, accounts-sessions-end
func TestOutdatedTokensAreRefused(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		endedClient, deletedClient := *c.owner, c.NewUser("Cleo")
		endedClient.Login()
		c.owner.Do("POST", "/user/sessions/end-others", nil).Want(200)
		deletedClient.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
		for _, row := range app.Routes {
			if row.Caller == httpx.Anyone {
				continue
			}
			for name, client := range map[string]*apptest.Client{"an ended session": &endedClient, "a deleted account": deletedClient} {
				a := c.doAfterAMinute(client, row.Method, c.path(row), sampleBody(t, row))
				if p := wantProblem(t, a); a.Status != http.StatusUnauthorized {
					t.Errorf("%s of %s answers %d %s", a.MethodAndPath, name, a.Status, p.Code)
				}
			}
		}
	})
}

// TestUnverifiedUsersMayAllButComment makes every call as a user with a confirmed address and as a
// user with an unconfirmed one. The answers may differ only for POST /profile/{id}/comments. The
// service has a mail server, which does not answer. Without a mail server all users would count as
// verified.
// rule accounts-verified
func TestUnverifiedUsersMayAllButComment(t *testing.T) {
	refusalByCall := map[string]int{"POST /profile/{id}/comments": http.StatusForbidden}
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		c := newFixture(apptest.Start(t, o, apptest.WithPayment, func(o *app.Options) {
			o.Config.SMTPURL, o.Config.MailFrom = "smtp://127.0.0.1:1", "Colloquy <no-reply@colloquy.example>"
		}))
		verifiedUser, unverifiedUser := c.NewUser("Cleo"), c.NewUser("Dora")
		executeSQL(t, c.Env, "UPDATE users SET email_verified_at = 1 WHERE id = '"+verifiedUser.UserID+"'")
		for _, row := range app.Routes {
			if row.Path == "/auth/register" {
				continue // a second registration with the same address is refused
			}
			path, body := c.path(row), sampleBody(t, row)
			want := c.doAfterAMinute(verifiedUser, row.Method, path, body).Status
			if status, is := refusalByCall[row.Method+" "+row.Path]; is {
				want = status
			}
			a := c.doAfterAMinute(unverifiedUser, row.Method, path, body)
			if a.Status != want {
				t.Errorf("%s answers %d, want %d: %s", a.MethodAndPath, a.Status, want, a.Body)
			}
			if row.Path == "/auth/logout" {
				verifiedUser.Login()
				unverifiedUser.Login()
			}
		}
	})
}
