package app_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/accounts/oidc/oidctest"
	"colloquy/internal/app/apptest"
)

const (
	passwordText         = "You already have an account with this email address. Enter its password once to connect it with Google."
	codeText             = "Enter the code from your authenticator app."
	otherAccountText     = "Your account is connected to another Google account. Choose 'Forgot password?' to set a password, then try again."
	expiredLinkTokenText = "This took too long. Please continue with Google again."
)

// newVerifiedUser registers a user whose address is confirmed.
func (g *googleHarness) newVerifiedUser() *apptest.Client {
	g.T.Helper()
	c := g.NewUser("Ada")
	executeSQL(g.T, g.Env, "UPDATE users SET email_verified_at = 1 WHERE id = '"+c.UserID+"'")
	return c
}

// personWithEmailOf returns the person at the provider who owns the email address of a user.
// The address is in capital letters.
func personWithEmailOf(c *apptest.Client) oidctest.Person {
	return oidctest.Person{Subject: "of-" + c.UserID, Email: strings.ToUpper(c.Email), Name: "Somebody", EmailVerifiedClaim: true}
}

// requestLinkToken signs a person in at Google and returns the link token. The page that asks for
// the account's password sends the link token with the password.
func (g *googleHarness) requestLinkToken(t *testing.T, who oidctest.Person) string {
	t.Helper()
	a := g.signInWithGoogle(t, who)
	state, secret, text := parsePopup(a)
	if a.Status != 200 || state != "password" || text != passwordText || secret == "" || cookieOf(a, "sid") != "" {
		t.Fatalf("got %d %s %q", a.Status, state, text)
	}
	return secret
}

func (g *googleHarness) linkAccount(linkToken, password string) apptest.Answer {
	return g.NewVisitor().Do("POST", "/auth/google/link", map[string]any{"ticket": linkToken, "password": password})
}

// rule accounts-google-password
func TestConfirmedAccountWantsItsPasswordOnce(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		ada, bo := g.newVerifiedUser(), g.NewUser("Bo")
		linkToken := g.requestLinkToken(t, personWithEmailOf(ada))
		for _, c := range []struct {
			linkToken, password, text string
			status                    int
		}{
			{linkToken, "not-the-one-1", "Password is incorrect", 422},
			{linkToken, "", "Password is required", 422},
			{"unknown", apptest.Password, expiredLinkTokenText, 400},
			{"", apptest.Password, expiredLinkTokenText, 400},
		} {
			if a := g.linkAccount(c.linkToken, c.password); a.Status != c.status || !strings.Contains(a.Body, c.text) || cookieOf(a, "sid") != "" {
				t.Errorf("%q: %d %s", c.password, a.Status, a.Body)
			}
		}
		if n := countRows(t, g.Env, "identities"); n != 0 {
			t.Errorf("%d identities without the password", n)
		}
		a := g.linkAccount(linkToken, apptest.Password).Want(200)
		if got := g.signedInUser(t, a); got.ID != ada.UserID || !got.HasPassword || strings.Contains(a.Body, "token") {
			t.Errorf("%s opened %+v", a.Body, got)
		}
		if mails := g.WaitForMails(ada.Email, 2); mails[len(mails)-1].Subject != "Google sign-in was connected" {
			t.Errorf("the last mail is %q", mails[len(mails)-1].Subject)
		}
		g.linkAccount(linkToken, apptest.Password).Want(400)
		if got := g.signedInUser(t, g.signInWithGoogle(t, personWithEmailOf(ada))); got.ID != ada.UserID {
			t.Errorf("the next sign-in opened %+v", got)
		}
		ada.Do("GET", "/auth/me", nil).Want(200) // connecting Google does not end earlier sessions
		bo.Do("GET", "/auth/me", nil).Want(200)
		if n := countRows(t, g.Env, "audit WHERE event = 'identity.linked' AND subject_id = '"+ada.UserID+"'"); n != 1 {
			t.Errorf("%d connections are audited", n)
		}
	})
}

// rules accounts-google-password, limits-owner-signs-in
func TestGoogleLinkPasswordCannotBeGuessed(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		ada := g.newVerifiedUser()
		executeSQL(t, g.Env, "DELETE FROM known_networks")
		linkToken := g.requestLinkToken(t, personWithEmailOf(ada))
		var wg sync.WaitGroup
		var mu sync.Mutex
		statusCounts := map[int]int{}
		for range 15 {
			wg.Go(func() {
				a := g.linkAccount(linkToken, "not-the-one-1")
				mu.Lock()
				statusCounts[a.Status]++
				mu.Unlock()
			})
		}
		wg.Wait()
		if statusCounts[422] != 5 || statusCounts[429] != 10 {
			t.Errorf("the answers are %v", statusCounts)
		}
		g.Clock.Advance(11 * time.Minute)
		g.linkAccount(linkToken, apptest.Password).Want(400)
	})
}

// rule accounts-google-password
func TestPasswordResetEndsGoogleLinkToken(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		ada := g.newVerifiedUser()
		linkToken := g.requestLinkToken(t, personWithEmailOf(ada))
		g.resetPasswordByMail(t, ada, "other-stamps-8")
		g.linkAccount(linkToken, apptest.Password).Want(400)
		g.linkAccount(linkToken, "other-stamps-8").Want(400)
	})
}

// resetPasswordByMail resets the password of a user with the link of a mail.
func (g *googleHarness) resetPasswordByMail(t *testing.T, c *apptest.Client, password string) {
	t.Helper()
	g.NewVisitor().Do("POST", "/admin/auth/forgot-password", map[string]any{"email": c.Email}).Want(200)
	token := g.mailedToken(c.Email, "#reset-password=")
	g.NewVisitor().Do("POST", "/auth/reset-by-link", map[string]any{"token": token, "password": password}).Want(200)
}

// rule accounts-google-unverified
func TestUnconfirmedAccountIsTakenOver(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		thief := g.NewUser("Mallory") // registers the address of somebody else
		turnOnTwoFactor(t, g.Env, thief)
		oldUser := g.NewUser("Old")
		executeSQL(t, g.Env, "UPDATE users SET must_verify = FALSE WHERE id = '"+oldUser.UserID+"'")
		for _, c := range []*apptest.Client{thief, oldUser} {
			got := g.signedInUser(t, g.signInWithGoogle(t, personWithEmailOf(c)))
			if got.ID != c.UserID || got.HasPassword || !got.EmailVerified {
				t.Errorf("opened %+v", got)
			}
			c.Do("GET", "/auth/me", nil).Want(401)
			if a := g.NewVisitor().Do("POST", "/auth/login", map[string]any{"email": c.Email, "password": apptest.Password}); a.Status != 401 || a.ErrorCode() != "invalid_credentials" {
				t.Errorf("the old password answers %d %s", a.Status, a.Body)
			}
			for _, table := range []string{"mail_links", "two_factor", "recovery_codes"} {
				if n := countRows(t, g.Env, table+" WHERE user_id = '"+c.UserID+"'"); n != 0 {
					t.Errorf("%d rows of %s are left", n, table)
				}
			}
		}
	})
}

// rule accounts-google-unverified
func TestUnconfirmedAccountOfBeforeKeepsItsSecondFactor(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		oldUser := g.NewUser("Old")
		executeSQL(t, g.Env, "UPDATE users SET must_verify = FALSE WHERE id = '"+oldUser.UserID+"'")
		turnOnTwoFactor(t, g.Env, oldUser)
		a := g.signInWithGoogle(t, personWithEmailOf(oldUser))
		if state, _, text := parsePopup(a); state != "code" || text != codeText || cookieOf(a, "sid") != "" {
			t.Errorf("got %s %q", state, text)
		}
	})
}

// rule accounts-google-two-factor
func TestSecondFactorIsAskedForAfterGoogle(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		ada := g.newVerifiedUser()
		executeSQL(t, g.Env, "UPDATE users SET is_admin = TRUE WHERE id = '"+ada.UserID+"'")
		codes := turnOnTwoFactor(t, g.Env, ada)
		enterCode := func(challenge, code string) apptest.Answer {
			return g.NewVisitor().Do("POST", "/auth/login/two-factor", map[string]any{"challenge": challenge, "code": code})
		}
		var refusal struct{ Code, Challenge string }
		g.linkAccount(g.requestLinkToken(t, personWithEmailOf(ada)), apptest.Password).Want(401).Into(&refusal)
		if refusal.Code != "two_factor_required" || countRows(t, g.Env, "identities") != 0 {
			t.Fatalf("the password alone answers %+v", refusal)
		}
		enterCode(refusal.Challenge, "000000").Want(400)
		g.signedInUser(t, enterCode(refusal.Challenge, codes[0]).Want(200))
		if n := countRows(t, g.Env, "identities"); n != 1 {
			t.Fatalf("%d identities after the code", n)
		}
		a := g.signInWithGoogle(t, personWithEmailOf(ada))
		state, challenge, _ := parsePopup(a)
		if state != "code" || cookieOf(a, "sid") != "" || cookieOf(a, "signed_in") != "" {
			t.Fatalf("the second sign-in answers %s with %q", state, a.Header.Values("Set-Cookie"))
		}
		enterCode(challenge, codes[0]).Want(400)
		if got := g.signedInUser(t, enterCode(challenge, codes[1]).Want(200)); got.ID != ada.UserID {
			t.Errorf("opened %+v", got)
		}
		enterCode(challenge, codes[2]).Want(400)
	})
}

// rule accounts-no-password
func TestAccountWithoutPasswordGetsOneByReset(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		a := g.signInWithGoogle(t, newPerson("grace"))
		cookie := cookieOf(a, "sid")
		graceClient := g.NewVisitor()
		graceClient.Email = "grace@mail.example"
		do := func(method, path string, body any) apptest.Answer {
			return graceClient.Do(method, path, body, "Cookie", cookie, "Sec-Fetch-Site", "same-origin")
		}
		if a := graceClient.Do("POST", "/auth/login", map[string]any{"email": graceClient.Email, "password": apptest.Password}); a.Status != 401 || !strings.Contains(a.Body, "Invalid email or password") {
			t.Errorf("a login answers %d %s", a.Status, a.Body)
		}
		passwordChange := map[string]any{"currentPassword": apptest.Password, "newPassword": "other-stamps-8", "confirmPassword": "other-stamps-8"}
		if a := do("PUT", "/user/password", passwordChange).Want(409); a.ErrorCode() != "no_password" {
			t.Error(a.Body)
		}
		do("POST", "/user/two-factor", map[string]any{}).Want(200) // needs no password, because the sign-in is recent
		wantFailurePage(t, g.signInWithGoogle(t, oidctest.Person{Subject: "second", Email: graceClient.Email, EmailVerifiedClaim: true}), 409, otherAccountText)
		g.Clock.Advance(11 * time.Minute)
		for _, call := range [][2]string{{"POST", "/user/two-factor"}, {"DELETE", "/user/two-factor"}, {"DELETE", "/user/account"}} {
			if a := do(call[0], call[1], map[string]any{}).Want(403); a.ErrorCode() != "reauth_required" {
				t.Error(a.Body)
			}
		}
		g.resetPasswordByMail(t, graceClient, "other-stamps-8")
		do("GET", "/auth/me", nil).Want(401)
		graceClient.Do("POST", "/auth/login", map[string]any{"email": graceClient.Email, "password": "other-stamps-8"}).Want(200)
	})
}

// rule accounts-google-reset
func TestResetDisconnectsGoogle(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		ada := g.newVerifiedUser()
		g.linkAccount(g.requestLinkToken(t, personWithEmailOf(ada)), apptest.Password).Want(200)
		g.resetPasswordByMail(t, ada, "other-stamps-8")
		g.signedInUser(t, g.linkAccount(g.requestLinkToken(t, personWithEmailOf(ada)), "other-stamps-8").Want(200))
	})
}

// rules accounts-google-reset, accounts-revert-email
func TestBringingAnAddressBackDisconnectsGoogleAccountsSinceThen(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		ada := g.newVerifiedUser()
		g.linkAccount(g.requestLinkToken(t, personWithEmailOf(ada)), apptest.Password).Want(200)
		thief := &apptest.Client{T: t, URL: g.URL, Token: ada.Token, UserID: ada.UserID, Email: "thief@mail.example"}
		thief.Do("PUT", "/user/profile", map[string]any{"username": "Ada", "email": thief.Email}).Want(200)
		thief.Do("POST", "/auth/verify-email", map[string]any{"token": g.mailedToken(thief.Email, "#verify-email=")}).Want(200)
		g.Clock.Advance(time.Second)
		thiefIdentity := oidctest.Person{Subject: "thief", Email: thief.Email, EmailVerifiedClaim: true}
		g.linkAccount(g.requestLinkToken(t, thiefIdentity), apptest.Password).Want(200)
		g.NewVisitor().Do("POST", "/auth/revert-email", map[string]any{"token": g.mailedToken(ada.Email, "#revert-email=")}).Want(200)
		if got := g.signedInUser(t, g.signInWithGoogle(t, thiefIdentity)); got.ID == ada.UserID {
			t.Error("the thief still signs in")
		}
		if got := g.signedInUser(t, g.signInWithGoogle(t, personWithEmailOf(ada))); got.ID != ada.UserID {
			t.Errorf("the owner opens %+v", got)
		}
	})
}

// mailedToken waits for a mail to an address. The text of the mail must contain linkPrefix. The
// result is the token that follows linkPrefix in the text.
func (g *googleHarness) mailedToken(address, linkPrefix string) string {
	g.T.Helper()
	for n := 1; ; n++ {
		for _, mail := range g.WaitForMails(address, n) {
			if _, token, found := strings.Cut(mail.Text, linkPrefix); found {
				token, _, _ = strings.Cut(token, "\n")
				return strings.TrimSpace(token)
			}
		}
	}
}
